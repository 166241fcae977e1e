package dev.holdfast.client.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A provider of bare sockets on the loopback address that plays a script on each connection. */
public final class RawServer implements AutoCloseable {

  /** What happens on one connection. */
  public interface Script {
    void play(RawPeer peer) throws IOException;
  }

  /** What lies over a connection's socket, such as TLS. */
  interface Layer {
    Socket over(Socket socket) throws IOException;
  }

  private final ServerSocket listener;
  private final Layer layer;
  private final Script script;
  private final Thread acceptor;
  private final List<RawPeer> peers = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Semaphore arrived = new Semaphore(0);
  private final Semaphore gone = new Semaphore(0);
  private final Semaphore ended = new Semaphore(0);
  private final CountDownLatch idle = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CountDownLatch stalled = new CountDownLatch(1);

  public RawServer(Script script) {
    this(socket -> socket, script);
  }

  RawServer(Layer layer, Script script) {
    this.layer = layer;
    this.script = script;
    try {
      listener = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    acceptor = Thread.startVirtualThread(this::accept);
  }

  public URI uri(String scheme, String path) {
    return URI.create(
        scheme + "://" + listener.getInetAddress().getHostAddress() + ":" + port() + path);
  }

  public int port() {
    return listener.getLocalPort();
  }

  public int connections() {
    return peers.size();
  }

  /** Whether a script has come to where it waits for the client. */
  boolean stalled() {
    return stalled.getCount() == 0;
  }

  void awaitStalled() {
    await(stalled);
  }

  void stall() {
    stalled.countDown();
  }

  /** Tells the scripts that the client has done with its first request. */
  void idle() {
    idle.countDown();
  }

  void awaitIdle() {
    await(idle);
  }

  void awaitClosed() {
    await(closed);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until every script so far has ended, and tells whether it has in good time. */
  public boolean awaitEnded() throws InterruptedException {
    int all = peers.size();
    boolean inTime = ended.tryAcquire(all, 60, TimeUnit.SECONDS);
    if (inTime) {
      // They count the next time too.
      ended.release(all);
    }
    return inTime;
  }

  /** The whole requests read, each as its head and its body. */
  public List<String> requests() {
    return requests;
  }

  /** Waits for so many more whole requests. */
  public void awaitRequests(int count) {
    awaitPermits(arrived, count);
  }

  /** Waits until so many more clients have closed the connection that a script hung on. */
  public void awaitGone(int count) {
    awaitPermits(gone, count);
  }

  private static void awaitPermits(Semaphore semaphore, int count) {
    try {
      if (!semaphore.tryAcquire(count, 30, TimeUnit.SECONDS)) {
        throw new AssertionError("only " + semaphore.availablePermits() + " of " + count);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Refuses connections from now on. */
  public void stopListening() throws IOException {
    listener.close();
    try {
      // Until it has left, the system may still take connections.
      acceptor.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
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
      peer.open(layer);
      script.play(peer);
    } catch (IOException e) {
      // The client went away, which its own test looks at.
    } finally {
      ended.release();
    }
  }

  public void arrived(String request) {
    requests.add(request);
    arrived.release();
  }

  public void gone() {
    gone.release();
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    listener.close();
    for (RawPeer peer : peers) {
      // Not politely: what lies over the socket may be blocked in a write.
      peer.vanish();
    }
  }
}
