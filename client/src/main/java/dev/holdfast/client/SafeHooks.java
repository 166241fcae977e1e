package dev.holdfast.client;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hooks that break no call: what they throw ends here. */
final class SafeHooks implements Hooks {
  private static final Logger LOG = LoggerFactory.getLogger(SafeHooks.class);

  private final Hooks hooks;

  private SafeHooks(Hooks hooks) {
    this.hooks = hooks;
  }

  static Hooks of(Hooks hooks) {
    return hooks.equals(NONE) ? NONE : new SafeHooks(hooks);
  }

  @Override
  public void onRequest(Attempted attempt) {
    tell("onRequest", attempt.provider(), () -> hooks.onRequest(attempt));
  }

  @Override
  public void onRetry(Retrying retry) {
    tell("onRetry", retry.provider(), () -> hooks.onRetry(retry));
  }

  @Override
  public void onStop(Stopped stop) {
    tell("onStop", stop.provider(), () -> hooks.onStop(stop));
  }

  private static void tell(String hook, String provider, Runnable told) {
    try {
      told.run();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (RuntimeException | Error e) {
      LOG.warn("hook {} of {} threw {}", hook, provider, e.getClass().getName());
    }
  }
}
