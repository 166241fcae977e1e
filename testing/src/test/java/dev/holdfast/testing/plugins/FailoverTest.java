package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Vendor.HOUR;
import static dev.holdfast.testing.plugins.Vendor.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.Page;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.plugins.Failover;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailoverTest {
  private static final Operation LIST = Operation.get("/list");

  private final Vendor vendor =
      new Vendor()
          .serves("/a", "1")
          .serves("/list", "{\"items\": [1, 2], \"next\": \"b\"}")
          .serves("/list?cursor=b", "{\"items\": [3], \"next\": \"c\"}")
          .serves("/list?cursor=c", "{\"items\": [4]}");
  private final Client client = vendor.client(Failover.in(vendor.store));

  @Test
  void a_success_adds_no_request_and_one_store_write() {
    Meta meta = client.get("/a", Integer.class).meta();

    assertThat(meta).isEqualTo(new Meta(1, Duration.ZERO, START, false));
    assertThat(vendor.provider.count()).isEqualTo(1);
    assertThat(vendor.store.log).containsExactly("set PT168H");
  }

  @Test
  void every_success_rewrites_what_is_kept() {
    client.get("/a", Integer.class);
    vendor.time.advance(HOUR);
    vendor.serves("/a", "2");
    client.get("/a", Integer.class);
    vendor.down(503);

    var served = client.get("/a", Integer.class);

    assertThat(served.value()).isEqualTo(2);
    assertThat(served.meta().fetchedAt()).isEqualTo(START.plus(HOUR));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 429, 408, 501, 302, 0})
  void the_vendor_is_tried_first_and_what_that_cost_is_told(int status) {
    client.get("/a", Integer.class);
    vendor.down(status);
    Options twice = Options.none().retries(1);

    Meta meta = client.get("/a", Integer.class, twice).meta();

    assertThat(meta.requests()).isEqualTo(vendor.provider.count() - 1).isBetween(1, 2);
    assertThat(meta.stale()).isTrue();
    assertThat(meta.fetchedAt()).isEqualTo(START);
  }

  @Test
  void an_answer_is_served_at_its_greatest_age_and_not_a_millisecond_later() {
    Client day = vendor.client(Failover.in(vendor.store).maxAge(Duration.ofDays(1)));
    day.get("/a", Integer.class);
    vendor.down(503);

    vendor.time.advance(Duration.ofDays(1));
    assertThat(day.get("/a", Integer.class).meta().stale()).isTrue();

    vendor.time.advance(Duration.ofMillis(1));
    assertThat(Plugs.error(() -> day.get("/a", Integer.class)).toString())
        .isEqualTo("Provider: example responded 503");
  }

  @Test
  void the_age_is_measured_by_a_clock_of_ones_own() {
    client.get("/a", Integer.class);
    vendor.down(503);
    Client later =
        vendor.client(
            Failover.in(vendor.store).clock(() -> START.plus(Duration.ofDays(7)).plusMillis(1)));

    assertThat(Plugs.error(() -> later.get("/a", Integer.class)).code())
        .isEqualTo(ErrorCode.PROVIDER);
  }

  @Test
  void a_walk_is_served_page_by_page_with_each_continuation() {
    client.listAll(LIST, Integer.class);
    vendor.down(503);
    vendor.time.advance(HOUR);
    List<String> pages = new ArrayList<>();

    for (Page<Integer> page : client.walk(LIST, Integer.class)) {
      pages.add(page.items() + " " + page.cursor().orElse("end") + " " + page.meta().stale());
    }

    assertThat(pages).containsExactly("[1, 2] b true", "[3] c true", "[4] end true");
    assertThat(client.listAll(LIST, Integer.class).meta())
        .isEqualTo(new Meta(3, Duration.ZERO, START, true));
  }

  @Test
  void a_walk_ends_with_the_vendors_error_where_a_page_is_missing() {
    client.listAll(LIST, Integer.class);
    vendor.store.entries.values().removeIf(kept -> kept.cursor().orElse("end").equals("c"));
    vendor.down(503);
    List<Integer> items = new ArrayList<>();

    assertThatThrownBy(() -> client.walk(LIST, Integer.class).forEach(p -> items.addAll(p.items())))
        .isInstanceOf(CallException.class)
        .hasMessage("example responded 503");
    assertThat(items).containsExactly(1, 2);
  }

  @Test
  void a_page_and_the_same_read_as_one_thing_are_two() {
    client.get("/list", Map.class);
    client.listAll(LIST, Integer.class);

    assertThat(vendor.store.entries).hasSize(4);
  }

  @Test
  void the_records_of_a_get_many_are_kept_one_by_one() {
    vendor.serves("/r/1", "{\"id\": \"1\"}").serves("/r/2", "{\"id\": \"2\"}");
    client.getMany("/r/{}", List.of("1", "2"), Map.class);
    vendor.down(503);

    var served = client.getMany("/r/{}", List.of("2", "1"), Map.class);

    assertThat(served.value().keySet()).containsExactly("2", "1");
    assertThat(served.meta()).isEqualTo(new Meta(2, Duration.ZERO, START, true));
  }

  @Test
  void a_raw_read_is_kept_and_a_search_by_post_too() {
    vendor.serves("/search", "[9]");
    client.raw().get("/a");
    client.raw().send("POST", "/search", Map.of("q", 1));
    vendor.down(503);

    assertThat(client.raw().get("/a").value()).isEqualTo(1);
    assertThat(client.raw().send("POST", "/search", Map.of("q", 1)).meta().stale()).isTrue();
    assertThat(Plugs.error(() -> client.raw().send("POST", "/search", Map.of("q", 2))).code())
        .isEqualTo(ErrorCode.PROVIDER);
  }

  @Test
  void a_write_is_neither_kept_nor_covered() {
    vendor.serves("/w", "1");
    Operation write = Operation.write("POST", "/w").body(1);
    client.call(write, Integer.class);
    client.call(write.keyed("k"), Integer.class);
    vendor.down(503);

    assertThat(Plugs.error(() -> client.call(write, Integer.class)).status()).hasValue(503);
    assertThat(Plugs.error(() -> client.call(write.keyed("k"), Integer.class)).status())
        .hasValue(503);
    assertThat(vendor.store.log).isEmpty();
  }

  @Test
  void a_cap_of_our_own_is_no_outage() {
    client.getMany("/{}", List.of("a"), Integer.class);
    Options one = Options.none().maxRequests(1);

    assertThat(Plugs.error(() -> client.getMany("/{}", List.of("b", "a"), Object.class, one)))
        .hasToString("RateLimited: The call used its budget of 1 request(s) to example");
  }

  @Test
  void an_aborted_call_is_not_covered() {
    client.get("/a", Integer.class);
    Signal fired = Signal.create();
    fired.fire();
    Options aborted = Options.none().signal(fired);

    assertThat(Plugs.error(() -> client.get("/a", Integer.class, aborted)).aborted()).isTrue();
  }

  @Test
  void what_is_no_error_of_a_call_passes() {
    Plugin broken =
        Plugs.plugin((operation, next, info) -> {
          throw new IllegalStateException("a bug");
        });
    client.get("/a", Integer.class);
    Client buggy = vendor.client(Failover.in(vendor.store), broken);

    assertThatThrownBy(() -> buggy.get("/a", Integer.class)).hasMessage("a bug");
  }

  @Test
  void a_stale_answer_of_an_inner_failover_is_not_kept_as_a_fresh_one() {
    FakeStore outer = new FakeStore();
    Client two = vendor.client(Failover.in(outer), Failover.in(vendor.store));
    client.get("/a", Integer.class);
    vendor.down(503);

    Meta meta = two.get("/a", Integer.class).meta();

    assertThat(meta).isEqualTo(new Meta(1, Duration.ZERO, START, true));
    assertThat(outer.log).isEmpty();
  }

  @Test
  void what_is_read_as_bytes_is_served_as_bytes() {
    vendor.serves("/csv", "id,name");
    client.get("/csv", byte[].class);
    vendor.down(503);

    assertThat(client.get("/csv", byte[].class).value()).asString().isEqualTo("id,name");
  }

  @Test
  void its_options_have_bounds() {
    Failover failover = Failover.in(vendor.store);

    assertThat(failover.name()).isEqualTo("failover");
    assertThat(failover.maxAge(Duration.ofSeconds(1)).maxAge(Duration.ofDays(366))).isNotNull();
    assertThatThrownBy(() -> failover.maxAge(Duration.ofMillis(999)))
        .hasMessage("maxAge must be between 1 s and 366 d but was 999 ms");
    assertThatThrownBy(() -> failover.maxAge(Duration.ofDays(366).plusMillis(1)))
        .hasMessageStartingWith("maxAge must be");
    assertThat(failover.storeTimeout(Duration.ofMillis(1)).storeTimeout(HOUR)).isNotNull();
    assertThatThrownBy(() -> failover.storeTimeout(Duration.ZERO))
        .hasMessage("storeTimeout must be between 1 ms and 1 h but was 0 s");
    assertThatThrownBy(() -> failover.storeTimeout(HOUR.plusMillis(1)))
        .hasMessageStartingWith("storeTimeout must be");
  }
}
