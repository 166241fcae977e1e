package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Der.bits;
import static dev.holdfast.client.transport.Der.bytes;
import static dev.holdfast.client.transport.Der.sequence;
import static dev.holdfast.client.transport.Der.tagged;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;

/** Servers' certificates, made anew for each run, and a client that trusts their authority. */
final class TestTls {
  private static final char[] PASSWORD = {};
  private static final String NEVER = "21200101000000Z";
  private static final String LONG_AGO = "20210101000000Z";

  private static final Authority OURS = new Authority("Test");

  /** Trusts the authority of all but {@link #UNTRUSTED}. */
  static final SSLContext CLIENT = OURS.trusted();

  /** A server at the loopback address. */
  static final SSLContext SERVER = OURS.server("127.0.0.1", NEVER);

  static final SSLContext OTHER_HOST = OURS.server("127.0.0.2", NEVER);
  static final SSLContext EXPIRED = OURS.server("127.0.0.1", LONG_AGO);
  static final SSLContext UNTRUSTED = new Authority("Other").server("127.0.0.1", NEVER);

  private TestTls() {}

  /** TLS over a server's connections, its handshake done. */
  static RawServer.Layer layer(SSLContext server, boolean clientCertificate, String... protocols) {
    return socket -> {
      SSLSocket tls =
          (SSLSocket) server.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
      tls.setUseClientMode(false);
      SSLParameters parameters = tls.getSSLParameters();
      parameters.setNeedClientAuth(clientCertificate);
      parameters.setApplicationProtocols(protocols);
      tls.setSSLParameters(parameters);
      tls.startHandshake();
      return tls;
    };
  }

  private static final class Authority {
    private final X500Principal name;
    private final KeyPair keys = keys();
    private final X509Certificate certificate;

    Authority(String name) {
      this.name = new X500Principal("CN=" + name);
      // basicConstraints: an authority.
      byte[] extension = sequence(Der.oid(85, 29, 19), Der.TRUE, bytes(4, sequence(Der.TRUE)));
      this.certificate = sign(this.name, keys, NEVER, extension);
    }

    SSLContext trusted() {
      try {
        KeyStore store = store();
        store.setCertificateEntry("authority", certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
      } catch (GeneralSecurityException | IOException e) {
        throw new IllegalStateException(e);
      }
    }

    SSLContext server(String address, String until) {
      KeyPair own = keys();
      byte[] ip = new byte[4];
      String[] parts = address.split("\\.", -1);
      for (int i = 0; i < ip.length; i++) {
        ip[i] = (byte) Integer.parseInt(parts[i]);
      }
      // subjectAltName: an IP address.
      byte[] extension = sequence(Der.oid(85, 29, 17), bytes(4, sequence(bytes(0x87, ip))));
      X509Certificate leaf = sign(new X500Principal("CN=server"), own, until, extension);
      try {
        KeyStore store = store();
        store.setKeyEntry("server", own.getPrivate(), PASSWORD, new X509Certificate[] {leaf});
        KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        KeyStore clients = store();
        clients.setCertificateEntry("authority", certificate);
        trust.init(clients);
        context.init(managers.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
      } catch (GeneralSecurityException | IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private X509Certificate sign(
        X500Principal subject, KeyPair subjectKeys, String until, byte[] extension) {
      // ecdsa-with-SHA256
      byte[] algorithm = sequence(Der.oid(42, 134, 72, 206, 61, 4, 3, 2));
      byte[] toSign =
          sequence(
              tagged(0xa0, Der.integer(BigInteger.TWO)),
              Der.integer(BigInteger.valueOf(subjectKeys.getPublic().hashCode() & 0xffffL)),
              algorithm,
              name.getEncoded(),
              sequence(time("20200101000000Z"), time(until)),
              subject.getEncoded(),
              subjectKeys.getPublic().getEncoded(),
              tagged(0xa3, sequence(extension)));
      return certificate(sequence(toSign, algorithm, bits(signature(keys.getPrivate(), toSign))));
    }
  }

  private static byte[] time(String generalized) {
    return bytes(0x18, generalized.getBytes(US_ASCII));
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore store() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    return store;
  }

  private static byte[] signature(PrivateKey key, byte[] signed) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key);
      signature.update(signed);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate certificate(byte[] der) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
