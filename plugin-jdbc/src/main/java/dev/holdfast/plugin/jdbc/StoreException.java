package dev.holdfast.plugin.jdbc;

import java.sql.SQLException;

/**
 * The database did not do what a store asked of it. The message says what that was and the SQL
 * state; no value is in it. Its cause is the driver's exception, which says more.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoreException(String what, SQLException cause) {
    super(
        "store could not %s (SQL state %s, code %d)"
            .formatted(what, cause.getSQLState(), cause.getErrorCode()),
        cause);
  }
}
