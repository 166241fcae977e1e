package dev.holdfast.client.transport;

import java.net.URI;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How one row of the fault matrix is brought about. */
sealed interface Fault {

  /** The row. */
  String id();

  /** What an exchange goes over. */
  enum Line {
    /** HTTP/1.1 in the clear. */
    PLAIN,
    /** HTTP/1.1 over TLS. */
    TLS,
    /** HTTP/2 over TLS. */
    HTTP_2,
    /** HTTP/1.1 over TLS through a proxy. */
    PROXY
  }

  /** What is told of a fault besides its script. */
  enum Trait {
    /** It shows only when the time is up. */
    SLOW,
    /** It comes after the answer's head, which must be there before the time is up. */
    AFTER_HEAD,
    /** The request has a body that is too long for the system's buffers. */
    UPLOAD,
    /** It comes on a connection that was used before. */
    REUSED,
    /** The provider must have done it before the request is sent. */
    DONE_BEFORE,
    /** The client must have closed the used connection before the request is sent. */
    CLOSED_BEFORE,
    /** The provider does not read the whole request. */
    UNREAD,
    /** The request is cancelled once it has arrived. */
    CANCELLED
  }

  /**
   * What a server does.
   *
   * @param lines what it can happen over
   * @param layer what lies over the server's connections; null for what the line says
   */
  record Served(
      String id,
      Set<Line> lines,
      RawServer.@Nullable Layer layer,
      Set<Trait> traits,
      RawServer.Script script)
      implements Fault {

    static Served http1(String id, RawServer.Script script, Trait... traits) {
      return new Served(id, EnumSet.of(Line.PLAIN, Line.TLS), null, set(traits), script);
    }

    static Served on(
        Line line, RawServer.Layer layer, String id, RawServer.Script script, Trait... traits) {
      return new Served(id, EnumSet.of(line), layer, set(traits), script);
    }

    boolean has(Trait trait) {
      return traits.contains(trait);
    }

    Served without(Trait trait) {
      Set<Trait> left = new HashSet<>(traits);
      left.remove(trait);
      return new Served(id, lines, layer, left, script);
    }

    private static Set<Trait> set(Trait... traits) {
      return Set.of(traits);
    }
  }

  /**
   * Where there is no provider.
   *
   * @param slow whether it shows only when the time is up
   */
  record Elsewhere(String id, boolean slow, Place place) implements Fault {}

  /** Somewhere to send to. */
  @FunctionalInterface
  interface Place {
    /** Tells where, for as long as the send runs. */
    void visit(Visitor visitor) throws Exception;
  }

  /** Sends there. */
  @FunctionalInterface
  interface Visitor {
    void send(URI uri) throws Exception;
  }
}
