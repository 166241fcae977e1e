package dev.holdfast.testing.plugins;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;

/** Plugins from lambdas, and errors from calls. */
final class Plugs {
  private Plugs() {}

  @FunctionalInterface
  interface Wrap {
    Response wrap(Operation operation, Plugin.Next next, Plugin.CallInfo info);
  }

  static Plugin plugin(Wrap wrap) {
    return new Plugin() {
      @Override
      public String name() {
        return "lambda";
      }

      @Override
      public Response wrap(Operation operation, Next next, CallInfo info) {
        return wrap.wrap(operation, next, info);
      }
    };
  }

  static CallException failure(Runnable call) {
    return catchThrowableOfType(CallException.class, call::run);
  }

  static CallError error(Runnable call) {
    return failure(call).error();
  }
}
