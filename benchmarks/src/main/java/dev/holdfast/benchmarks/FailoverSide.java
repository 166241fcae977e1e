package dev.holdfast.benchmarks;

import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.ClientBuilder;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.plugins.AnswerStore;
import dev.holdfast.client.plugins.Failover;
import java.time.Duration;

/**
 * A client with or without failover, and the provider it calls. For one thread.
 *
 * @param client the client
 * @param vendor its provider
 */
record FailoverSide(Client client, FailoverVendor vendor) {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  static FailoverSide bare() {
    FailoverVendor vendor = new FailoverVendor();
    return new FailoverSide(client(vendor).build(), vendor);
  }

  /** With failover, which waits for its store however long that takes. */
  static FailoverSide covered(AnswerStore store) {
    FailoverVendor vendor = new FailoverVendor();
    Failover failover = Failover.in(store).storeTimeout(PATIENCE);
    return new FailoverSide(client(vendor).plugin(failover).build(), vendor);
  }

  private static ClientBuilder client(FailoverVendor vendor) {
    return Client.of(HttpApi.named("vendor").baseUrl("https://vendor.example").build())
        .options(Options.none().retries(0))
        .transport(vendor);
  }

  /** Reads a record of a provider that is up; how many nanoseconds that took. */
  long succeed(int record) {
    vendor.down(false);
    long start = System.nanoTime();
    Meta meta = read(record);
    long nanos = System.nanoTime() - start;
    if (meta.stale()) {
      throw new IllegalStateException("an answer must not be stale while the provider is up");
    }
    return nanos;
  }

  /** Reads a record of one that is down, and fails; how many nanoseconds that took. */
  long fail(int record) {
    vendor.down(true);
    long start = System.nanoTime();
    try {
      read(record);
    } catch (CallException expected) {
      return System.nanoTime() - start;
    }
    throw new IllegalStateException("a read must fail while the provider is down");
  }

  /**
   * Reads a record of one that is down, and gets a stale answer; how many nanoseconds that took.
   */
  long cover(int record) {
    vendor.down(true);
    long start = System.nanoTime();
    Meta meta = read(record);
    long nanos = System.nanoTime() - start;
    if (!meta.stale()) {
      throw new IllegalStateException("an answer must be stale while the provider is down");
    }
    return nanos;
  }

  private Meta read(int record) {
    return client.call(Operation.get("/records/{}", record), Object.class).meta();
  }
}
