package dev.holdfast.client;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.Durations;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls one provider: what fails in passing is tried again within bounds, the provider's limits are
 * kept, and what an answer came from is told with it.
 *
 * <p>Calls block, and are made for virtual threads; each has an asynchronous twin. A call that
 * fails throws {@link CallException}. Make one client for each provider and share it: the rate
 * budget and the connections are its own. Safe for use by many threads.
 */
public final class Client implements AutoCloseable {
  private final Provider provider;
  private final Options options;
  private final Plan plan;
  private final Plugins plugins;
  private final boolean writesAllowed;
  private final Runnable onClose;
  private volatile boolean closed;

  Client(ClientBuilder made, Provider provider, Runnable onClose) {
    this.provider = provider;
    this.options = made.options;
    this.plan = Plan.of(provider.name(), made.options, Options.TIMEOUT);
    this.plugins = new Plugins(List.copyOf(made.plugins), made.workspace);
    this.writesAllowed = made.writesAllowed;
    this.onClose = onClose;
  }

  /**
   * Starts a client.
   *
   * @param adapter the provider, such as an {@link HttpApi}
   * @return a builder
   */
  public static ClientBuilder of(Adapter adapter) {
    return new ClientBuilder(adapter);
  }

  /**
   * Starts a client.
   *
   * @param api the provider
   * @return a builder
   * @throws IllegalArgumentException if the provider has no base URL
   */
  public static ClientBuilder of(HttpApiBuilder api) {
    return of(api.build());
  }

  /**
   * Reads one thing.
   *
   * @param path where, behind the base URL; starts with one slash. With ids in it, {@link
   *     Operation#get} encodes them
   * @param type what the answer is read as; {@code Object} gives maps, lists and values
   * @param <T> the type
   * @return the value and how it came about
   * @throws CallException if the call fails
   * @throws IllegalArgumentException if the path breaks its rule
   */
  public <T> Result<@Nullable T> get(String path, Class<T> type) {
    return call(Operation.get(path), type);
  }

  /**
   * Reads one thing, with options of its own.
   *
   * @param path where, behind the base URL; starts with one slash
   * @param type what the answer is read as
   * @param one what this call sets; the rest stays as the client has it
   * @param <T> the type
   * @return the value and how it came about
   * @throws CallException if the call fails
   * @throws IllegalArgumentException if the path breaks its rule
   */
  public <T> Result<@Nullable T> get(String path, Class<T> type, Options one) {
    return call(Operation.get(path), type, one);
  }

  /**
   * Carries out an operation.
   *
   * @param operation what is asked for
   * @param type what the answer is read as
   * @param <T> the type
   * @return the value and how it came about
   * @throws CallException if the call fails
   */
  public <T> Result<@Nullable T> call(Operation operation, Class<T> type) {
    return call(operation, type, Options.none());
  }

  /**
   * Carries out an operation, with options of its own.
   *
   * @param operation what is asked for
   * @param type what the answer is read as
   * @param one what this call sets; the rest stays as the client has it
   * @param <T> the type
   * @return the value and how it came about
   * @throws CallException if the call fails
   */
  public <T> Result<@Nullable T> call(Operation operation, Class<T> type, Options one) {
    return call(begin(one), operation, type);
  }

  /**
   * Carries out an operation on a thread of its own.
   *
   * @param operation what is asked for
   * @param type what the answer is read as
   * @param <T> the type
   * @return a future of what {@link #call(Operation, Class)} returns or throws. Cancelling it, or
   *     completing it in any other way, cancels the exchange or the wait; cancelling a future that
   *     was made from it does not
   */
  public <T> CompletableFuture<Result<@Nullable T>> callAsync(Operation operation, Class<T> type) {
    return callAsync(operation, type, Options.none());
  }

