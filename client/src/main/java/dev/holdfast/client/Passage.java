package dev.holdfast.client;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation on its way through a client's plugins.
 *
 * @param plugins the plugins
 * @param run the call it belongs to
 * @param ask how its answer is read
 */
record Passage(Plugins plugins, CallRun run, CallRun.Ask ask) implements Plugin.CallInfo {

  Response from(int index, Operation operation, Plugin.@Nullable Attempts attempts) {
    if (index == plugins.all().size()) {
      return run.send(operation, ask, attempts);
    }
    Plugin plugin = plugins.all().get(index);
    return checked(plugin, plugin.wrap(operation, new Inside(index + 1, attempts), this));
  }

  @SuppressWarnings("ConstantValue") // a caller's code may return null whatever it promised
  private static Response checked(Plugin plugin, Response response) {
    if (response == null) {
      throw new IllegalStateException(
          "plugin " + plugin.name() + " must return a response but returned null");
    }
    return response;
  }

  /** What lies inside a plugin. */
  private final class Inside implements Plugin.Next {
    private final int index;
    private final Plugin.@Nullable Attempts outer;

    Inside(int index, Plugin.@Nullable Attempts outer) {
      this.index = index;
      this.outer = outer;
    }

    @Override
    public Response proceed(Operation operation) {
      return from(index, operation, outer);
    }

    @Override
    public Response proceed(Operation operation, Plugin.Attempts attempts) {
      Plugin.Attempts around = outer;
      return from(
          index,
          operation,
          around == null
              ? attempts
              : (request, attempt, send) ->
                  around.attempt(
                      request, attempt, inner -> attempts.attempt(inner, attempt, send)));
    }

    @Override
    public Plugin.Next detached(Signal signal) {
      return new Passage(plugins, run.detached(signal), ask).new Inside(index, outer);
    }
  }

  @Override
  public String provider() {
    return run.provider().name();
  }

  @Override
  public String workspace() {
    return plugins.workspace();
  }

  @Override
  public String label() {
    return run.plan().label();
  }

  @Override
  public JsonCodec codec() {
    return run.provider().codec();
  }

  @Override
  public ClientRuntime runtime() {
    return run.provider().loop().runtime();
  }

  @Override
  public Signal signal() {
    return run.signal();
  }

  @Override
  public Optional<Duration> timeLeft() {
    return run.timeLeft();
  }

  @Override
  public int requests() {
    return run.requestsOfOperation();
  }

  @Override
  public Duration throttled() {
    return run.throttledOfOperation();
  }

  @Override
  public Response answer(byte[] json, Optional<String> cursor, Meta meta)
      throws JsonCodec.JsonException {
    Object value = ask.read(json, codec());
    if (ask.paged()) {
      try {
        run.provider().adapter().items(value);
      } catch (IllegalArgumentException e) {
        throw new JsonCodec.JsonException(true, "no page");
      }
    }
    return new Response(json, cursor, meta, new Response.Decoded(ask.type(), value));
  }

  @Override
  public List<?> records(Operation operation, Response response) {
    try {
      Object body = response.tree(codec());
      if (body == null) {
        return List.of();
      }
      return ask.paged() ? run.provider().adapter().items(body) : List.of(body);
    } catch (JsonCodec.JsonException | IllegalArgumentException e) {
      return List.of();
    }
  }
}
