package dev.holdfast.transport.okhttp;

import dev.holdfast.client.transport.Transport;
import dev.holdfast.client.transport.TransportContract;
import java.security.cert.X509Certificate;
import java.util.Set;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;

class OkHttpTransportFaultsTest extends TransportContract {

  @Override
  protected Transport transport(Setup setup) {
    OkHttpClient.Builder client =
        new OkHttpClient.Builder().sslSocketFactory(setup.tls().getSocketFactory(), new Unasked());
    if (setup.proxy() != null) {
      client.proxySelector(setup.proxy());
    }
    return OkHttpTransport.create(
        OkHttpOptions.defaults().client(client.build()).http2(setup.http2()));
  }

  @Override
  protected Set<String> names() {
    return Set.of("okhttp");
  }

  @Override
  protected boolean watchesIdleConnections() {
    return false;
  }

  /** OkHttp wants to be told who is trusted, for pinning; the sockets' own context decides. */
  private static final class Unasked implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
      throw new AssertionError("asked");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
      throw new AssertionError("asked");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
