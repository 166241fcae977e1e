package dev.holdfast.plugin.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DialectTest {

  @Test
  void a_database_is_known_by_the_name_it_gives_itself() {
    assertThat(Dialect.of("SQLite")).isEqualTo(Dialect.SQLITE);
    assertThat(Dialect.of("PostgreSQL")).isEqualTo(Dialect.POSTGRESQL);
    assertThatThrownBy(() -> Dialect.of("Oracle"))
        .hasMessage("database must be SQLite or PostgreSQL but was Oracle");
  }
}
