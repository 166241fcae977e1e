package dev.holdfast.client.transport;

import java.net.http.HttpClient;
import java.util.Set;

class JdkTransportFaultsTest extends TransportContract {

  @Override
  protected Transport transport(Setup setup) {
    JdkOptions options = JdkOptions.DEFAULT.tls(setup.tls());
    if (setup.http2()) {
      options = options.version(HttpClient.Version.HTTP_2);
    }
    return JdkTransport.create(setup.proxy() == null ? options : options.proxy(setup.proxy()));
  }

  @Override
  protected Set<String> names() {
    return Resends.ofReads(System::getProperty) ? Set.of("jdk", "jdk-resending") : Set.of("jdk");
  }
}
