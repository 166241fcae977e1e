package dev.holdfast.cli.provider;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A listening port of this machine that can be closed and opened again. */
final class Listener implements AutoCloseable {

  /** Only this machine: the provider shows what it is sent to whoever reads along. */
  private static final byte[] ADDRESS = {127, 0, 0, 1};

  /** Connections that may wait to be accepted, for bursts. */
  private static final int BACKLOG = 1_024;

  private final HttpHandler handler;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private @Nullable HttpServer server;

  Listener(HttpHandler handler) {
    this.handler = handler;
  }

  /** Listens on a port, or on any for 0, and tells which. */
  int open(int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getByAddress(ADDRESS), port);
    HttpServer opened = HttpServer.create(address, BACKLOG);
    opened.createContext("/", handler);
    opened.setExecutor(executor);
    opened.start();
    server = opened;
    return opened.getAddress().getPort();
  }

  boolean isOpen() {
    return server != null;
  }

  /** Refuses connections, and closes those there are. */
  void refuse() {
    if (server != null) {
      server.stop(0);
      server = null;
    }
  }

  @Override
  public void close() {
    refuse();
    executor.shutdown();
  }
}
