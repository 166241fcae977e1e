package dev.holdfast.client.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One connection to a {@link RawServer}, in the hands of its script. */
public final class RawPeer implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)\r\n");

  private final RawServer server;
  private final Socket raw;
  private Socket socket;
  private InputStream in = InputStream.nullInputStream();

  RawPeer(RawServer server, Socket socket) {
    this.server = server;
    this.raw = socket;
    this.socket = socket;
  }

  void open(RawServer.Layer layer) throws IOException {
    socket = layer.over(raw);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Reads one whole request. */
  public RawPeer read() throws IOException {
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

  public RawPeer read(int bytes) throws IOException {
    in.skipNBytes(bytes);
    return this;
  }

  public RawPeer write(String text) throws IOException {
    return write(text.getBytes(ISO_8859_1));
  }

  public RawPeer write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  public RawPeer stopListening() throws IOException {
    server.stopListening();
    return this;
  }

  /** Does nothing until the client closes the connection. */
  public void hang() throws IOException {
    server.stall();
    try {
      in.transferTo(OutputStream.nullOutputStream());
      // The client may have ended TLS, but not yet the connection.
      raw.getInputStream().transferTo(OutputStream.nullOutputStream());
    } finally {
      server.gone();
    }
  }

  /** Writes without an end, until the client closes the connection. */
  public void writeForever(String text) throws IOException {
    writeForever(text.getBytes(ISO_8859_1));
  }

  void writeForever(byte[] bytes) throws IOException {
    server.stall();
    try {
      while (true) {
        write(bytes);
      }
    } finally {
      server.gone();
    }
  }

  /** Writes without an end, but slowly. */
  public void drip(String text, int everyMillis) throws IOException {
    server.stall();
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
    } catch (SocketTimeoutException e) {
      // What was to be waited for.
    }
  }

  /** Closes with a reset instead of an end. */
  public void reset() throws IOException {
    raw.setSoLinger(true, 0);
    raw.close();
  }

  /** Closes without the goodbye of TLS. */
  void vanish() throws IOException {
    raw.close();
  }

  /** Says that it will write no more, and waits for the client to close too. */
  void sayGoodbye() throws IOException {
    socket.shutdownOutput();
    hang();
  }

  /** Neither reads nor writes any more. */
  void freeze() {
    server.stall();
    server.awaitClosed();
  }

  /** Waits until the client has done with its first request, its connection kept. */
  RawPeer awaitIdle() {
    server.awaitIdle();
    return this;
  }

  InputStream in() {
    return in;
  }

  void arrived(String request) {
    server.arrived(request);
  }

  @Override
  public void close() throws IOException {
    try {
      socket.close();
    } finally {
      raw.close();
    }
  }
}
