package dev.holdfast.server;

import java.util.List;

/** Thrown where a configuration file can't be used: says every mistake, each with its line. */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  ConfigException(List<String> mistakes) {
    super(String.join(System.lineSeparator(), mistakes));
  }
}
