package dev.holdfast.cli.provider;

import java.util.Locale;

/** What the example provider does with requests during a phase. */
public enum Behaviour {
  /** Answers 200. */
  OK("200"),
  /** Does not listen: connections are refused. */
  REFUSE("no answer"),
  /** Takes the request and never answers. */
  HANG("no answer"),
  /** Answers 503. */
  FAIL("503"),
  /** Answers 429 and asks for a wait of a second. */
  LIMIT("429");

  private final String answer;

  Behaviour(String answer) {
    this.answer = answer;
  }

  /** What a listing shows as the answer. */
  String answer() {
    return answer;
  }

  /** The word for it in a script. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
