package dev.holdfast.client.plugins;

/** Keeps what the audit plugin records: a listener, or a table. Used by many threads at once. */
@FunctionalInterface
public interface AuditLog {

  /**
   * Keeps a record. What it throws is logged and breaks no call.
   *
   * @param kept the record
   */
  void keep(AuditRecord kept);
}
