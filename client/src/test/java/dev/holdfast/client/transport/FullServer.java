package dev.holdfast.client.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A server whose queue is full, so that the system drops whoever asks for a connection. */
final class FullServer implements AutoCloseable {
  private static final int QUEUE_MAX = 16;
  private static final int FULL_AFTER_MILLIS = 200;

  private final ServerSocket listener;
  private final List<Socket> queue = new ArrayList<>();

  FullServer() throws IOException {
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    for (int i = 0; i < QUEUE_MAX; i++) {
      Socket socket = new Socket();
      queue.add(socket);
      try {
        socket.connect(listener.getLocalSocketAddress(), FULL_AFTER_MILLIS);
      } catch (SocketTimeoutException e) {
        return;
      }
    }
    throw new AssertionError("the queue did not fill");
  }

  URI uri(String scheme) {
    return URI.create(scheme + "://127.0.0.1:" + listener.getLocalPort() + "/");
  }

  @Override
  public void close() throws IOException {
    for (Socket each : queue) {
      each.close();
    }
    listener.close();
  }
}
