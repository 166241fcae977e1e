package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Fault.Served.http1;
import static dev.holdfast.client.transport.Fault.Trait.AFTER_HEAD;
import static dev.holdfast.client.transport.Fault.Trait.CANCELLED;
import static dev.holdfast.client.transport.Fault.Trait.CLOSED_BEFORE;
import static dev.holdfast.client.transport.Fault.Trait.DONE_BEFORE;
import static dev.holdfast.client.transport.Fault.Trait.REUSED;
import static dev.holdfast.client.transport.Fault.Trait.SLOW;
import static dev.holdfast.client.transport.Fault.Trait.UNREAD;
import static dev.holdfast.client.transport.Fault.Trait.UPLOAD;
import static dev.holdfast.client.transport.Wire.CHUNKED;
import static dev.holdfast.client.transport.Wire.head;
import static dev.holdfast.client.transport.Wire.length;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.client.transport.Fault.Elsewhere;
import dev.holdfast.client.transport.Fault.Served;
import dev.holdfast.client.transport.RawServer.Script;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/** The rows of HTTP/1.1: no connection, the request, the head, the body, odd answers, reuse. */
final class Http1Faults {
  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final int DRIP_MILLIS = 20;

  private Http1Faults() {}

  static Stream<Fault> all() {
    return Stream.of(elsewhere(), requests(), heads(), limits(), bodies(), odd(), reuse())
        .flatMap(List::stream);
  }

  private static List<Fault> elsewhere() {
    return List.of(
        new Elsewhere(
            "A01",
            false,
            visitor -> {
              // Taken, so that no other run's server comes to it, but not listening.
              try (Socket taken = new Socket()) {
                taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                visitor.send(URI.create("http://127.0.0.1:" + taken.getLocalPort() + "/"));
              }
            }),
        new Elsewhere("A02", false, visitor -> visitor.send(URI.create("http://nowhere.invalid/"))),
        new Elsewhere(
            "A03",
            true,
            visitor -> {
              try (FullServer full = new FullServer()) {
                visitor.send(full.uri("http"));
              }
            }),
        new Elsewhere("A04", false, visitor -> visitor.send(URI.create("http://127.0.0.1:0/"))),
        new Elsewhere("A05", false, visitor -> visitor.send(URI.create("http://127.0.0.1:99999/"))),
        new Elsewhere("A06", false, visitor -> visitor.send(URI.create("http://bad_label-/"))),
        // No connection can be made to the broadcast address: the network is unreachable.
        new Elsewhere(
            "A08", false, visitor -> visitor.send(URI.create("http://255.255.255.255/"))));
  }

  private static List<Fault> requests() {
    return List.of(
        http1("B01", peer -> {}, UNREAD),
        http1("B02", RawPeer::reset, UNREAD),
        http1("B03", RawPeer::read),
        http1("B04", peer -> peer.read().reset()),
        http1("B05", peer -> peer.read(10).reset(), UNREAD),
        http1("B06", peer -> peer.read(64 << 10).reset(), UPLOAD, UNREAD),
        http1(
            "B07",
            peer ->
                peer.read(64 << 10).write(head("413 Too Large", "Connection: close")).sayGoodbye(),
            UPLOAD,
            UNREAD),
        http1("B08", peer -> peer.read(64 << 10).freeze(), UPLOAD, UNREAD, SLOW),
        http1("B09", peer -> peer.read().hang(), SLOW),
        http1("B10", RawPeer::sayGoodbye, UNREAD),
        http1("B11", peer -> peer.read().hang(), CANCELLED));
  }

  private static List<Fault> heads() {
    return List.of(
        answer("C01", "HTTP/1.1 2"),
        kept("C02", "what is this?\r\n\r\n"),
        answer("C03", "just a body"),
        kept("C04", head("abc")),
        kept("C05", head("99 Odd")),
        kept("C06", head("600 Odd")),
        answer("C07", head("1000 Odd")),
        kept("C08", head("200")),
        answer("C09", "HTTP/1.0 200 OK\r\n\r\n12345"),
        kept("C10", "HTTP/3.7 200 OK\r\nContent-Length: 0\r\n\r\n"),
        kept("C11", "HTTP/1.1 200 OK\nContent-Length: 0\n\n"),
        http1("D01", peer -> peer.read().write(OK).drip("a: b\r\n", DRIP_MILLIS), SLOW),
        kept("D05", OK + "no colon\r\nContent-Length: 0\r\n\r\n"),
        kept("D06", OK + "a b: c\r\nContent-Length: 0\r\n\r\n"),
        kept("D07", OK + "a: b\0c\r\nContent-Length: 0\r\n\r\n"),
        kept("D08", OK + "a: b\r\n c\r\nContent-Length: 0\r\n\r\n"),
        answer("D14", OK + "Server: x"));
  }

