package dev.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.CallOutcome.Failure;
import dev.holdfast.core.CallOutcome.Next;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CallTableTest {

  private static CallOutcome outcome(CallEnding ending, OperationKind operation) {
    return CallTable.outcome(ending, operation, ServerErrors.MAY_HAVE_ACTED);
  }

  @ParameterizedTest
  @CsvSource({
    // status, what a safe call gets, what an unsafe write gets
    "100, PROVIDER UNAVAILABLE UNAVAILABLE RETRY, PROVIDER OUTCOME_UNKNOWN UNAVAILABLE STOP",
    "199, PROVIDER UNAVAILABLE UNAVAILABLE RETRY, PROVIDER OUTCOME_UNKNOWN UNAVAILABLE STOP",
    "200, success, success",
    "299, success, success",
    "300, PROVIDER INVALID ANSWERED PERMANENT, PROVIDER INVALID ANSWERED PERMANENT",
    "302, PROVIDER INVALID ANSWERED PERMANENT, PROVIDER INVALID ANSWERED PERMANENT",
    "399, PROVIDER INVALID ANSWERED PERMANENT, PROVIDER INVALID ANSWERED PERMANENT",
    "400, INVALID INVALID ANSWERED PERMANENT, INVALID INVALID ANSWERED PERMANENT",
    "401, UNAUTHORIZED UNAUTHORIZED ANSWERED PERMANENT, UNAUTHORIZED UNAUTHORIZED ANSWERED PERMANENT",
    "403, UNAUTHORIZED UNAUTHORIZED ANSWERED PERMANENT, UNAUTHORIZED UNAUTHORIZED ANSWERED PERMANENT",
    "404, NOT_FOUND NOT_FOUND ANSWERED PERMANENT, NOT_FOUND NOT_FOUND ANSWERED PERMANENT",
    "405, INVALID INVALID ANSWERED PERMANENT, INVALID INVALID ANSWERED PERMANENT",
    "408, PROVIDER UNAVAILABLE UNAVAILABLE RETRY, PROVIDER OUTCOME_UNKNOWN UNAVAILABLE STOP",
    "409, INVALID CONFLICT ANSWERED PERMANENT, INVALID CONFLICT ANSWERED PERMANENT",
    "410, INVALID NOT_FOUND ANSWERED PERMANENT, INVALID NOT_FOUND ANSWERED PERMANENT",
    "422, INVALID INVALID ANSWERED PERMANENT, INVALID INVALID ANSWERED PERMANENT",
    "429, RATE_LIMITED RATE_LIMITED UNAVAILABLE RETRY, RATE_LIMITED RATE_LIMITED UNAVAILABLE STOP",
    "499, INVALID INVALID ANSWERED PERMANENT, INVALID INVALID ANSWERED PERMANENT",
    "500, PROVIDER UNAVAILABLE UNAVAILABLE RETRY, PROVIDER OUTCOME_UNKNOWN UNAVAILABLE STOP",
    "501, PROVIDER UNAVAILABLE UNAVAILABLE PERMANENT, PROVIDER OUTCOME_UNKNOWN UNAVAILABLE PERMANENT",
    "502, PROVIDER UNAVAILABLE UNAVAILABLE RETRY, PROVIDER OUTCOME_UNKNOWN UNAVAILABLE STOP",
    "503, PROVIDER UNAVAILABLE UNAVAILABLE RETRY, PROVIDER UNAVAILABLE UNAVAILABLE STOP",
    "504, PROVIDER UNAVAILABLE UNAVAILABLE RETRY, PROVIDER OUTCOME_UNKNOWN UNAVAILABLE STOP",
    "505, PROVIDER UNAVAILABLE UNAVAILABLE PERMANENT, PROVIDER OUTCOME_UNKNOWN UNAVAILABLE PERMANENT",
    "520, PROVIDER UNAVAILABLE UNAVAILABLE STOP, PROVIDER OUTCOME_UNKNOWN UNAVAILABLE STOP",
    "600, PROVIDER UNAVAILABLE UNAVAILABLE STOP, PROVIDER OUTCOME_UNKNOWN UNAVAILABLE STOP",
  })
  void reads_each_status_for_calls_safe_and_unsafe(int status, String safe, String unsafe) {
    CallEnding plain = new CallEnding.Answered(status);
    CallEnding asking = new CallEnding.AnsweredRetryAfter(status, Duration.ofSeconds(5));

    assertThat(shown(outcome(plain, OperationKind.READ))).isEqualTo(safe);
    assertThat(shown(outcome(plain, OperationKind.KEYED_WRITE))).isEqualTo(safe);
    assertThat(shown(outcome(plain, OperationKind.WRITE))).isEqualTo(unsafe);
    assertThat(outcome(asking, OperationKind.READ)).isEqualTo(outcome(plain, OperationKind.READ));
    assertThat(outcome(asking, OperationKind.WRITE)).isEqualTo(outcome(plain, OperationKind.WRITE));
  }

  private static String shown(CallOutcome outcome) {
    return switch (outcome) {
      case CallOutcome.Success success -> "success";
      case CallOutcome.GivenBack back -> "given back";
      case Failure f -> f.code() + " " + f.kind() + " " + f.verdict() + " " + f.next();
    };
  }

  @Test
  void an_answer_tells_the_breaker_that_the_provider_is_up_whatever_it_says() {
    assertThat(outcome(new CallEnding.Answered(204), OperationKind.READ).verdict())
        .isEqualTo(BreakerVerdict.ANSWERED);
    assertThat(outcome(new CallEnding.Cancelled(Sent.NO), OperationKind.READ).verdict())
        .isEqualTo(BreakerVerdict.NO_CALL);
  }

  @Test
  void a_provider_that_fails_before_it_acts_makes_no_write_unknown() {
    CallOutcome outcome =
        CallTable.outcome(
            new CallEnding.Answered(500), OperationKind.WRITE, ServerErrors.NEVER_ACTED);

    assertThat(shown(outcome)).isEqualTo("PROVIDER UNAVAILABLE UNAVAILABLE STOP");
  }

  @ParameterizedTest
  @EnumSource(OperationKind.class)
  void what_never_left_may_be_sent_again_whatever_it_is(OperationKind operation) {
    assertThat(shown(outcome(new CallEnding.NeverLeft(), operation)))
        .isEqualTo("PROVIDER UNAVAILABLE UNAVAILABLE RETRY");
    assertThat(shown(outcome(new CallEnding.Refused(), operation)))
        .isEqualTo("INVALID INVALID NO_CALL PERMANENT");
    assertThat(shown(outcome(new CallEnding.Capped(), operation)))
        .isEqualTo("RATE_LIMITED RATE_LIMITED NO_CALL STOP");
    assertThat(shown(outcome(new CallEnding.Cancelled(Sent.NO), operation)))
        .isEqualTo("given back");
  }

  @Test
  void without_an_answer_only_a_safe_call_is_known_to_be_harmless() {
    for (CallEnding ending :
        new CallEnding[] {new CallEnding.TimedOut(), new CallEnding.Broken()}) {
      assertThat(shown(outcome(ending, OperationKind.READ)))
          .isEqualTo("PROVIDER UNAVAILABLE UNAVAILABLE RETRY");
      assertThat(shown(outcome(ending, OperationKind.KEYED_WRITE)))
          .isEqualTo("PROVIDER UNAVAILABLE UNAVAILABLE RETRY");
      assertThat(shown(outcome(ending, OperationKind.WRITE)))
          .isEqualTo("PROVIDER OUTCOME_UNKNOWN UNAVAILABLE STOP");
    }
    CallEnding cancelled = new CallEnding.Cancelled(Sent.MAYBE);
    assertThat(shown(outcome(cancelled, OperationKind.READ)))
        .isEqualTo("PROVIDER UNAVAILABLE UNAVAILABLE PERMANENT");
    assertThat(shown(outcome(cancelled, OperationKind.WRITE)))
        .isEqualTo("PROVIDER OUTCOME_UNKNOWN UNAVAILABLE PERMANENT");
  }

  @Test
  void each_ending_tells_what_is_known_of_the_sending() {
    assertThat(new CallEnding.NeverLeft().sent()).isEqualTo(Sent.NO);
    assertThat(new CallEnding.Refused().sent()).isEqualTo(Sent.NO);
    assertThat(new CallEnding.Capped().sent()).isEqualTo(Sent.NO);
    assertThat(new CallEnding.TimedOut().sent()).isEqualTo(Sent.MAYBE);
    assertThat(new CallEnding.Broken().sent()).isEqualTo(Sent.MAYBE);
    assertThat(new CallEnding.Cancelled(Sent.MAYBE).sent()).isEqualTo(Sent.MAYBE);
    assertThat(new CallEnding.Answered(200).sent()).isEqualTo(Sent.ANSWERED);
    assertThat(new CallEnding.AnsweredRetryAfter(503, Duration.ZERO).sent())
        .isEqualTo(Sent.ANSWERED);
  }

  @Test
  void endings_that_cannot_be_are_refused() {
    assertThatThrownBy(() -> new CallEnding.Answered(99))
        .hasMessage("status must be between 100 and 999 but was 99");
    assertThatThrownBy(() -> new CallEnding.AnsweredRetryAfter(1_000, Duration.ZERO))
        .hasMessage("status must be between 100 and 999 but was 1000");
    assertThatThrownBy(() -> new CallEnding.AnsweredRetryAfter(200, Duration.ofMillis(-1)))
        .hasMessage("retryAfter must not be negative but was -1 ms");
    assertThatThrownBy(() -> new CallEnding.Cancelled(Sent.ANSWERED))
        .hasMessage("sent must be NO or MAYBE but was ANSWERED");
  }

  @Test
  void codes_kinds_and_reasons_have_one_spelling() {
    assertThat(ErrorCode.RATE_LIMITED.text()).isEqualTo("RateLimited");
    assertThat(ErrorCode.NOT_FOUND.text()).isEqualTo("NotFound");
    assertThat(AfterAttempt.Reason.WINDOW.text()).isEqualTo("window");
    for (FailureKind kind : FailureKind.values()) {
      assertThat(FailureKind.of(kind.text())).contains(kind);
    }
    assertThat(FailureKind.of("nonsense")).isEmpty();
    assertThat(Next.values()).hasSize(3);
  }
}
