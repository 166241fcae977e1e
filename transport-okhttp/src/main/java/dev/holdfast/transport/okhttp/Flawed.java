package dev.holdfast.transport.okhttp;

import dev.holdfast.client.transport.Reply.Flaw;

/** That an answer is not what it should be, thrown through OkHttp, which passes it on. */
final class Flawed extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Flaw flaw;

  Flawed(Flaw flaw) {
    super("the answer is " + flaw.text());
    this.flaw = flaw;
  }

  Flaw flaw() {
    return flaw;
  }
}
