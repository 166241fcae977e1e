package dev.holdfast.client;

import java.util.List;

/**
 * A client's plugins, the outermost first.
 *
 * @param all the plugins
 * @param info whose calls these are
 */
record Plugins(List<Plugin> all, Plugin.CallInfo info) {

  Response run(Operation operation, Plugin.Next attempts) {
    return all.isEmpty() ? attempts.proceed(operation) : from(0, operation, attempts);
  }

  private Response from(int index, Operation operation, Plugin.Next attempts) {
    if (index == all.size()) {
      return attempts.proceed(operation);
    }
    Plugin plugin = all.get(index);
    return checked(plugin, plugin.wrap(operation, inner -> from(index + 1, inner, attempts), info));
  }

  @SuppressWarnings("ConstantValue") // a caller's code may return null whatever it promised
  private static Response checked(Plugin plugin, Response response) {
    if (response == null) {
      throw new IllegalStateException(
          "plugin " + plugin.name() + " must return a response but returned null");
    }
    return response;
  }
}
