package dev.holdfast.server;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers what Jetty itself refuses, such as what is not HTTP, like every other problem. */
final class RefusedRequests extends ErrorHandler {

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status =
        request.getAttribute(ERROR_EXCEPTION) instanceof HttpException e
            ? e.getCode()
            : response.getStatus();
    Problem problem = new Problem(status, HttpStatus.getMessage(status), detail(status));
    RequestHandler.send(Answer.problem(problem), response, callback);
    return true;
  }

  private static String detail(int status) {
    return switch (status) {
      case HttpStatus.BAD_REQUEST_400 -> "the request must be HTTP/1.1 as RFC 9112 has it";
      case HttpStatus.URI_TOO_LONG_414, HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
          "the request line and the headers must be at most " + HttpFront.HEADERS_MAX + " bytes";
      case HttpStatus.SERVICE_UNAVAILABLE_503 -> "the server is stopping; try again later";
      default -> "the request can't be answered";
    };
  }
}
