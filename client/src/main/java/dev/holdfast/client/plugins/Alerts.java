package dev.holdfast.client.plugins;

import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Tells a listener when a record or an outcome is one that it waits for.
 *
 * <p>Placed outside failover it sees stale answers too, which {@link Alert#stale} tells apart.
 * Predicate and listener are called on the caller's thread before the call returns, for each record
 * of each page; what they throw is logged by the name of its class, and breaks nothing. Safe for
 * use by many threads and clients where they are.
 */
public final class Alerts implements Plugin {
  private final String name;
  private final Watch watch;
  private final Consumer<Alert> listener;

  private Alerts(String name, Watch watch, Consumer<Alert> listener) {
    this.name = name;
    this.watch = watch;
    this.listener = listener;
  }

  private sealed interface Watch {
    record Records(Predicate<Object> predicate) implements Watch {}

    record Outcomes(Predicate<Outcome> predicate) implements Watch {}
  }

  /**
   * Waits for records.
   *
   * @param name what the alert is called
   * @param predicate is asked about each record of a page, and about each thing that is looked up,
   *     as the codec reads {@code Object}: maps, lists, texts, numbers and booleans, not null
   * @param listener is told of each record for which it is true
   * @return a plugin named {@code alerts}
   */
  public static Alerts onRecords(
      String name, Predicate<Object> predicate, Consumer<Alert> listener) {
    return new Alerts(name, new Watch.Records(predicate), listener);
  }

  /**
   * Waits for outcomes.
   *
   * @param name what the alert is called
   * @param predicate is asked about each operation's outcome
   * @param listener is told of each outcome for which it is true
   * @return a plugin named {@code alerts}
   */
  public static Alerts onOutcomes(
      String name, Predicate<Outcome> predicate, Consumer<Alert> listener) {
    return new Alerts(name, new Watch.Outcomes(predicate), listener);
  }

  @Override
  public String name() {
    return "alerts";
  }

  @Override
  public Response wrap(Operation operation, Next next, CallInfo info) {
    Response response;
    try {
      response = next.proceed(operation);
    } catch (RuntimeException | Error e) {
      look(operation, Outcome.of(e), List.of(), info);
      throw e;
    }
    List<?> records =
        watch instanceof Watch.Records ? info.records(operation, response) : List.of();
    look(operation, Outcome.of(response), records, info);
    return response;
  }

  private void look(Operation operation, Outcome outcome, List<?> records, CallInfo info) {
    switch (watch) {
      case Watch.Outcomes of ->
          tell(operation, outcome, info, Optional.empty(), () -> of.predicate().test(outcome));
      case Watch.Records of -> {
        for (Object each : records) {
          if (each != null) {
            tell(operation, outcome, info, Optional.of(each), () -> of.predicate().test(each));
          }
        }
      }
    }
  }

  private void tell(
      Operation operation,
      Outcome outcome,
      CallInfo info,
      Optional<Object> found,
      BooleanSupplier waitedFor) {
    Told.tell(
        "alert " + name,
        info.provider(),
        () -> {
          if (waitedFor.getAsBoolean()) {
            listener.accept(
                new Alert(
                    name,
                    info.provider(),
                    info.workspace(),
                    operation.method() + " " + operation.route(),
                    info.runtime().clock().instant(),
                    outcome,
                    found));
          }
        });
  }
}
