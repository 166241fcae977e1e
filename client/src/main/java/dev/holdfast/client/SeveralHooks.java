package dev.holdfast.client;

/**
 * Hooks told one after the other.
 *
 * @param first told first, be it that it throws
 * @param second told then
 */
record SeveralHooks(Hooks first, Hooks second) implements Hooks {

  SeveralHooks {
    first = SafeHooks.of(first);
  }

  @Override
  public void onRequest(Attempted attempt) {
    first.onRequest(attempt);
    second.onRequest(attempt);
  }

  @Override
  public void onRetry(Retrying retry) {
    first.onRetry(retry);
    second.onRetry(retry);
  }

  @Override
  public void onStop(Stopped stop) {
    first.onStop(stop);
    second.onStop(stop);
  }
}
