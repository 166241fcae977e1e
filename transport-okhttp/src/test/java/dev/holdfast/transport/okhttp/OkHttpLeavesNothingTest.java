package dev.holdfast.transport.okhttp;

import dev.holdfast.client.LeavesNothingContract;
import dev.holdfast.client.transport.Transport;

class OkHttpLeavesNothingTest extends LeavesNothingContract {
  @Override
  protected Transport transport() {
    return OkHttpTransport.create();
  }
}
