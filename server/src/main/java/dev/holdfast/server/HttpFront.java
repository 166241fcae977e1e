package dev.holdfast.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the routes over HTTP, each request on a virtual thread. */
final class HttpFront {
  private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);

  /** Request line and headers beyond this are answered with 414 or 431. */
  static final int HEADERS_MAX = 32 * 1024;

  private static final long IDLE_MILLIS = 30_000;

  /** How long requests on their way may take once the server stops: what is committed is told. */
  private static final long STOP_MILLIS = 5_000;

  private final Server server;
  private final ServerConnector connector;

  HttpFront(InetSocketAddress listen, Routes routes) {
    QueuedThreadPool threads = new QueuedThreadPool(16);
    threads.setName("holdfast-http");
    threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("http-"));
    server = new Server(threads);
    HttpConfiguration config = new HttpConfiguration();
    config.setSendServerVersion(false);
    config.setSendDateHeader(false);
    config.setRequestHeaderSize(HEADERS_MAX);
    connector = new ServerConnector(server, new HttpConnectionFactory(config));
    connector.setHost(listen.getHostString());
    connector.setPort(listen.getPort());
    connector.setIdleTimeout(IDLE_MILLIS);
    // Connections that wait for a next request are not waited for.
    connector.setShutdownIdleTimeout(1);
    server.addConnector(connector);
    server.setHandler(
        new GracefulHandler(
            new RequestHandler(routes, listen.getHostString(), isLoopback(listen))));
    server.setErrorHandler(new RefusedRequests());
    server.setStopTimeout(STOP_MILLIS);
  }

  private static boolean isLoopback(InetSocketAddress listen) {
    InetAddress address = new InetSocketAddress(listen.getHostString(), 0).getAddress();
    return address == null || address.isLoopbackAddress();
  }

  void start() throws IOException {
    try {
      // Jetty would throw what only its own logs explain.
      InetAddress unused = InetAddress.getByName(connector.getHost());
      server.start();
    } catch (IOException e) {
      stop();
      throw e;
    } catch (Exception e) {
      stop();
      throw new IOException(e);
    }
  }

  int port() {
    return connector.getLocalPort();
  }

  void stop() {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("the HTTP server did not stop cleanly", e);
    }
  }
}