  /**
   * Carries out an operation on a thread of its own, with options of its own.
   *
   * @param operation what is asked for
   * @param type what the answer is read as
   * @param one what this call sets; the rest stays as the client has it
   * @param <T> the type
   * @return as {@link #callAsync(Operation, Class)}
   */
  public <T> CompletableFuture<Result<@Nullable T>> callAsync(
      Operation operation, Class<T> type, Options one) {
    return async(one, bounds -> call(operation, type, bounds));
  }

  /**
   * Makes any calls of this client on a thread of their own, such as a whole walk.
   *
   * @param one what these calls set; the rest stays as the client has it
   * @param calls is given the options that it must make its calls with
   * @param <T> what it returns
   * @return a future of it, cancelled as {@link #callAsync(Operation, Class)}'s
   */
  public <T extends @Nullable Object> CompletableFuture<T> async(
      Options one, Function<Options, T> calls) {
    return AsyncCall.start(provider.loop().runtime(), one.over(options), calls::apply);
  }

  /**
   * Walks through a list page by page, as far as the caller goes.
   *
   * @param operation the list
   * @param type what each record is read as
   * @param <T> a record's type
   * @return the walk, which has sent nothing yet
   */
  public <T> Walk<T> walk(Operation operation, Class<T> type) {
    return walk(operation, type, Options.none());
  }

  /**
   * Walks through a list page by page, with options of its own.
   *
   * @param operation the list
   * @param type what each record is read as
   * @param one deadline and maxRequests hold for the whole walk, retries and timeout for each page
   * @param <T> a record's type
   * @return the walk, which has sent nothing yet
   */
  public <T> Walk<T> walk(Operation operation, Class<T> type, Options one) {
    if (operation.kind() != OperationKind.READ) {
      throw new IllegalArgumentException(
          "a walk must be of a read but was of "
              + operation
              + "; one that lists by POST is Operation.read(\"POST\", path)");
    }
    return new Walk<>(this, operation, type, one);
  }

  /**
   * Reads a whole list, page by page.
   *
   * @param operation the list
   * @param type what each record is read as
   * @param <T> a record's type
   * @return every record in the provider's order, and how they all came about
   * @throws CallException if a page fails; what came before it is lost: {@link #walk} keeps it
   */
  public <T> Result<List<T>> listAll(Operation operation, Class<T> type) {
    return listAll(operation, type, Options.none());
  }

  /**
   * Reads a whole list, page by page, with options of its own.
   *
   * @param operation the list
   * @param type what each record is read as
   * @param one deadline and maxRequests hold for the whole walk, retries and timeout for each page
   * @param <T> a record's type
   * @return every record in the provider's order, and how they all came about
   * @throws CallException if a page fails
   */
  public <T> Result<List<T>> listAll(Operation operation, Class<T> type, Options one) {
    return walk(operation, type, one).all();
  }

  /**
   * Reads several records by their ids, one request after the other.
   *
   * @param path where each is, with one {@code {}} for its id
   * @param ids the ids
   * @param type what each record is read as
   * @param <T> a record's type
   * @return the records by id, in the order of the ids; one that is not found is left out
   * @throws CallException if any other failure comes up
   */
  public <T> Result<Map<String, T>> getMany(String path, Collection<String> ids, Class<T> type) {
    return getMany(path, ids, type, Options.none());
  }

  /**
   * Reads several records by their ids, with options of its own.
   *
   * @param path where each is, with one {@code {}} for its id
   * @param ids the ids
   * @param type what each record is read as
   * @param one deadline and maxRequests hold for all of them, retries and timeout for each
   * @param <T> a record's type
   * @return the records by id, in the order of the ids; one that is not found is left out
   * @throws CallException if any other failure comes up
   */
  public <T> Result<Map<String, T>> getMany(
      String path, Collection<String> ids, Class<T> type, Options one) {
    return new Lookups(this, begin(one)).all(path, ids, type);
  }

  /**
   * Sends requests that are no known operation.
   *
   * @return raw requests through this client
   */
  public Raw raw() {
    return new Raw(this, provider.adapter(), writesAllowed);
  }

