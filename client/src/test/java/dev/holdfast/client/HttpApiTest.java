package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport.Request;
import dev.holdfast.core.CallOutcome.Next;
import dev.holdfast.core.ErrorCode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpApiTest {
  private static final JsonCodec JSON = JsonCodec.jackson();

  private final HttpApiBuilder crm = HttpApi.named("crm").baseUrl("https://host/v1/");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://host/| must start with http:// or https:// but did not",
        "host:9000| must start with http:// or https:// but did not",
        "/payments| must start with http:// or https:// but did not",
        "http:host| must have a host that URLs allow but had none",
        "http:///payments| must have a host that URLs allow but had none",
        "http://my_host/| must have a host that URLs allow but had none",
        "http://host:0/| must have a port between 1 and 65535 but had 0",
        "http://host:65536/| must have a port between 1 and 65535 but had 65536",
        "http://host/?| must not have a query but had one",
        "http://host/?key=hush| must not have a query but had one",
        "http://host/#hush| must not have a fragment but had one",
        "http://me:hush@host/| must not have user info but had some; credentials belong in a header",
        "http://me:hush@my_host/| must not have user info but had some; credentials belong in a header",
        "http://me:hush hush@host/| must be written as URLs are but was not: Illegal character in authority",
      })
  void a_bad_base_url_is_refused_by_name_and_rule(String url, String rule) {
    assertThatThrownBy(() -> HttpApi.named("payments").baseUrl(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("base URL of payments " + rule.strip())
        .hasMessageNotContaining("hush")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://host",
        "HTTPS://host:65535/",
        "http://host:1/api/v1",
        "http://[::1]:9000",
        "http://127.0.0.1"
      })
  void a_good_base_url_is_taken(String url) {
    assertThat(HttpApi.named("payments").baseUrl(url).build().name()).isEqualTo("payments");
  }

  @Test
  void an_adapter_without_a_base_url_is_refused() {
    assertThatThrownBy(() -> HttpApi.named("crm").build())
        .hasMessage("base URL of crm must be given but was not");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "-a", "a\nb", "é"})
  void a_bad_name_is_refused(String name) {
    assertThatThrownBy(() -> HttpApi.named(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("name must be 1 to 64 letters, digits");
  }

  @Test
  void a_name_may_have_64_characters_and_not_65() {
    HttpApi.named("n".repeat(64));

    assertThatThrownBy(() -> HttpApi.named("n".repeat(65)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_get_has_the_base_url_the_path_and_the_arguments_sorted_and_encoded() {
    Request request =
        crm.build().request(Operation.get("/a/{}", "x/y z").with("q", "ü&=").with("b", 1), JSON);

    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.uri()).hasToString("https://host/v1/a/x%2Fy%20z?b=1&q=%C3%BC%26%3D");
    assertThat(request.headers()).isEqualTo(Map.of("Accept", "application/json"));
    assertThat(request.body()).isEmpty();
  }

  @Test
  void an_argument_given_twice_is_sent_twice_and_after_a_query_in_the_path() {
    Request request = crm.build().request(Operation.get("/a?x=1").with("b", 1).with("b", 2), JSON);

    assertThat(request.uri()).hasToString("https://host/v1/a?x=1&b=1&b=2");
  }

  @Test
  void credentials_go_along_and_show_nowhere() {
    HttpApi api = crm.bearer("hush1").headerKey("X-Key", "hush2").queryKey("key", "hush3").build();

    Request request = api.request(Operation.get("/a"), JSON);

    assertThat(request.headers())
        .containsEntry("Authorization", "Bearer hush1")
        .containsEntry("X-Key", "hush2");
    assertThat(request.uri()).hasToString("https://host/v1/a?key=hush3");
    assertThat(api.toString() + request).doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hush\r\nX: y", "hush\n", " hush", "hush ", "hüsh"})
  void a_credential_that_no_header_can_carry_is_refused_without_showing_it(String key) {
    assertThatThrownBy(() -> crm.bearer(key))
        .hasMessage(
            "value of header field Authorization must be visible ASCII, spaces only between"
                + " others, but was not");
    assertThatThrownBy(() -> Operation.get("/a").header("X-Trace", key))
        .hasMessageStartingWith("value of header field X-Trace must be visible ASCII")
        .hasMessageNotContaining("hush");
  }

  @Test
  void an_operation_never_replaces_a_credential() {
    HttpApi api = crm.bearer("hush").build();

    assertThatThrownBy(() -> api.request(Operation.get("/a").header("authorization", "mine"), JSON))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "header field authorization must not be set by an operation, as the credentials of crm"
                + " stand there, but was");
  }

  @Test
  void a_write_carries_its_body_as_json_and_its_key() {
    HttpApi api = crm.idempotencyKeys("X-Once").build();

    Request request =
        api.request(
            Operation.write("PUT", "/a").body(Map.of("id", 42)).header("accept", "*/*").keyed("k"),
            JSON);

    assertThat(request.method()).isEqualTo("PUT");
    assertThat(new String(request.body(), UTF_8)).isEqualTo("{\"id\":42}");
    assertThat(request.headers())
        .containsEntry("Content-Type", "application/json")
        .containsEntry("X-Once", "k")
        .containsEntry("Accept", "*/*");
  }

  @Test
  void bytes_are_sent_as_they_are() {
    byte[] bytes = "{ }".getBytes(UTF_8);

    assertThat(crm.build().request(Operation.write("POST", "/a").body(bytes), JSON).body())
        .isSameAs(bytes);
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without the checker does
  void a_missing_credential_is_named() {
    assertThatThrownBy(() -> crm.bearer(""))
        .hasMessage("credential in Authorization of crm must not be empty but was");
    assertThatThrownBy(() -> crm.headerKey("X-Key", null))
        .hasMessage("credential in X-Key of crm must not be null");
  }

  @Test
  void arguments_are_written_plainly() {
    Operation operation =
        Operation.get("/a")
            .with("a", 1.0)
            .with("b", 1e10)
            .with("c", new BigDecimal("0.10"))
            .with("d", -0.0f)
            .with("e", 7L)
            .with("f", "1.0");

    assertThat(operation.arguments().values().stream().map(List::getFirst))
        .containsExactly("1", "10000000000", "0.1", "0", "7", "1.0");
    assertThatThrownBy(() -> operation.with("x", Double.NaN))
        .hasMessage("argument x must be a finite number but was NaN");
    assertThatThrownBy(() -> operation.with("x", List.of(1, 2)))
        .hasMessage("argument x must be one value but was several: give one after the other");
  }

  @Test
  void an_idempotency_key_is_no_mere_header() {
    Operation write = Operation.write("POST", "/a").header("idempotency-key", "k");

    assertThatThrownBy(() ->
            HttpApi.named("crm")
                .baseUrl("https://host/v1")
                .idempotencyKeys()
                .build()
                .request(write, JSON))
        .hasMessageStartingWith("header field idempotency-key must not be set by an operation");
  }

  @Test
  void a_continuation_leads_to_no_other_host() {
    HttpApi api =
        HttpApi.named("crm").baseUrl("https://host/v1").pages(new PageRule.Link("")).build();

    assertThatThrownBy(() -> api.request(Operation.get("/a").at("@evil.example/"), JSON))
        .hasMessage("continuation must start with one slash but did not");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", ".."})
  void a_segment_never_leads_elsewhere(String id) {
    assertThatThrownBy(() -> Operation.get("/a/{}", id))
        .hasMessage("a segment of a path must not be empty, . or .. but was");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without the checker does
  void segments_must_be_as_many_as_places_for_them() {
    assertThatThrownBy(() -> Operation.get("/a/{id}?key=hush", "b"))
        .hasMessage("path must have a {} for each of its 1 segment(s) but was /a/{id}");
    assertThatThrownBy(() -> Operation.get("/a/{}"))
        .hasMessage("path must be given a segment for each {} but was given 0 for /a/{}");
    assertThatThrownBy(() -> Operation.get("/a/{}", (Object) null))
        .hasMessage("a segment of a path must not be null");
    assertThat(Operation.get("/a/{}/b/{}", "{}", 2).path()).isEqualTo("/a/%7B%7D/b/2");
  }

  @Test
  void a_status_of_the_provider_s_own_is_worth_another_attempt() {
    HttpApi api = crm.alsoRetry(529).build();

    assertThat(api.meaning(Operation.get("/a"), answer(529, ""), JSON))
        .isEqualTo(new Meaning.Failure(ErrorCode.PROVIDER, Next.RETRY));
    assertThat(api.meaning(Operation.write("POST", "/a"), answer(529, ""), JSON))
        .isEqualTo(new Meaning.Failure(ErrorCode.PROVIDER, Next.STOP));
    assertThat(api.meaning(Operation.get("/a"), answer(520, ""), JSON))
        .isEqualTo(new Meaning.Failure(ErrorCode.PROVIDER, Next.STOP));
  }

  @ParameterizedTest
  @ValueSource(ints = {399, 1000})
  void a_status_to_retry_must_be_a_failure(int status) {
    assertThatThrownBy(() -> crm.alsoRetry(status))
        .hasMessage("status to retry must be between 400 and 999 but was " + status);
  }

  @Test
  void a_body_can_say_what_the_status_hides() {
    HttpApi api =
        crm.bodyRule((status, body) ->
                Tree.text(body, "error")
                    .map(error ->
                        error.equals("ratelimited") ? ErrorCode.RATE_LIMITED : ErrorCode.INVALID))
            .build();
    Operation read = Operation.get("/a");

    assertThat(api.meaning(read, answer(200, "{\"error\":\"ratelimited\"}"), JSON))
        .isEqualTo(new Meaning.Failure(ErrorCode.RATE_LIMITED, Next.RETRY));
    assertThat(api.meaning(read, answer(200, "{\"error\":\"bad\"}"), JSON))
        .isEqualTo(new Meaning.Failure(ErrorCode.INVALID, Next.PERMANENT));
    assertThat(api.meaning(read, answer(200, "{}"), JSON)).isEqualTo(new Meaning.Success());
    assertThat(api.meaning(read, answer(200, "<html>"), JSON)).isEqualTo(new Meaning.Success());
    assertThat(api.meaning(read, answer(204, ""), JSON)).isEqualTo(new Meaning.Success());
  }

  @ParameterizedTest
  @CsvSource({
    "1.5, 1500",
    "0, 0",
    "0.0001, 1",
    "-1, none",
    "'\"3\"', none",
    "null, none",
    "1e300, 9223372036854775807"
  })
  void a_body_can_ask_for_a_wait(String number, String millis) {
    HttpApi api = crm.retryAfterAt("error.wait", Duration.ofSeconds(1)).build();

    Optional<Duration> asked =
        api.retryAfter(answer(429, "{\"error\":{\"wait\":" + number + "}}"), JSON);

    assertThat(asked.map(wait -> Long.toString(wait.toMillis())).orElse("none")).isEqualTo(millis);
  }

  @Test
  void a_cursor_leads_on_in_the_place_of_the_argument_that_came_before() {
    HttpApi api = crm.pages(new PageRule.Cursor("data.items", "data.next", "after")).build();
    Operation list = Operation.get("/a").with("after", "start").with("b", 1);
    Object body = Map.of("data", Map.of("items", List.of(1, 2), "next", "n 2"));

    assertThat(api.items(body)).isEqualTo(List.of(1, 2));
    assertThat(api.next(list, Headers.NONE, body)).contains("n 2");
    assertThat(api.request(list.at("n 2"), JSON).uri())
        .hasToString("https://host/v1/a?b=1&after=n%202");
    assertThat(api.next(list, Headers.NONE, Map.of("data", Map.of("next", "")))).isEmpty();
    assertThatThrownBy(() -> api.items(Map.of()))
        .hasMessage("page must have a list at 'data.items' but had none");
  }

  @Test
  void pages_that_are_counted_end_with_one_that_is_not_full() {
    HttpApi api = crm.pages(new PageRule.Numbered("", "page", 1, 2)).build();
    Operation list = Operation.get("/a");

    assertThat(api.next(list, Headers.NONE, List.of(1, 2))).contains("2");
    assertThat(api.next(list.at("2"), Headers.NONE, List.of(1, 2))).contains("3");
    assertThat(api.next(list.at("3"), Headers.NONE, List.of(1))).isEmpty();
    assertThat(api.request(list.at("3"), JSON).uri()).hasToString("https://host/v1/a?page=3");
  }

  @Test
  void a_link_leads_on_below_the_base_url_alone() {
    HttpApi api = crm.pages(new PageRule.Link("")).queryKey("key", "hush").build();
    Operation list = Operation.get("/a").with("b", 1);
    Headers links =
        Headers.of(
            Map.of(
                "link",
                "<https://host/v1/a?page=0>; rel=\"prev\", <https://host/v1/a?page=2,3>;"
                    + " title=x; rel=\"first next\""));

    Optional<String> next = api.next(list, links, List.of());

    assertThat(next).contains("/a?page=2,3");
    assertThat(api.request(list.at(next.orElseThrow()), JSON).uri())
        .hasToString("https://host/v1/a?page=2,3&key=hush");
    assertThat(api.next(list, Headers.NONE, List.of())).isEmpty();
    assertThatThrownBy(() ->
            api.next(
                list, Headers.of(Map.of("Link", "<https://evil/v1/a?hush>; rel=next")), List.of()))
        .hasMessage("link to the next page must lead to the same base URL but led elsewhere");
  }

  @Test
  void a_post_that_only_reads_can_be_named() {
    HttpApi api = crm.knownRead("post", "/search").build();

    assertThat(api.knownRead("POST", "/search")).isTrue();
    assertThat(api.knownRead("POST", "/other")).isFalse();
    assertThat(api.knownRead("GET", "/other")).isTrue();
    assertThat(api.knownRead("HEAD", "/other")).isTrue();
  }

  @Test
  void what_is_built_stays_as_it_is() {
    HttpApi api = crm.build();

    crm.bearer("later").idempotencyKeys();

    assertThat(api.request(Operation.get("/a"), JSON).headers()).doesNotContainKey("Authorization");
    assertThat(api.honoursIdempotencyKeys()).isFalse();
  }

  private static Reply.Answer answer(int status, String body) {
    return new Reply.Answer(status, Headers.NONE, body.getBytes(UTF_8));
  }
}
