package dev.holdfast.guide;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.ClientBuilder;
import dev.holdfast.client.HttpApi;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualRuntime;
import dev.holdfast.testing.VirtualTime;

/** What the samples share. */
final class SetUpSample {
  private SetUpSample() {}

  // region client
  /** A client of a CRM that follows a script, on virtual time, with chance always at a half. */
  static ClientBuilder client(ScriptedProvider crm, VirtualTime time) {
    HttpApi api =
        HttpApi.named("crm")
            .baseUrl("https://crm.example/v1")
            .bearer("made-up-token")
            .idempotencyKeys()
            .build();
    return Client.of(api).transport(crm).runtime(VirtualRuntime.forCalls(time, () -> 0.5));
  }

  /** What is known of a call that must fail. */
  static CallError failure(Runnable call) {
    try {
      call.run();
    } catch (CallException e) {
      return e.error();
    }
    throw new AssertionError("call must fail but succeeded");
  }
  // endregion
}