  /**
   * Tells what a call would send, without sending.
   *
   * @param operation what would be asked for
   * @return the least and the most
   */
  public Estimate estimate(Operation operation) {
    return estimate(operation, Options.none());
  }

  /**
   * Tells what a call with options of its own would send, without sending.
   *
   * @param operation what would be asked for
   * @param one what the call would set
   * @return the least and the most
   */
  public Estimate estimate(Operation operation, Options one) {
    return Estimate.of(plan(one), 1, provider.gate().expected());
  }

  /**
   * Makes a signal that fires once a time has passed, counted from now, by this client's clock.
   *
   * @param time how long from now, more than zero
   * @return a new signal
   */
  public Signal signalAfter(Duration time) {
    return Signal.after(time, provider.loop().runtime());
  }

  /**
   * The provider's name.
   *
   * @return as its adapter says it
   */
  public String name() {
    return provider.name();
  }

  /** Closes the transport, where the client made it itself, and cancels what is under way. */
  @Override
  public void close() {
    closed = true;
    onClose.run();
  }

  /** The meta of a call that has not begun. */
  Meta nothingYet() {
    return new Meta(0, Duration.ZERO, provider.loop().runtime().clock().instant(), false);
  }

  CallRun begin(Options one) {
    return begin(one, () -> Long.MAX_VALUE);
  }

  CallRun begin(Options one, LongSupplier nanosLeft) {
    if (closed) {
      throw new IllegalStateException("client " + name() + " is closed");
    }
    return new CallRun(provider, plan(one), nanosLeft);
  }

  /** Options that bound a call by a time beside its own deadline. */
  Options within(Duration left) {
    return Options.none()
        .deadline(Options.within(Durations.shorter(left, plan.bounds().deadline())));
  }

  <T> Result<@Nullable T> call(CallRun run, Operation operation, Class<T> type) {
    Response response = send(run, operation, new CallRun.Ask(type, false));
    return new Result<>(decoded(response, type), response.meta());
  }

  <T> Page<T> page(CallRun run, Operation operation, Class<T> type) {
    if (!provider.adapter().pages()) {
      throw new CallException(
          CallError.of(
                  ErrorCode.UNSUPPORTED, name(), name() + " was not given a rule for its pages")
              .permanent(true)
              .build());
    }
    Response response = send(run, operation.asPage(), new CallRun.Ask(Object.class, true));
    try {
      List<?> items = provider.adapter().items(decoded(response, Object.class));
      return new Page<>(
          Lists.of(items, type, provider.codec()), response.cursor(), response.meta());
    } catch (JsonCodec.JsonException | IllegalArgumentException e) {
      throw new CallException(Errors.unfit(provider.name(), "a page", e, response.meta()));
    }
  }

  private Response send(CallRun run, Operation operation, CallRun.Ask ask) {
    return plugins.run(operation, run, ask);
  }

  /** What was read once already is not read again, unless a plugin has put another body there. */
  private <T> @Nullable T decoded(Response response, Class<T> type) {
    Response.Decoded decoded = response.decoded();
    if (decoded != null && decoded.type() == type) {
      return sure(decoded.value());
    }
    if (type == byte[].class) {
      return type.cast(response.json());
    }
    if (response.json().length == 0) {
      return null;
    }
    try {
      return provider.codec().read(response.json(), type);
    } catch (JsonCodec.JsonException e) {
      throw new CallException(Errors.unfit(provider.name(), "a body", e, response.meta()));
    }
  }

  /** Read as this type, which a primitive one's own {@code cast} would not let pass. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T> @Nullable T sure(@Nullable Object value) {
    return (T) value;
  }

  private Plan plan(Options one) {
    return one == Options.none()
        ? plan
        : Plan.of(provider.name(), one.over(options), Options.TIMEOUT);
  }
}
