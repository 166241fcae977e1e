package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Fault.Line.HTTP_2;
import static dev.holdfast.client.transport.Fault.Trait.AFTER_HEAD;
import static dev.holdfast.client.transport.Fault.Trait.SLOW;
import static dev.holdfast.client.transport.Fault.Trait.UNREAD;
import static dev.holdfast.client.transport.TestTls.layer;
import static dev.holdfast.client.transport.Wire.head;

import dev.holdfast.client.transport.Fault.Served;
import dev.holdfast.client.transport.Fault.Trait;
import dev.holdfast.client.transport.RawServer.Layer;
import java.io.IOException;
import java.util.List;

/** The rows of HTTP/2. */
final class Http2Faults {
  private static final Layer H2 = layer(TestTls.SERVER, false, "h2");

  private Http2Faults() {}

  static List<Fault> all() {
    return List.of(
        h2(
            "H01",
            (peer, h2, stream) -> {
              h2.goAway(0, H2Peer.NO_ERROR);
              peer.hang();
            }),
        h2("H02", (peer, h2, stream) -> h2.goAway(stream, H2Peer.NO_ERROR)),
        h2(
            "H03",
            (peer, h2, stream) -> {
              h2.reset(stream, H2Peer.REFUSED_STREAM);
              while (true) {
                h2.reset(h2.request(), H2Peer.REFUSED_STREAM);
              }
            }),
        h2(
            "H04",
            (peer, h2, stream) -> {
              h2.reset(stream, H2Peer.INTERNAL_ERROR);
              peer.hang();
            }),
        h2(
            "H05",
            (peer, h2, stream) -> {
              h2.headers(stream, H2Peer.STATUS_200);
              h2.data(stream, (byte) 1);
              h2.reset(stream, H2Peer.CANCEL);
              peer.hang();
            }),
        h2("H06", (peer, h2, stream) -> peer.close()),
        h2("H07", (peer, h2, stream) -> peer.reset()),
        Served.on(HTTP_2, H2, "H08", RawPeer::hang, UNREAD, SLOW),
        h2(
            "H09",
            (peer, h2, stream) -> {
              h2.headers(stream, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1);
              peer.hang();
            }),
        h2(
            "H10",
            (peer, h2, stream) -> {
              h2.tooLargeFrame(stream);
              peer.hang();
            }),
        h2(
            "H11",
            (peer, h2, stream) -> {
              h2.headers(stream, H2Peer.STATUS_200);
              peer.hang();
            },
            SLOW,
            AFTER_HEAD),
        h2(
            "H13",
            (peer, h2, stream) -> {
              h2.goAway(0, H2Peer.ENHANCE_YOUR_CALM);
              peer.hang();
            }),
        Served.on(HTTP_2, H2, "H14", peer -> peer.write(head("200 OK")).hang(), UNREAD),
        h2("H15", (peer, h2, stream) -> h2.pingForever(), SLOW),
        h2("H16", (peer, h2, stream) -> h2.continueForever(stream)));
  }

  private interface OnRequest {
    void answer(RawPeer peer, H2Peer h2, int stream) throws IOException;
  }

  /** What happens once a whole request is there. */
  private static Served h2(String id, OnRequest then, Trait... traits) {
    return Served.on(
        HTTP_2,
        H2,
        id,
        peer -> {
          H2Peer h2 = H2Peer.greet(peer);
          then.answer(peer, h2, h2.request());
        },
        traits);
  }
}
