package dev.holdfast.client;

import dev.holdfast.core.ErrorCode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Several records, one after the other, as one call.
 *
 * @param client whose records
 * @param run the call
 */
record Lookups(Client client, CallRun run) {

  <T> Result<Map<String, T>> all(String path, Collection<String> ids, Class<T> type) {
    Map<String, T> found = new LinkedHashMap<>();
    Gathered gathered = new Gathered(run);
    for (String id : ids) {
      Result<@Nullable T> record = lookup(Operation.get(path, id), type);
      if (record != null && record.value() != null) {
        found.put(id, record.value());
        gathered.add(record.meta());
      }
    }
    return new Result<>(found, gathered.meta());
  }

  private <T> @Nullable Result<@Nullable T> lookup(Operation operation, Class<T> type) {
    try {
      return client.call(run, operation, type);
    } catch (CallException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }
}
