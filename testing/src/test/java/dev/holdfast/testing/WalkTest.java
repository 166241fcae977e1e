package dev.holdfast.testing;

import static dev.holdfast.testing.Calls.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.Page;
import dev.holdfast.client.Result;
import dev.holdfast.client.Walk;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class WalkTest {
  private static final Operation LIST = Operation.get("/numbers").with("even", true);

  private final Calls calls = new Calls();

  private static String page(String items, String next) {
    return "{\"items\": [%s], \"next\": %s}".formatted(items, next);
  }

  private Calls threePages() {
    return calls.json(page("1, 2", "\"b\"")).json(page("3", "\"c\"")).json(page("4", "null"));
  }

  @Test
  void a_whole_list_is_read_page_by_page() {
    threePages();

    Result<List<Integer>> all = calls.client().listAll(LIST, Integer.class);

    assertThat(all.value()).containsExactly(1, 2, 3, 4);
    assertThat(all.meta().requests()).isEqualTo(3);
    assertThat(calls.provider.requests())
        .extracting(request -> request.uri().toString())
        .containsExactly(
            "http://example.test/numbers?even=true",
            "http://example.test/numbers?even=true&cursor=b",
            "http://example.test/numbers?even=true&cursor=c");
  }

  @Test
  void each_page_is_retried_on_its_own() {
    calls.json(page("1", "\"b\"")).provider.answer(503, 503, 503, 503);
    calls.json(page("2", "\"c\"")).provider.answer(503, 503, 503, 503);
    calls.json(page("3", "null"));

    Result<List<Integer>> all = calls.client().listAll(LIST, Integer.class);

    assertThat(all.value()).containsExactly(1, 2, 3);
    assertThat(all.meta().requests()).isEqualTo(11);
    assertThat(all.meta().fetchedAt()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
  }

  @Test
  void each_page_tells_its_own_story() {
    calls.json(page("1", "\"b\"")).provider.answer(503);
    calls.json(page("2", "null"));
    Walk<Integer> walk = calls.client().walk(LIST, Integer.class);

    List<Page<Integer>> pages = new ArrayList<>();
    walk.forEach(pages::add);

    assertThat(pages).extracting(page -> page.meta().requests()).containsExactly(1, 2);
    assertThat(pages)
        .extracting(Page::cursor)
        .map(each -> each.orElse("none"))
        .containsExactly("b", "none");
    assertThat(walk.meta().requests()).isEqualTo(3);
  }

  @Test
  void a_walk_that_stops_early_sends_no_more() {
    threePages();

    Iterator<Page<Integer>> pages = calls.client().walk(LIST, Integer.class).iterator();
    assertThat(pages.hasNext()).isTrue();
    pages.next();

    assertThat(calls.provider.count()).isEqualTo(1);
  }

  @Test
  void a_walk_can_begin_at_a_continuation() {
    calls.json(page("4", "null"));

    calls.client().listAll(LIST.at("c"), Integer.class);

    assertThat(calls.provider.requests().getFirst().uri()).hasQuery("even=true&cursor=c");
  }

  @Test
  void the_budget_holds_for_the_whole_walk() {
    threePages();

    CallError error =
        error(() -> calls.client().listAll(LIST, Integer.class, Options.none().maxRequests(2)));

    assertThat(error.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(error.message()).isEqualTo("The call used its budget of 2 request(s) to example");
    assertThat(error.stop()).contains(StopReason.BUDGET);
    assertThat(calls.provider.count()).isEqualTo(2);
    assertThat(
            calls
                .client()
                .listAll(LIST.at("c"), Integer.class, Options.none().maxRequests(1))
                .value())
        .containsExactly(4);
  }

  @Test
  void the_deadline_counts_from_the_first_page() {
    calls.json(page("1", "\"b\"")).provider.answer(503);

    CallError error =
        error(() ->
            calls
                .client()
                .listAll(LIST, Integer.class, Options.none().deadline(Duration.ofMillis(1_400))));

    // 500 ms fit, and 1,000 ms more do not.
    assertThat(error.timedOut()).isTrue();
    assertThat(calls.provider.count()).isEqualTo(3);
  }

  @Test
  void a_page_that_would_begin_past_the_deadline_is_not_sent() {
    threePages();
    Walk<Integer> walk =
        calls.client().walk(LIST, Integer.class, Options.none().deadline(Duration.ofSeconds(1)));
    Iterator<Page<Integer>> pages = walk.iterator();
    pages.next();
    calls.time.advance(Duration.ofSeconds(1));
    pages.next();
    calls.time.advance(Duration.ofMillis(1));

    CallError error = error(pages::next);

    assertThat(error.message()).isEqualTo("The call passed its deadline of 1000 ms to example");
    assertThat(error.timedOut()).isTrue();
    assertThat(error.stop()).contains(StopReason.DEADLINE);
    assertThat(calls.provider.count()).isEqualTo(2);
  }

  @Test
  void a_walk_that_failed_says_so_again_and_never_looks_finished() {
    calls.json(page("1", "\"b\"")).provider.answer(400, Map.of(), "");
    Walk<Integer> walk = calls.client().walk(LIST, Integer.class);
    CallException failure = catchThrowableOfType(CallException.class, walk::all);

    assertThat(walk.iterator().hasNext()).isTrue();
    assertThatThrownBy(walk::all).isSameAs(failure);
    assertThat(calls.provider.count()).isEqualTo(2);
  }

  @Test
  void a_write_is_not_walked() {
    assertThatThrownBy(() -> calls.client().walk(Operation.write("POST", "/search"), Integer.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a walk must be of a read but was of WRITE POST /search");
  }

  @Test
  void a_cursor_that_comes_again_is_an_error() {
    calls.json(page("1", "\"b\"")).json(page("2", "\"c\"")).json(page("3", "\"b\""));

    CallError error = error(() -> calls.client().listAll(LIST, Integer.class));

    assertThat(error.code()).isEqualTo(ErrorCode.PROVIDER);
    assertThat(error.message())
        .isEqualTo("The walk through example came to a page again where it had been");
    assertThat(calls.provider.count()).isEqualTo(3);
  }

  @Test
  void a_walk_has_a_cap_of_pages() {
    threePages();

    assertThat(calls.client().walk(LIST, Integer.class).pagesMax(3).all().value()).hasSize(4);

    CallError error =
        error(() -> {
          Calls other = new Calls();
          other.json(page("1", "\"b\"")).json(page("2", "\"c\"")).json(page("3", "\"d\""));
          other.client().walk(LIST, Integer.class).pagesMax(2).all();
        });
    assertThat(error.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(error.message()).isEqualTo("The walk through example had more than 2 page(s)");
  }

  @Test
  void a_cap_of_no_pages_is_refused() {
    assertThatThrownBy(() -> calls.client().walk(LIST, Integer.class).pagesMax(0))
        .hasMessage("pagesMax must be at least 1 but was 0");
  }

  @Test
  void a_page_without_its_list_is_the_provider_s_failure() {
    calls.json("{\"next\": null}");

    CallError error = error(() -> calls.client().listAll(LIST, Integer.class));

    assertThat(error.code()).isEqualTo(ErrorCode.PROVIDER);
    assertThat(error.message()).endsWith("page must have a list at 'items' but had none");
  }

  @Test
  void a_record_that_does_not_fit_is_the_provider_s_failure() {
    calls.json(page("\"hush\"", "null"));

    CallError error = error(() -> calls.client().listAll(LIST, Integer.class));

    assertThat(error.code()).isEqualTo(ErrorCode.PROVIDER);
    assertThat(error.message()).doesNotContain("hush");
  }

  @Test
  void a_list_of_a_provider_that_does_not_page_is_unsupported() {
    calls.json("[1]");
    Client client = calls.builder(HttpApi.named("crm").baseUrl("http://crm.test")).build();

    assertThat(error(() -> client.listAll(LIST, Integer.class)).code())
        .isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(calls.provider.count()).isZero();
  }

  @Test
  void a_walk_that_has_ended_has_no_more() {
    calls.json(page("", "null"));
    Iterator<Page<Integer>> pages = calls.client().walk(LIST, Integer.class).iterator();
    assertThat(pages.next().items()).isEmpty();

    assertThatThrownBy(pages::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void numbers_lead_on_until_a_page_is_not_full() {
    calls.provider.answer(200, Map.of(), "[1, 2]").answer(200, Map.of(), "[3]");
    Client client =
        calls
            .builder(Calls.api().pages(new dev.holdfast.client.PageRule.Numbered("", "page", 1, 2)))
            .build();

    assertThat(client.listAll(LIST, Integer.class).value()).containsExactly(1, 2, 3);
  }

  @Test
  void numbers_lead_on_from_the_page_that_the_caller_asked_for() {
    calls.provider.answer(200, Map.of(), "[1, 2]").answer(200, Map.of(), "[3]");
    Client client =
        calls
            .builder(Calls.api().pages(new dev.holdfast.client.PageRule.Numbered("", "page", 1, 2)))
            .build();

    client.listAll(Operation.get("/numbers").with("page", 3), Integer.class);

    assertThat(calls.provider.requests().getLast().uri()).hasQuery("page=4");
    assertThat(
            error(() ->
                    client.listAll(Operation.get("/numbers").with("page", "hush"), Integer.class))
                .message())
        .endsWith("page must be the number of a page but was none");
  }
}
