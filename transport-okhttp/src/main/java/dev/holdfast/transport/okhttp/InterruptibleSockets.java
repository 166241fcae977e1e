package dev.holdfast.transport.okhttp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

/**
 * Sockets that an interrupt closes, whatever thread uses them.
 *
 * <p>A read of an ordinary socket ends by an interrupt only on a virtual thread. On a platform
 * thread nothing but a close of the socket ends it, and an interrupt runs no code that could close
 * it: every exchange would have to be handed to another thread. A channel's socket is closed by the
 * interrupt itself. It also lets {@link OneSend} look whether the server has closed it, without
 * waiting.
 */
final class InterruptibleSockets extends SocketFactory {

  @Override
  public Socket createSocket() throws IOException {
    SocketChannel channel = SocketChannel.open();
    // A body is written in pieces: the last would wait until the one before it is acknowledged.
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return channel.socket();
  }

  // OkHttp makes sockets first and connects them then.

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
    throw new UnsupportedOperationException();
  }
}
