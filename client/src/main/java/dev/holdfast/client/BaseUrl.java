package dev.holdfast.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/**
 * The rules of the URLs that connections are reached by. No message shows a URL, which may hold a
 * secret.
 */
public final class BaseUrl {
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final int PORT_MAX = 65_535;

  private BaseUrl() {}

  /**
   * Reads and checks a base URL.
   *
   * @param name how an error names it
   * @param text http or https, a host, no user info, query or fragment
   * @return the URL without a slash at its end
   * @throws IllegalArgumentException if it breaks a rule
   */
  public static String checked(String name, String text) {
    URI url = parsed(name, text);
    String scheme = url.getScheme();
    require(
        scheme != null && SCHEMES.contains(scheme.toLowerCase(Locale.ROOT)),
        name + " must start with http:// or https:// but did not");
    String authority = url.getRawAuthority();
    require(
        authority == null || authority.indexOf('@') < 0,
        name + " must not have user info but had some; credentials belong in a header");
    require(url.getHost() != null, name + " must have a host that URLs allow but had none");
    require(
        url.getPort() >= -1 && url.getPort() != 0 && url.getPort() <= PORT_MAX,
        name + " must have a port between 1 and " + PORT_MAX + " but had " + url.getPort());
    require(url.getRawQuery() == null, name + " must not have a query but had one");
    require(url.getRawFragment() == null, name + " must not have a fragment but had one");
    String start = url.toString();
    return start.endsWith("/") ? start.substring(0, start.length() - 1) : start;
  }

  /**
   * Checks a path that is put behind a base URL.
   *
   * @param name how an error names it
   * @param path starts with one slash and has no fragment
   * @return the path
   * @throws IllegalArgumentException if it breaks a rule
   */
  public static String checkedPath(String name, String path) {
    require(
        path.startsWith("/") && !path.startsWith("//"),
        name + " must start with one slash but did not");
    require(parsed(name, path).getRawFragment() == null, name + " must not have a fragment");
    return path;
  }

  /** Parses a URL; unlike the JDK's own messages, the error does not repeat it. */
  static URI parsed(String name, String text) {
    try {
      URI uri = new URI(text);
      String ascii = uri.toASCIIString();
      // The JDK's client would send a letter beyond ASCII as a question mark.
      return ascii.equals(text) ? uri : URI.create(ascii);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          name + " must be written as URLs are but was not: " + e.getReason());
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
