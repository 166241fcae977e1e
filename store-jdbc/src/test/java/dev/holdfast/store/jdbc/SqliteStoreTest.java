package dev.holdfast.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.delivery.ClaimRequest;
import dev.holdfast.delivery.ClaimRequest.LaneShare;
import dev.holdfast.delivery.Claimed;
import dev.holdfast.delivery.Emission;
import dev.holdfast.delivery.Event;
import dev.holdfast.delivery.Lane;
import dev.holdfast.delivery.Payload;
import dev.holdfast.delivery.Store;
import dev.holdfast.delivery.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Lane PAYMENTS = new Lane("record_payment", List.of("payments"));

  @TempDir private Path folder;

  private Store open() {
    return SqliteStore.open(folder.resolve("holdfast.db"), () -> START);
  }

  @Test
  void what_was_written_is_there_when_the_file_is_opened_again() {
    try (Store first = open()) {
      emit(first, 1);
    }

    try (Store second = open()) {
      assertThat(claim(second)).hasSize(1);
    }
  }

  @Test
  void the_file_is_its_owners_alone() throws IOException {
    open().close();

    assertThat(Files.getPosixFilePermissions(folder.resolve("holdfast.db")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void a_missing_folder_is_named() {
    Path missing = folder.resolve("nowhere").resolve("holdfast.db");

    assertThatThrownBy(() -> SqliteStore.open(missing, () -> START))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "the SQLite file "
                + missing
                + " can't be created: its folder must exist and be writable");
  }

  @Test
  @Timeout(5)
  void a_file_that_is_no_database_is_named_at_once_and_left_as_it_is() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.db"), "my notes, not a database");

    assertThatThrownBy(() -> SqliteStore.open(file, () -> START))
        .isInstanceOf(StoreException.class)
        .hasMessage("the SQLite file " + file + " can't be opened");
    assertThat(file).hasContent("my notes, not a database");
  }

  @Test
  void an_error_of_the_file_is_told_and_once_it_is_mended_all_works_again() throws IOException {
    Path file = folder.resolve("other.db");
    try (Store writing = SqliteStore.open(file, () -> START)) {
      emit(writing, 1);
    }
    byte[] whole = Files.readAllBytes(file);
    try (Store store = SqliteStore.open(file, () -> START)) {
      Files.write(file, Arrays.copyOf(whole, 5_000));
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> claim(store)).isInstanceOf(StoreException.class);
      }

      Files.write(file, whole);

      assertThat(claim(store)).hasSize(1);
    }
  }

  @Test
  void a_file_that_was_taken_away_is_not_begun_anew() throws IOException {
    Path file = folder.resolve("other.db");
    try (Store store = SqliteStore.open(file, () -> START)) {
      emit(store, 1);
      Files.write(file, new byte[0]);
      assertThatThrownBy(() -> claim(store)).isInstanceOf(StoreException.class);
      Files.delete(file);
      Files.deleteIfExists(folder.resolve("other.db-wal"));
      Files.deleteIfExists(folder.resolve("other.db-shm"));

      assertThatThrownBy(() -> claim(store)).isInstanceOf(StoreException.class);
      assertThat(file).doesNotExist();
    }
  }

  @Test
  void many_may_open_a_fresh_file_at_once() throws Exception {
    Path file = folder.resolve("fresh.db");
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<Store>> opening = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        opening.add(threads.submit(() -> SqliteStore.open(file, () -> START)));
      }
      for (int i = 0; i < opening.size(); i++) {
        try (Store store = opening.get(i).get()) {
          emitOne(store, String.valueOf(i));
        }
      }
    }
    assertThat(folder.resolve("fresh.db.migrating")).doesNotExist();
  }

  @Test
  void a_closed_store_stays_closed() {
    SqliteStore store = SqliteStore.open(folder.resolve("closed.db"), () -> START);
    store.close();

    assertThatThrownBy(() -> claim(store))
        .isInstanceOf(StoreException.class)
        .cause()
        .hasMessage("the store was closed");
  }

  @Test
  void a_row_that_a_newer_version_wrote_stops_nobody() throws Exception {
    Path file = folder.resolve("newer.db");
    try (SqliteStore store = SqliteStore.open(file, () -> START);
        Connection sql = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = sql.createStatement()) {
      emit(store, 2);
      statement.execute(
          "UPDATE holdfast_delivery SET failure_kind = 'from_the_future' WHERE id = 'delivery-0'");

      assertThat(store.deliveries(store.holding(List.of()), Optional.empty(), 9, START)).hasSize(2);
      assertThat(claim(store)).hasSize(2);
    }
  }

  @Test
  void two_stores_on_one_file_share_the_work_and_claim_nothing_twice() throws Exception {
    int deliveries = 400;
    try (Store one = open();
        Store two = open();
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      Future<?> emitting = threads.submit(() -> emit(one, deliveries));
      List<String> claimed = Collections.synchronizedList(new ArrayList<>());
      List<Future<?>> claiming = new ArrayList<>();
      for (Store store : List.of(one, two, one)) {
        claiming.add(threads.submit(() -> claimUntil(store, claimed, deliveries)));
      }
      emitting.get();
      for (Future<?> each : claiming) {
        each.get();
      }

      assertThat(claimed).hasSize(deliveries).doesNotHaveDuplicates();
    }
  }

  private static void claimUntil(Store store, List<String> claimed, int all) {
    while (claimed.size() < all) {
      claim(store).forEach(each -> claimed.add(each.lease().delivery()));
    }
  }

  private static List<Claimed> claim(Store store) {
    return store
        .claim(
            new ClaimRequest(
                List.of(new LaneShare(PAYMENTS, 7)),
                7,
                Duration.ofMinutes(2),
                Optional.of(Set.of()),
                InstantSource.fixed(START)))
        .deliveries();
  }

  private static void emit(Store store, int deliveries) {
    for (int i = 0; i < deliveries; i++) {
      emitOne(store, String.valueOf(i));
    }
  }

  private static void emitOne(Store store, String name) {
    store.emit(
        new Emission(
            new Event("event-" + name, "Paid", Payload.of("{}"), START),
            List.of(new Emission.NewDelivery("delivery-" + name, PAYMENTS.subscriber())),
            Optional.empty()));
  }

  @Test
  void the_lists_it_hands_to_the_database_are_escaped() {
    assertThat(Rows.jsonArray(List.of("plain", "a\"b\\c\n")))
        .isEqualTo("[\"plain\",\"a\\\"b\\\\c\\u000a\"]");
    assertThat(Rows.jsonArray(List.of())).isEqualTo("[]");
  }
}
