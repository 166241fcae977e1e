package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Vendor.HOUR;
import static dev.holdfast.testing.plugins.Vendor.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.Client;
import dev.holdfast.client.Meta;
import dev.holdfast.client.plugins.Cache;
import dev.holdfast.client.plugins.Failover;
import dev.holdfast.core.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Failover outside and inside of cache, on one store. */
class FailoverWithCacheTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Vendor vendor = new Vendor().serves("/a", "1");
  private final Failover failover = Failover.in(vendor.store);
  private final Cache cache = Cache.in(vendor.store, MINUTE);

  private static Meta get(Client client) {
    return client.get("/a", Integer.class).meta();
  }

  private static Meta fresh(int requests, Duration after) {
    return new Meta(requests, Duration.ZERO, START.plus(after), false);
  }

  private static Meta stale(int requests) {
    return new Meta(requests, Duration.ZERO, START, true);
  }

  @Test
  void one_store_serves_both_under_two_keys() {
    get(vendor.client(failover, cache));

    assertThat(vendor.store.entries.keySet())
        .hasSize(2)
        .anyMatch(key -> key.startsWith("failover:holdfast:"))
        .anyMatch(key -> key.startsWith("holdfast:"));
  }

  @Test
  void failover_outside_keeps_the_time_of_the_request_for_a_cached_answer() {
    Client client = vendor.client(failover, cache);
    assertThat(get(client)).isEqualTo(fresh(1, Duration.ZERO));
    vendor.time.advance(MINUTE.dividedBy(2));
    assertThat(get(client)).isEqualTo(fresh(0, Duration.ZERO));
    vendor.down(503);
    vendor.time.advance(HOUR);

    assertThat(get(client)).isEqualTo(stale(1));
    assertThat(get(client)).isEqualTo(stale(1));
    vendor.up();
    assertThat(get(client)).isEqualTo(fresh(1, HOUR.plus(MINUTE.dividedBy(2))));
  }

  @Test
  void failover_outside_measures_the_age_from_the_request_and_not_from_the_cached_answer() {
    Client client = vendor.client(failover.maxAge(MINUTE), cache);
    get(client);
    vendor.time.advance(MINUTE.dividedBy(2));
    get(client);
    vendor.down(503);

    vendor.time.advance(MINUTE.dividedBy(2));
    assertThat(get(client)).isEqualTo(stale(1));
    vendor.time.advance(Duration.ofMillis(1));
    assertThat(Plugs.error(() -> get(client)).code()).isEqualTo(ErrorCode.PROVIDER);
  }

  @Test
  void failover_inside_tries_the_vendor_at_every_read_of_an_outage() {
    Client client = vendor.client(cache, failover);
    assertThat(get(client)).isEqualTo(fresh(1, Duration.ZERO));
    assertThat(get(client)).isEqualTo(fresh(0, Duration.ZERO));
    vendor.down(503);
    vendor.time.advance(HOUR);

    assertThat(get(client)).isEqualTo(stale(1));
    assertThat(get(client)).isEqualTo(stale(1));
    vendor.up();
    assertThat(get(client)).isEqualTo(fresh(1, HOUR));
    assertThat(get(client)).isEqualTo(fresh(0, HOUR));
  }
}
