package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One connection to a {@link RawServer}, in the hands of its script. */
final class RawPeer implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)\r\n");

  private final RawServer server;
  private final Socket socket;
  private final InputStream in;

  RawPeer(RawServer server, Socket socket) throws IOException {
    this.server = server;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Reads one whole request. */
  RawPeer read() throws IOException {
    StringBuilder request = new StringBuilder();
    while (request.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed");
      }
      request.append((char) next);
    }
    Matcher length = LENGTH.matcher(request);
    if (length.find()) {
      request.append(new String(in.readNBytes(Integer.parseInt(length.group(1))), ISO_8859_1));
    }
    server.arrived(request.toString());
    return this;
  }

  RawPeer read(int bytes) throws IOException {
    in.readNBytes(bytes);
    return this;
  }

  RawPeer write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    return this;
  }

  RawPeer stopListening() throws IOException {
    server.stopListening();
    return this;
  }

  /** Does nothing until the client closes the connection. */
  void hang() throws IOException {
    try {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    } finally {
      server.gone();
    }
  }

  /** Writes without an end, until the client closes the connection. */
  void writeForever(String text) throws IOException {
    try {
      while (true) {
        write(text);
      }
    } finally {
      server.gone();
    }
  }

  /** Writes without an end, but slowly. */
  void drip(String text, int everyMillis) throws IOException {
    socket.setSoTimeout(everyMillis);
    try {
      while (true) {
        write(text);
        pause();
      }
    } finally {
      server.gone();
    }
  }

  private void pause() throws IOException {
    try {
      if (in.read() < 0) {
        throw new IOException("closed");
      }
    } catch (java.net.SocketTimeoutException e) {
      // What was to be waited for.
    }
  }

  /** Closes with a reset instead of an end. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
