package dev.holdfast.server;

import dev.holdfast.delivery.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a request, answers it and turns what went wrong into problem details. */
final class RequestHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

  /** A body beyond this is answered with 413. */
  static final int BODY_MAX = EventRequest.BYTES_MAX;

  /** How much of a body that is too large is still read, so that its sender hears of it. */
  private static final int DISCARDED_MAX = 8 * BODY_MAX;

  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none';"
          + " form-action 'none'";

  private final Routes routes;
  private final String listenHost;
  private final boolean loopback;

  RequestHandler(Routes routes, String listenHost, boolean loopback) {
    this.routes = routes;
    this.listenHost = listenHost.toLowerCase(Locale.ROOT);
    this.loopback = loopback;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    send(answer(request), response, callback);
    return true;
  }

  private Answer answer(Request request) {
    try {
      requireOwnHost(request);
      return routes.answer(
          request.getMethod(),
          Request.getPathInContext(request),
          request.getHeaders(),
          () -> body(request));
    } catch (Problem.Found e) {
      return Answer.problem(e.problem());
    } catch (StoreException e) {
      LOG.error("a {} could not be answered", request.getMethod(), e);
      return Answer.problem(
          new Problem(
              503,
              "The store can't be reached now",
              "try again later; an event is safe to send again under an Idempotency-Key"));
    } catch (RuntimeException e) {
      LOG.error("a {} could not be answered", request.getMethod(), e);
      return Answer.problem(
          new Problem(500, "The server failed", "this is a defect of it; its log says more"));
    }
  }

  // A name that someone else points at this machine must not reach it through a browser.
  private void requireOwnHost(Request request) throws Problem.Found {
    String host = Request.getServerName(request).toLowerCase(Locale.ROOT);
    if (loopback && !LOCAL.contains(host) && !host.equals(listenHost)) {
      throw new Problem.Found(
          new Problem(421, "This is not that host", "Host must be localhost, 127.0.0.1 or [::1]"));
    }
  }

  private static byte[] body(Request request) throws Problem.Found {
    try (InputStream in = Content.Source.asInputStream(request)) {
      byte[] body = in.readNBytes(BODY_MAX + 1);
      if (body.length > BODY_MAX) {
        in.skipNBytes(Math.min(DISCARDED_MAX, Math.max(0, request.getLength() - body.length)));
        throw new Problem.Found(
            new Problem(
                413, "The body is too large", "the body must be at most " + BODY_MAX + " bytes"));
      }
      return body;
    } catch (IOException e) {
      throw unreadable();
    } catch (RuntimeException e) {
      if (e instanceof HttpException) {
        throw unreadable();
      }
      throw e;
    }
  }

  private static Problem.Found unreadable() {
    return Problem.invalid("the body could not be read to its end");
  }

  static void send(Answer answer, Response response, Callback callback) {
    response.setStatus(answer.status());
    answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put("Content-Security-Policy", POLICY);
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    response.getHeaders().put("Referrer-Policy", "no-referrer");
    response.write(true, ByteBuffer.wrap(answer.bytes()), callback);
  }
}
