package dev.holdfast.client.plugins;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells those who only look on. What they throw breaks no call, and is logged without its text. */
final class Told {
  private static final Logger LOG = LoggerFactory.getLogger(Told.class);

  private Told() {}

  /**
   * Runs a user's code.
   *
   * @param who names it in the log
   * @param provider whose call it was
   * @param told the code
   */
  static void tell(String who, String provider, Runnable told) {
    try {
      told.run();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (RuntimeException | Error e) {
      LOG.warn("{} of {} threw {}", who, provider, e.getClass().getName());
    }
  }
}
