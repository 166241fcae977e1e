package dev.holdfast.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The vendor of {@code ./bench http}, as a process of its own: whatever is asked, it answers the
 * same.
 *
 * <p>A thread a connection and two system calls an answer: on two cores nothing that parses or
 * selects comes near, and a client is to be measured, not a server.
 */
final class HttpAnswerServer {
  /** Every answer's body: 299 bytes of JSON. */
  static final String BODY = "{\"id\":4711,\"name\":\"" + "x".repeat(278) + "\"}";

  private static final int REQUEST_MAX = 8_192;
  private static final int END = ('\r' << 24) | ('\n' << 16) | ('\r' << 8) | '\n';

  private HttpAnswerServer() {}

  /** Prints its port and answers until standard input ends, as it does with the parent. */
  public static void main(String[] arguments) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
    System.out.println(listener.socket().getLocalPort());
    daemon(() -> accept(listener));
    System.in.transferTo(java.io.OutputStream.nullOutputStream());
  }

  private static void daemon(Runnable task) {
    Thread.ofPlatform().daemon().start(task);
  }

  private static void accept(ServerSocketChannel listener) {
    try {
      while (true) {
        SocketChannel peer = listener.accept();
        peer.setOption(StandardSocketOptions.TCP_NODELAY, true);
        daemon(() -> serve(peer));
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void serve(SocketChannel peer) {
    ByteBuffer in = ByteBuffer.allocateDirect(REQUEST_MAX);
    byte[] answer = answer().getBytes(US_ASCII);
    ByteBuffer out = ByteBuffer.allocateDirect(answer.length).put(answer).flip();
    try (peer) {
      while (peer.read(in) >= 0) {
        // Nobody sends a request before the last one is answered, so what is read ends with one.
        if (in.position() >= 4 && in.getInt(in.position() - 4) == END) {
          in.clear();
          peer.write(out.rewind());
        }
      }
    } catch (IOException e) {
      // The client is gone.
    }
  }

  private static String answer() {
    return """
    HTTP/1.1 200 OK\r
    Content-Type: application/json\r
    Date: Tue, 01 Dec 2026 00:00:00 GMT\r
    Content-Length: %d\r
    \r
    %s\
    """
        .formatted(BODY.length(), BODY);
  }
}
