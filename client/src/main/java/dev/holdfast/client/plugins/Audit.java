package dev.holdfast.client.plugins;

import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import java.time.Duration;
import java.time.Instant;

/**
 * Keeps one record of each operation: who called, what for, what it came to, what it cost.
 *
 * <p>Every operation that begins is kept, however it ends; a walk is one operation for each page.
 * Placed outside failover it keeps what the caller saw, such as a stale answer, and inside what the
 * provider did. The log is called on the caller's thread before the call returns; what it throws is
 * logged by the name of its class, and breaks nothing. Safe for use by many threads and clients
 * where the log is.
 */
public final class Audit implements Plugin {
  private final AuditLog log;

  private Audit(AuditLog log) {
    this.log = log;
  }

  /**
   * Keeps records.
   *
   * @param log where
   * @return a plugin named {@code audit}
   */
  public static Audit to(AuditLog log) {
    return new Audit(log);
  }

  @Override
  public String name() {
    return "audit";
  }

  @Override
  public Response wrap(Operation operation, Next next, CallInfo info) {
    Instant at = info.runtime().clock().instant();
    long start = info.runtime().ticker().nanos();
    Response response;
    try {
      response = next.proceed(operation);
    } catch (RuntimeException | Error e) {
      keep(operation, info, at, start, Outcome.of(e));
      throw e;
    }
    keep(operation, info, at, start, Outcome.of(response));
    return response;
  }

  private void keep(Operation operation, CallInfo info, Instant at, long start, Outcome outcome) {
    // A ticker that went back on a bad host must not make a negative time.
    long took = Math.max(0, info.runtime().ticker().nanos() - start);
    AuditRecord kept =
        new AuditRecord(
            at,
            info.label(),
            info.provider(),
            info.workspace(),
            operation.kind(),
            operation.method(),
            withoutQuery(operation.path()),
            outcome,
            info.requests(),
            Duration.ofNanos(took));
    Told.tell("audit log", info.provider(), () -> log.keep(kept));
  }

  private static String withoutQuery(String path) {
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }
}
