package dev.holdfast.transport.okhttp;

import java.net.URI;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Makes OkHttp's URLs. To read one takes it longer than all else that is done here for a call, and
 * nearly all go to one place: so that is kept from the last, and only the path and the query are
 * read. Safe for use by many threads.
 */
final class Urls {
  private volatile @Nullable Place last;

  /**
   * A place that requests go to.
   *
   * @param origin the start of its URLs: scheme and authority
   * @param root its URL with an empty path
   */
  private record Place(String origin, HttpUrl root) {
    boolean holds(String url) {
      return url.startsWith(origin)
          && (url.length() == origin.length() || "/?#".indexOf(url.charAt(origin.length())) >= 0);
    }
  }

  /**
   * Makes a URL, without its fragment.
   *
   * @throws IllegalArgumentException if it is none of HTTP, or has no host or no possible port. The
   *     text may hold a secret
   */
  HttpUrl of(String url) {
    Place place = last;
    if (place == null || !place.holds(url)) {
      place = place(url);
      last = place;
    }
    int from = place.origin().length();
    int end = orEnd(url.indexOf('#', from), url.length());
    int query = orEnd(url.indexOf('?', from), end);
    return place
        .root()
        .newBuilder()
        .encodedPath(from == query ? "/" : url.substring(from, query))
        .encodedQuery(query < end ? url.substring(query + 1, end) : null)
        .build();
  }

  private static Place place(String url) {
    int end = url.indexOf("://") + 3;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    String origin = url.substring(0, Math.min(end, url.length()));
    // OkHttp takes hosts that no name can have.
    if (URI.create(origin + "/").getHost() == null) {
      throw new IllegalArgumentException("url must have a host but has none");
    }
    return new Place(origin, HttpUrl.get(origin + "/"));
  }

  private static int orEnd(int index, int end) {
    return index < 0 || index > end ? end : index;
  }
}
