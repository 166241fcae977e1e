package dev.holdfast.client;

import dev.holdfast.client.transport.JdkTransport;
import dev.holdfast.client.transport.Transport;

class JdkLeavesNothingTest extends LeavesNothingContract {
  @Override
  protected Transport transport() {
    return JdkTransport.create();
  }
}
