package dev.holdfast.guide;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** Catches what a sample prints. Tests of this module run one after the other. */
final class Printed {
  private Printed() {}

  static String by(Runnable sample) {
    ByteArrayOutputStream caught = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(caught, true, UTF_8));
    try {
      sample.run();
    } finally {
      System.setOut(before);
    }
    return caught.toString(UTF_8);
  }
}
