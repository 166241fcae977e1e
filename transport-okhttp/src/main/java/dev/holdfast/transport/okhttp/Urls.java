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

  private record Place(String scheme, String authority, HttpUrl root) {
    boolean holds(URI uri) {
      return scheme.equals(uri.getScheme()) && authority.equals(uri.getRawAuthority());
    }
  }

  /**
   * Makes a URL, without its fragment.
   *
   * @throws IllegalArgumentException if it is none of HTTP, or has no host or no possible port. The
   *     text may hold a secret
   */
  HttpUrl of(URI uri) {
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("uri must have a host but has none");
    }
    String path = uri.getRawPath();
    return root(uri)
        .newBuilder()
        .encodedPath(path.isEmpty() ? "/" : path)
        .encodedQuery(uri.getRawQuery())
        .build();
  }

  private HttpUrl root(URI uri) {
    Place place = last;
    if (place == null || !place.holds(uri)) {
      String scheme = uri.getScheme();
      String authority = uri.getRawAuthority();
      place = new Place(scheme, authority, HttpUrl.get(scheme + "://" + authority + "/"));
      last = place;
    }
    return place.root();
  }
}