  private static List<Fault> limits() {
    return List.of(
        http1(
            "D02", peer -> peer.read().write(OK + "a: " + "x".repeat(1 << 20) + "\r\n\r\n").hang()),
        http1("D03", peer -> peer.read().write(OK).writeForever("a: b\r\n")),
        http1("D04", peer -> peer.read().write(OK + "a: b\r\n".repeat(100_000) + "\r\n").hang()),
        answer("D09", length("2\r\nContent-Length: 5") + "12345"),
        answer("D10", length("3\r\nTransfer-Encoding: chunked") + "5\r\n12345\r\n0\r\n\r\n"),
        answer("D11", length("-5")),
        kept("D12", length("abc")),
        answer("D13", length(Long.MAX_VALUE)));
  }

  private static List<Fault> bodies() {
    return List.of(
        answer("E01", length(10) + "12345"),
        // A reset takes along what was not read, so there is more than the system's buffers hold.
        http1("E02", peer -> peer.read().write(length(15 << 20)).write(new byte[14 << 20]).reset()),
        http1("E03", peer -> peer.read().write(length(10) + "12345").hang(), SLOW, AFTER_HEAD),
        http1(
            "E04",
            peer -> peer.read().write(length(10_000)).drip("x", DRIP_MILLIS),
            SLOW,
            AFTER_HEAD),
        answer("E05", OK + "\r\n12345678"),
        kept("E06", CHUNKED + "zz\r\n12345\r\n0\r\n\r\n"),
        answer("E07", CHUNKED + "5\r\n12345\r\n"),
        kept("E08", CHUNKED + "FFFFFFFFFFFFFFFF\r\n12345\r\n0\r\n\r\n"),
        answer("E09", CHUNKED + "2\r\n12345\r\n0\r\n\r\n"),
        http1("E10", peer -> peer.read().write(CHUNKED + "5\r\n123").hang(), SLOW, AFTER_HEAD),
        answer("E11", OK + "Transfer-Encoding: odd\r\n\r\n12345"),
        coded("E12", "no gzip at all".getBytes(US_ASCII)),
        kept("E13", length(5) + "12345and more"),
        http1("E14", peer -> peer.read().write(length(1L << 40)).writeForever("x".repeat(1 << 16))),
        coded("E15", bomb()),
        kept("E16", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n12345"));
  }

  private static List<Fault> odd() {
    return List.of(
        kept("F01", "HTTP/1.1 100 Continue\r\n\r\n" + head("200 OK")),
        kept("F02", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + head("200 OK")),
        http1("F03", peer -> peer.read().writeForever("HTTP/1.1 102 Processing\r\n\r\n")),
        kept("F04", "HTTP/1.1 101 Switching Protocols\r\n\r\n"),
        kept("F05", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n12345"),
        kept("F06", head("302 Found", "Location: /")),
        kept("F07", head("302 Found", "Location: /")),
        kept("F08", head("307 Temporary Redirect", "Location: /elsewhere")),
        kept("F09", head("302 Found", "Location: file:///etc/hostname")),
        kept("F10", head("401 Unauthorized")),
        kept("F11", head("407 Proxy Authentication Required")),
        kept("F12", head("429 Too Many Requests", "Retry-After: 2")),
        kept("F13", head("503 Busy", "Retry-After: 2", "Retry-After: 5")));
  }

  private static List<Fault> reuse() {
    String ok = head("200 OK");
    return List.of(
        http1(
            "G01",
            first(ok, peer -> peer.awaitIdle().sayGoodbye()),
            REUSED,
            DONE_BEFORE,
            CLOSED_BEFORE),
        http1("G02", first(ok, RawPeer::read), REUSED),
        http1("G03", first(ok, peer -> peer.read().reset()), REUSED),
        http1(
            "G04",
            first(ok, peer -> peer.awaitIdle().write(ok).hang()),
            REUSED,
            DONE_BEFORE,
            CLOSED_BEFORE),
        http1("X01", peer -> peer.read().stopListening()));
  }

  /** Answers one request as it should be, and only then does something else. */
  private static Script first(String ok, Script then) {
    return peer -> then.play(peer.read().write(ok));
  }

  /** An answer after which the connection is closed. */
  private static Served answer(String id, String answer) {
    return http1(id, peer -> peer.read().write(answer));
  }

  /** An answer after which the connection is left to the client. */
  private static Served kept(String id, String answer) {
    return http1(id, peer -> peer.read().write(answer).hang());
  }

  private static Served coded(String id, byte[] body) {
    String head = OK + "Content-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n\r\n";
    return http1(id, peer -> peer.read().write(head).write(body));
  }

  /** A gibibyte of zeros, as gzip's parts one behind the other. */
  private static byte[] bomb() {
    byte[] part = Wire.gzip(new byte[16 << 20]);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < 64; i++) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
