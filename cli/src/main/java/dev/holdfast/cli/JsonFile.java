package dev.holdfast.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads one strict JSON value from a file or from standard input. */
final class JsonFile {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final Pattern ADVICE =
      Pattern.compile("(?s) \\((start marker|for |not recognized).*|: enable `.*|, from `[^`]*`");

  private JsonFile() {}

  /** Reads a file, or standard input where the name is {@code -}. */
  static JsonNode read(String name, InputStream standardInput) {
    byte[] content = content(name, standardInput);
    try (JsonParser parser = MAPPER.createParser(content)) {
      return read(parser);
    }
  }

  private static JsonNode read(JsonParser parser) {
    try {
      JsonNode tree = MAPPER.readTree(parser);
      if (tree == null || tree.isMissingNode()) {
        throw new RefusedInputException("must hold JSON but was empty");
      }
      if (parser.nextToken() != null) {
        throw new RefusedInputException(
            place(parser.currentTokenLocation()) + " must be the end but was more JSON");
      }
      return tree;
    } catch (JacksonException e) {
      // A limit that is passed, such as that on depth, comes without its place.
      TokenStreamLocation location =
          e.getLocation() == null ? parser.currentLocation() : e.getLocation();
      throw new RefusedInputException(
          place(location) + " must be valid JSON but was not: " + reason(e));
    }
  }

  private static byte[] content(String name, InputStream standardInput) {
    try {
      if (name.equals("-")) {
        return standardInput.readAllBytes();
      }
      Path path = Path.of(name);
      if (Files.isDirectory(path)) {
        throw new RefusedInputException("must be a file but was a directory");
      }
      return Files.readAllBytes(path);
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new RefusedInputException("must be a file but was missing");
    } catch (IOException e) {
      throw new RefusedInputException("must be readable but was not: " + e);
    }
  }

  private static String place(TokenStreamLocation location) {
    return "line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  /** The parser's reason without its advice, which is for those who program it. */
  private static String reason(JacksonException e) {
    return ADVICE.matcher(e.getOriginalMessage()).replaceAll("");
  }
}
