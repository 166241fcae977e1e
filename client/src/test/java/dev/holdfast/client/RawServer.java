package dev.holdfast.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A provider of bare sockets on the loopback address that plays a script on each connection. */
final class RawServer implements AutoCloseable {

  /** What happens on one connection. */
  interface Script {
    void play(RawPeer peer) throws IOException;
  }

  private final ServerSocket listener;
  private final Script script;
  private final List<RawPeer> peers = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Semaphore arrived = new Semaphore(0);
  private final Semaphore gone = new Semaphore(0);

  RawServer(Script script) {
    this.script = script;
    try {
      listener = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.startVirtualThread(this::accept);
  }

  URI uri(String scheme, String path) {
    return URI.create(
        scheme + "://" + listener.getInetAddress().getHostAddress() + ":" + port() + path);
  }

  int port() {
    return listener.getLocalPort();
  }

  int connections() {
    return peers.size();
  }

  /** The whole requests read, each as its head and its body. */
  List<String> requests() {
    return requests;
  }

  /** Waits for so many more whole requests. */
  void awaitRequests(int count) {
    awaitPermits(arrived, count);
  }

  /** Waits until so many more clients have closed the connection that a script hung on. */
  void awaitGone(int count) {
    awaitPermits(gone, count);
  }

  private static void awaitPermits(Semaphore semaphore, int count) {
    try {
      if (!semaphore.tryAcquire(count, 10, TimeUnit.SECONDS)) {
        throw new AssertionError("only " + semaphore.availablePermits() + " of " + count);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Refuses connections from now on. */
  void stopListening() throws IOException {
    listener.close();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        RawPeer peer = new RawPeer(this, socket);
        peers.add(peer);
        Thread.startVirtualThread(() -> play(peer));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void play(RawPeer peer) {
    try (peer) {
      script.play(peer);
    } catch (IOException e) {
      // The client went away, which its own test looks at.
    }
  }

  void arrived(String request) {
    requests.add(request);
    arrived.release();
  }

  void gone() {
    gone.release();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (RawPeer peer : peers) {
      peer.close();
    }
  }
}
