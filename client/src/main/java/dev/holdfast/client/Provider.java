package dev.holdfast.client;

import dev.holdfast.client.transport.Transport;

/**
 * What all calls of a client have in common.
 *
 * @param adapter the provider's own rules
 * @param transport what sends
 * @param codec reads and writes bodies
 * @param loop what tries again
 * @param gate what keeps to the provider's limits
 */
record Provider(
    Adapter adapter, Transport transport, JsonCodec codec, AttemptLoop loop, RateGate gate) {

  String name() {
    return loop.name();
  }
}
