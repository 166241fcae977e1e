package dev.holdfast.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** A configuration file as YAML: one document, of bounded size and depth. */
final class YamlText {
  /** Far more than a configuration of every limit needs. */
  static final int BYTES_MAX = 256 * 1024;

  /** A configuration needs four; composing is recursive and must not use up the stack. */
  static final int DEPTH_MAX = 20;

  private static final int REASON_MAX = 200;

  private final Path file;
  private final Mistakes mistakes;
  private final LoadSettings settings;

  YamlText(Path file, Mistakes mistakes) {
    this.file = file;
    this.mistakes = mistakes;
    this.settings = LoadSettings.builder().setLabel(file.toString()).build();
  }

  /** Reads the document; empty where there is none or where a mistake was noted. */
  Optional<Node> compose() throws ConfigException {
    String text = text();
    try {
      return isBounded(text) ? new Compose(settings).composeString(text) : Optional.empty();
    } catch (MarkedYamlEngineException e) {
      notYaml(line(e.getProblemMark()), String.valueOf(e.getProblem()));
    } catch (YamlEngineException e) {
      notYaml(1, String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  private boolean isBounded(String text) {
    int depth = 0;
    int documents = 0;
    for (Event event : new Parse(settings).parseString(text)) {
      if (event instanceof CollectionStartEvent && ++depth > DEPTH_MAX) {
        mistakes.add(
            line(event.getStartMark()),
            "the file must not nest deeper than " + DEPTH_MAX + " levels");
        return false;
      }
      if (event instanceof CollectionEndEvent) {
        depth--;
      }
      if (event instanceof DocumentStartEvent && ++documents > 1) {
        mistakes.add(
            line(event.getStartMark()), "the file must be one YAML document but a second begins");
        return false;
      }
    }
    return true;
  }

  private static int line(Optional<Mark> mark) {
    return mark.map(Mark::getLine).orElse(0) + 1;
  }

  private void notYaml(int line, String why) {
    mistakes.add(line, "the file must be YAML but was not: " + Printable.line(why, REASON_MAX));
  }

  private String text() throws ConfigException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(BYTES_MAX + 1);
      if (bytes.length > BYTES_MAX) {
        throw refused("the file must be at most " + BYTES_MAX + " bytes");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (NoSuchFileException e) {
      throw refused(
          "there is no such file. Name one with --config, or begin with"
              + " examples/payments/holdfast.yaml");
    } catch (CharacterCodingException e) {
      throw refused("the file must be UTF-8 text");
    } catch (AccessDeniedException e) {
      throw refused("the file can't be read: this user has no permission");
    } catch (IOException e) {
      throw refused("the file can't be read: " + e.getMessage());
    }
  }

  private ConfigException refused(String rule) {
    return new ConfigException(List.of(file + ": " + rule));
  }
}
