package dev.holdfast.transport.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UrlsTest {
  private final Urls urls = new Urls();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://host",
        "http://host/",
        "http://host?a=b",
        "http://host:8080/a/b",
        "HTTPS://Host/a%20b/c%2Fd;e?f=g+h&i=%25",
        "http://host/a/../b/./c",
        "http://host/a/%2e%2e/b",
        "http://host//a//",
        "http://user:secret@host/a",
        "http://[::1]:80/a",
        "http://127.0.0.1/a?",
        "http://host/a?b#c"
      })
  void a_url_is_what_okhttp_reads_without_its_fragment(String text) {
    HttpUrl read = HttpUrl.get(text).newBuilder().fragment(null).build();

    assertThat(urls.of(text)).isEqualTo(read);
    assertThat(urls.of(text)).isEqualTo(read);
  }

  @Test
  void the_place_is_kept_only_as_long_as_it_is_the_same() {
    for (String text :
        new String[] {"http://a/1", "http://a/2", "https://a/3", "http://a:81/4", "http://a/5"}) {
      assertThat(urls.of(text)).hasToString(text);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http:///a", "http:a", "/a", "", "ftp://host/a", "http://host:0x/a"})
  void what_leads_nowhere_is_refused(String text) {
    assertThatThrownBy(() -> urls.of(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
