package dev.holdfast.guide;

import static dev.holdfast.guide.SetUpSample.client;
import static dev.holdfast.guide.SetUpSample.failure;

import dev.holdfast.client.CallError;
import dev.holdfast.client.Client;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualTime;
import java.util.Map;

/** The samples of errors.md. */
final class ErrorsSample {
  private ErrorsSample() {}

  static void fields() {
    // region fields
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script =
        ScriptedProvider.on(time).answer(429, Map.of("Retry-After", "30"), "");
    Client crm = client(script, time).build();

    CallError error = failure(() -> crm.get("/campaigns", Object.class, Options.none().retries(1)));

    System.out.println(error);
    System.out.println("permanent  " + error.permanent());
    System.out.println("status     " + error.status());
    System.out.println("retryAfter " + error.retryAfter());
    System.out.println("sent       " + error.sent());
    System.out.println("attempts   " + error.attempts());
    System.out.println("stop       " + error.stop());
    // endregion
  }

  // region what_to_do
  static String whatToDo(CallError error) {
    return switch (error.code()) {
      case PROVIDER, RATE_LIMITED ->
          error.permanent() ? "it was cancelled, or never works" : "try again later";
      case UNAUTHORIZED -> "look at the key";
      case NOT_FOUND -> "take the record off the list";
      case INVALID, UNSUPPORTED -> "fix the caller";
    };
  }

  static void what_to_do() {
    for (int status : new int[] {503, 429, 401, 404, 422}) {
      VirtualTime time = VirtualTime.create();
      Client crm = client(ScriptedProvider.on(time).answer(status), time).build();
      CallError error = failure(() -> crm.get("/campaigns/7", Object.class));
      System.out.println(error + " -> " + whatToDo(error));
    }
  }

  // endregion

  static void sent() {
    // region sent
    Operation write = Operation.write("POST", "/payments").body(Map.of("amount", 42));
    VirtualTime time = VirtualTime.create();
    ScriptedProvider[] fates = {
      ScriptedProvider.on(time).offline(),
      ScriptedProvider.on(time).broken(),
      ScriptedProvider.on(time).hang(),
      ScriptedProvider.on(time).answer(500)
    };
    for (ScriptedProvider fate : fates) {
      Client crm = client(fate, time).build();
      CallError error = failure(() -> crm.call(write, Object.class));
      System.out.println(
          error.sent() + ", " + error.attempts() + " attempt(s): " + error.message());
    }
    // endregion
  }
}
