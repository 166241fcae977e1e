package dev.holdfast.client.plugins;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/**
 * Under which keys a budget counts: one for each period.
 *
 * @param periodMillis how long a period is
 * @param whose a hash of whose requests these are, as names have any length
 */
record BudgetKey(long periodMillis, String whose) {

  BudgetKey(Duration period, String... whose) {
    this(period.toMillis(), hash(List.of(whose)));
  }

  /** The key of the period that an instant lies in. */
  String at(Instant now) {
    return "budget:" + whose + ":" + periodMillis + ":" + number(now);
  }

  /** When the period that an instant lies in is over. */
  Instant end(Instant now) {
    return Instant.ofEpochMilli((number(now) + 1) * periodMillis);
  }

  private long number(Instant now) {
    return Math.floorDiv(now.toEpochMilli(), periodMillis);
  }

  private static String hash(List<String> parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : parts) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        // With its length before it, no part can pass for two.
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
      }
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
