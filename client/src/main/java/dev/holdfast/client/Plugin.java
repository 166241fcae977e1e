package dev.holdfast.client;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Wraps every operation of a client, once per call and not per attempt: it may answer by itself,
 * fail, change what passes, or look on.
 *
 * <p>A walk is one operation for each page. Plugins lie outside in, in the order in which the
 * client was given them. Used by many threads at once.
 */
public interface Plugin {

  /**
   * Its name, by which messages blame it.
   *
   * @return such as {@code failover}
   */
  String name();

  /**
   * Wraps one operation.
   *
   * @param operation what is asked for
   * @param next what lies inside: to be called once, or not at all
   * @param info whose call it is
   * @return what it came to
   * @throws CallException where the call fails; a plugin may make one of its own
   */
  Response wrap(Operation operation, Next next, CallInfo info);

  /** What lies inside a plugin: the plugins after it, and at last the attempts. */
  interface Next {

    /**
     * Goes on.
     *
     * @param operation what is asked for, changed or not
     * @return what it came to
     * @throws CallException where the call fails
     */
    Response proceed(Operation operation);

    /**
     * Goes on, and wraps each attempt too.
     *
     * @param operation what is asked for, changed or not
     * @param attempts wraps each request that is sent for it
     * @return what it came to
     * @throws CallException where the call fails
     */
    Response proceed(Operation operation, Attempts attempts);

    /**
     * What lies inside, for several callers: it goes on when the one leaves who began it.
     *
     * <p>The caller's bounds hold but for its signal and its interrupts. What it sends counts as
     * sent by the caller's call.
     *
     * @param signal cancels it in the place of the caller's
     * @return what may be called on another thread
     */
    Next detached(Signal signal);
  }

  /** Wraps each attempt of an operation. It may be called on another thread than the plugin was. */
  @FunctionalInterface
  interface Attempts {

    /**
     * Wraps one attempt.
     *
     * @param request what is to be sent
     * @param attempt its number in the operation, from 1
     * @param send what lies inside: to be called once, or not at all
     * @return what became of it
     * @throws CallException to end the call with this error, without a request; after {@code send}
     *     was called it must not be thrown
     */
    Reply attempt(Transport.Request request, int attempt, Send send);
  }

  /** Sends a request. */
  @FunctionalInterface
  interface Send {

    /**
     * Sends it and waits for what becomes of it.
     *
     * @param request what is sent, changed or not
     * @return what became of it
     */
    Reply send(Transport.Request request);
  }

  /** Whose call it is, and what is left of it. Belongs to one operation of it. */
  interface CallInfo {

    /**
     * Whom it goes to.
     *
     * @return the provider's name
     */
    String provider();

    /**
     * Whose data it is about.
     *
     * @return the client's label; empty where it has none
     */
    String workspace();

    /**
     * Who calls.
     *
     * @return the label in the call's options; empty where it has none
     */
    String label();

    /**
     * Reads and writes bodies.
     *
     * @return the client's codec
     */
    JsonCodec codec();

    /**
     * Clock, timers and threads.
     *
     * @return the client's runtime
     */
    ClientRuntime runtime();

    /**
     * Fires when the caller has no more use for an answer.
     *
     * @return the call's signal; one that never fires where it has none
     */
    Signal signal();

    /**
     * What is left of the call's deadline.
     *
     * @return zero or less where it has passed; empty where the call has none
     */
    Optional<Duration> timeLeft();

    /**
     * What this operation has cost so far.
     *
     * @return how many requests were sent for it, retries included
     */
    int requests();

    /**
     * What this operation has waited for the rate budget so far.
     *
     * @return the time, zero or more
     */
    Duration throttled();

    /**
     * Makes a response of an answer that comes from elsewhere, such as a store.
     *
     * @param json its body
     * @param cursor what leads to the next page; empty for the last, and for what is no page
     * @param meta how it came about
     * @return the response
     * @throws JsonCodec.JsonException if the body is not what the caller asked for
     */
    Response answer(byte[] json, Optional<String> cursor, Meta meta) throws JsonCodec.JsonException;

    /**
     * The records in a response.
     *
     * @param operation what was asked for
     * @param response what it came to
     * @return a page's records, or the one record that was looked up; none where the body is empty,
     *     no page or no JSON
     */
    List<?> records(Operation operation, Response response);
  }
}
