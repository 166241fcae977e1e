package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Crm.READ;
import static dev.holdfast.testing.plugins.Plugs.error;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.plugins.Redact;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.ErrorCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RedactTest {
  private static final Operation WRITE = Operation.write("POST", "/contacts").body(Map.of());

  private final Crm crm = new Crm();
  private final Client client = crm.client(Redact.fields("items[].phone", "email"));

  record Contact(String email, int age) {}

  @Test
  void a_read_shows_a_mask_and_all_else() {
    crm.json("{\"email\": \"hush\", \"age\": 7}");

    assertThat(client.call(READ, Contact.class).value()).isEqualTo(new Contact("***", 7));
    assertThat(new String(client.call(READ, byte[].class).value(), UTF_8))
        .isEqualTo("{\"email\": \"***\", \"age\": 7}");
  }

  @Test
  void a_write_shows_a_mask_too() {
    crm.json("{\"email\": \"hush\"}");

    assertThat(client.call(WRITE, Object.class).value()).isEqualTo(Map.of("email", "***"));
  }

  @Test
  void a_walk_shows_masks_and_goes_on_from_page_to_page() {
    crm.json("{\"items\": [{\"phone\": \"1\"}], \"next\": \"b\"}")
        .json("{\"items\": [{\"phone\": null}, {\"phone\": 3}]}");
    Client masksNext = crm.client(Redact.fields("items[].phone", "next"));

    List<Object> all = masksNext.listAll(Operation.get("/contacts"), Object.class).value();

    assertThat(all.toString()).isEqualTo("[{phone=***}, {phone=null}, {phone=***}]");
    assertThat(crm.provider.requests().getLast().url()).endsWith("?cursor=b");
  }

  @Test
  void an_empty_answer_stays_empty() {
    crm.provider.answer(204);

    assertThat(client.call(WRITE, Object.class).value()).isNull();
  }

  @Test
  void a_read_that_is_no_json_fails_and_shows_nothing_of_it() {
    crm.json("email: hush");

    CallError error = error(() -> client.call(READ, byte[].class));

    assertThat(error.code()).isEqualTo(ErrorCode.PROVIDER);
    assertThat(error.message()).isEqualTo("The answer of crm could not be redacted: no JSON");
    assertThat(error.permanent()).isTrue();
    assertThat(error.sent()).isEqualTo(CallEnding.Sent.ANSWERED);
  }

  @Test
  void a_write_that_answers_with_no_json_was_done_all_the_same_and_shows_nothing() {
    crm.json("hush");

    assertThat(client.call(WRITE, Void.class).value()).isNull();
    assertThat(client.call(WRITE, byte[].class).value()).isEmpty();
  }

  @Test
  void a_number_that_is_masked_does_not_fit_any_more_and_the_error_says_why() {
    crm.json("{\"email\": \"hush\", \"age\": 4711}");

    CallError error = error(() -> crm.client(Redact.fields("age")).call(READ, Contact.class));

    assertThat(error.message())
        .isEqualTo("The answer of crm does not fit once redacted: JSON that does not fit Contact");
  }

  @Test
  void items_that_are_masked_as_a_whole_are_no_page() {
    crm.json("{\"items\": [1]}");
    Client masksAll = crm.client(Redact.fields("items"));

    assertThat(error(() -> masksAll.listAll(READ, Object.class)).message())
        .isEqualTo("The answer of crm does not fit once redacted: no page");
  }

  private CallException failure(Options options) {
    return catchThrowableOfType(
        CallException.class, () -> client.call(READ, Object.class, options));
  }

  @Test
  void an_error_shows_its_body_only_where_nothing_in_it_is_to_be_masked() {
    crm.provider
        .answer(422, Map.of(), "{\"field\": \"age\"}")
        .answer(422, Map.of(), "{\"email\": \"hush\"}")
        .answer(422, Map.of(), "<p>hush</p>");

    assertThat(failure(Options.none()).body()).isPresent();
    CallException second = failure(Options.none());
    CallException third = failure(Options.none());

    assertThat(second.body()).isEmpty();
    assertThat(third.body()).isEmpty();
    assertThat(second.error().status()).hasValue(422);
    assertThat(second.getStackTrace())
        .noneMatch(frame -> frame.getClassName().contains("ErrorMask"));
  }

  @Test
  void the_cause_of_an_error_shows_no_such_body_either() {
    crm.provider.answer(503, Map.of(), "{\"email\": \"hush\"}");

    CallException error = failure(Options.none().retries(3).maxRequests(2));

    assertThat(error.getCause())
        .isInstanceOfSatisfying(
            CallException.class,
            cause -> {
              assertThat(cause.error().status()).hasValue(503);
              assertThat(cause.body()).isEmpty();
            });
    StringWriter trace = new StringWriter();
    error.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).doesNotContain("hush");
  }

  @Test
  void a_redact_without_a_path_is_refused() {
    assertThatThrownBy(Redact::fields)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("redact must be given a path at least but had none");
  }
}
