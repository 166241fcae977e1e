package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Fault.Line.PROXY;
import static dev.holdfast.client.transport.Fault.Line.TLS;
import static dev.holdfast.client.transport.Fault.Trait.SLOW;
import static dev.holdfast.client.transport.Fault.Trait.UNREAD;
import static dev.holdfast.client.transport.TestTls.layer;
import static dev.holdfast.client.transport.Wire.head;

import dev.holdfast.client.transport.Fault.Served;
import dev.holdfast.client.transport.RawServer.Layer;
import dev.holdfast.client.transport.RawServer.Script;
import java.util.List;

/** The rows of TLS, and of the proxy on the way to it. */
final class TlsFaults {
  private static final Layer NONE = socket -> socket;
  private static final Layer GOOD = layer(TestTls.SERVER, false);

  /** The head of a TLS record. */
  private static final int RECORD = 5;

  private TlsFaults() {}

  static List<Fault> all() {
    return List.of(
        Served.on(PROXY, NONE, "A09", peer -> peer.read().write(head("403 Forbidden")), UNREAD),
        Served.on(PROXY, NONE, "A09", peer -> peer.read().write(head("502 Bad Gateway")), UNREAD),
        Served.on(
            PROXY,
            NONE,
            "A09",
            peer ->
                peer.read().write(head("407 Who Are You", "Proxy-Authenticate: Basic realm=\"x\"")),
            UNREAD),
        handshake("T01", NONE, peer -> peer.read(RECORD).write("HTTP/1.1 400 Bad\r\n\r\n")),
        handshake("T02", NONE, peer -> peer.read(RECORD)),
        handshake("T03", NONE, peer -> peer.read(RECORD).reset()),
        Served.on(TLS, NONE, "T04", RawPeer::hang, UNREAD, SLOW),
        handshake("T05", layer(TestTls.UNTRUSTED, false), RawPeer::read),
        handshake("T06", layer(TestTls.OTHER_HOST, false), RawPeer::read),
        handshake("T07", layer(TestTls.EXPIRED, false), RawPeer::read),
        Served.on(TLS, GOOD, "T08", peer -> peer.read().vanish()),
        Served.on(TLS, GOOD, "T09", peer -> peer.read().reset()),
        Served.on(
            TLS,
            GOOD,
            "T10",
            peer -> peer.read().write("HTTP/1.1 200 OK\r\n\r\n12345678").vanish()),
        handshake("T11", layer(TestTls.SERVER, true), RawPeer::read));
  }

  private static Served handshake(String id, Layer layer, Script script) {
    return Served.on(TLS, layer, id, script, UNREAD);
  }
}
