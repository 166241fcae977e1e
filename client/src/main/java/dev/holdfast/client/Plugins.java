package dev.holdfast.client;

import java.util.List;

/**
 * A client's plugins, the outermost first.
 *
 * @param all the plugins
 * @param workspace the client's label
 */
record Plugins(List<Plugin> all, String workspace) {

  Response run(Operation operation, CallRun run, CallRun.Ask ask) {
    run.begin();
    return all.isEmpty()
        ? run.send(operation, ask, null)
        : new Passage(this, run, ask).from(0, operation, null);
  }
}
