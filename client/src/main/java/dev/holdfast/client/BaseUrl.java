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

  /** What a path and a query may hold beside letters and digits. RFC 3986, sections 3.3 and 3.4. */
  private static final String PLAIN_MARKS = "/-._~!$&'()*+,;=:@?";

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
    String start = url.toASCIIString();
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
    require(!climbs(path), name + " must not have . or .. for a segment but had one");
    if (!plain(path)) {
      require(parsed(name, path).getRawFragment() == null, name + " must not have a fragment");
    }
    return path;
  }

  /** Whether a segment leads to another path, as some clients resolve it and others don't. */
  private static boolean climbs(String path) {
    if (!path.contains("/.") && !path.contains("/%2")) {
      return false;
    }
    int query = path.indexOf('?');
    for (String segment : path.substring(0, query < 0 ? path.length() : query).split("/", -1)) {
      String dots = segment.replace("%2e", ".").replace("%2E", ".");
      if (dots.equals(".") || dots.equals("..")) {
        return true;
      }
    }
    return false;
  }

  /** Whether a path is made of what needs no parser: most are, and it is asked for every call. */
  private static boolean plain(String path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (!isLetterOrDigit(c) && PLAIN_MARKS.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetterOrDigit(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
  }

  /** Parses a URL; unlike the JDK's own messages, the error does not repeat it. */
  private static URI parsed(String name, String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          name + " must be written as URLs are but was not: " + e.getReason());
    }
  }

  /** Escapes what is not ASCII in a URL. The JDK's client would send a question mark for it. */
  static String ascii(String url) {
    return isAscii(url) ? url : parsed("request", url).toASCIIString();
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
