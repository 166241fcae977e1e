package dev.holdfast.client;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.SystemRuntime;
import dev.holdfast.client.transport.JdkTransport;
import dev.holdfast.client.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes a {@link Client}. Not safe for many threads. */
public final class ClientBuilder {
  private final Adapter adapter;
  final List<Plugin> plugins = new ArrayList<>();
  Options options = Options.none();
  String workspace = "";
  boolean writesAllowed;
  private boolean slowsDown = true;
  private JsonCodec codec = JsonCodec.jackson();
  private Hooks hooks = Hooks.NONE;
  private ClientRuntime runtime = SystemRuntime.get();
  private @Nullable Transport transport;

  ClientBuilder(Adapter adapter) {
    this.adapter = Objects.requireNonNull(adapter, "adapter");
  }

  /**
   * Sets the bounds of every call.
   *
   * @param all the options. Default: four retries, 30 seconds for an attempt, no other bound
   * @return this
   */
  public ClientBuilder options(Options all) {
    this.options = Objects.requireNonNull(all, "options");
    return this;
  }

  /**
   * Sets what sends. It is not closed with the client.
   *
   * @param sends the transport. Default: the adapter's own, or one on the JDK's client
   * @return this
   */
  public ClientBuilder transport(Transport sends) {
    this.transport = Objects.requireNonNull(sends, "transport");
    return this;
  }

  /**
   * Adds a plugin inside those that were added before.
   *
   * @param inner the plugin
   * @return this
   */
  public ClientBuilder plugin(Plugin inner) {
    plugins.add(Objects.requireNonNull(inner, "plugin"));
    return this;
  }

  /**
   * Sets who sees each attempt.
   *
   * @param sees the hooks, told after those that were given before. Default: nobody
   * @return this
   */
  public ClientBuilder hooks(Hooks sees) {
    Objects.requireNonNull(sees, "hooks");
    this.hooks = hooks.equals(Hooks.NONE) ? sees : new SeveralHooks(hooks, sees);
    return this;
  }

  /**
   * Sets what reads and writes JSON.
   *
   * @param json the codec. Default: Jackson's
   * @return this
   */
  public ClientBuilder codec(JsonCodec json) {
    this.codec = Objects.requireNonNull(json, "codec");
    return this;
  }

  /**
   * Sets clock, chance and timers.
   *
   * @param outside the runtime. Default: the system's
   * @return this
   */
  public ClientBuilder runtime(ClientRuntime outside) {
    this.runtime = Objects.requireNonNull(outside, "runtime");
    return this;
  }

  /**
   * Says whose data the calls are about, where one provider serves several: what plugins keep is
   * kept apart by it.
   *
   * @param label such as a tenant's name; no secret. Default: none
   * @return this
   */
  public ClientBuilder workspace(String label) {
    this.workspace = Objects.requireNonNull(label, "workspace");
    return this;
  }

  /**
   * Lets raw requests write.
   *
   * @return this
   */
  public ClientBuilder allowWrites() {
    this.writesAllowed = true;
    return this;
  }

  /**
   * Has a 429 slow down nobody but its own call; stated limits are kept all the same. For callers
   * that have a breaker and waits of their own, as deliveries do.
   *
   * @return this
   */
  public ClientBuilder noSlowDown() {
    this.slowsDown = false;
    return this;
  }

  /**
   * Makes the client.
   *
   * @return a new client
   */
  public Client build() {
    Runnable onClose = () -> {};
    Transport sends = transport != null ? transport : adapter.transport().orElse(null);
    if (sends == null) {
      JdkTransport own = JdkTransport.create();
      sends = own;
      onClose = own::close;
    }
    Signal closed = Signal.create();
    AttemptLoop loop = new AttemptLoop(adapter.name(), runtime, SafeHooks.of(hooks), closed);
    RateGate gate = new RateGate(adapter.limits(), slowsDown, runtime, closed);
    Runnable closeOwn = onClose;
    return new Client(
        this,
        new Provider(adapter, sends, codec, loop, gate),
        () -> {
          closed.fire();
          closeOwn.run();
        });
  }
}
