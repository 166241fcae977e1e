package dev.holdfast.client.transport;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** One HTTP/2 connection, frame by frame: RFC 9113. */
final class H2Peer {
  static final int NO_ERROR = 0;
  static final int INTERNAL_ERROR = 2;
  static final int REFUSED_STREAM = 7;
  static final int CANCEL = 8;
  static final int ENHANCE_YOUR_CALM = 11;

  /** The field {@code :status: 200}, as RFC 7541 appendix A numbers it. */
  static final byte[] STATUS_200 = {(byte) 0x88};

  static final int FRAME_MAX = 16_384;

  private static final int PREFACE_BYTES = 24;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int CONTINUATION = 9;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  private final RawPeer peer;
  private final DataInputStream in;

  private H2Peer(RawPeer peer) {
    this.peer = peer;
    this.in = new DataInputStream(peer.in());
  }

  /** Greets, as both sides do at first. */
  static H2Peer greet(RawPeer peer) throws IOException {
    H2Peer h2 = new H2Peer(peer);
    h2.in.skipNBytes(PREFACE_BYTES);
    h2.frame(SETTINGS, 0, 0);
    return h2;
  }

  /** Reads one whole request and tells its stream. */
  int request() throws IOException {
    while (true) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      in.skipNBytes(length);
      if (type == SETTINGS && (flags & ACK) == 0) {
        frame(SETTINGS, ACK, 0);
      }
      if (type == GOAWAY) {
        throw new EOFException("the client said goodbye");
      }
      if ((type == HEADERS || type == DATA) && (flags & END_STREAM) != 0) {
        peer.arrived("stream " + stream);
        return stream;
      }
    }
  }

  void headers(int stream, byte... block) throws IOException {
    frame(HEADERS, END_HEADERS, stream, block);
  }

  void data(int stream, byte... bytes) throws IOException {
    frame(DATA, 0, stream, bytes);
  }

  void reset(int stream, int error) throws IOException {
    frame(RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(error).array());
  }

  void goAway(int lastStream, int error) throws IOException {
    frame(GOAWAY, 0, 0, ByteBuffer.allocate(8).putInt(lastStream).putInt(error).array());
  }

  void tooLargeFrame(int stream) throws IOException {
    peer.write(Arrays.copyOf(head(0xffffff, DATA, 0, stream).array(), 9));
  }

  void pingForever() throws IOException {
    peer.writeForever(head(8, PING, 0, 0).putLong(0).array());
  }

  void continueForever(int stream) throws IOException {
    frame(HEADERS, 0, stream, STATUS_200);
    // A new field that is not indexed, as RFC 7541 section 6.2.2 writes it, with "a: b".
    byte[] field = {0, 1, 'a', 1, 'b'};
    int fields = FRAME_MAX / field.length;
    ByteBuffer frame = head(fields * field.length, CONTINUATION, 0, stream);
    for (int i = 0; i < fields; i++) {
      frame.put(field);
    }
    peer.writeForever(written(frame));
  }

  private void frame(int type, int flags, int stream, byte... payload) throws IOException {
    ByteBuffer frame = head(payload.length, type, flags, stream).put(payload);
    peer.write(written(frame));
  }

  private static byte[] written(ByteBuffer frame) {
    byte[] bytes = new byte[frame.flip().remaining()];
    frame.get(bytes);
    return bytes;
  }

  private static ByteBuffer head(int length, int type, int flags, int stream) {
    return ByteBuffer.allocate(9 + Math.min(length, FRAME_MAX))
        .put((byte) (length >> 16))
        .putShort((short) length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream);
  }
}
