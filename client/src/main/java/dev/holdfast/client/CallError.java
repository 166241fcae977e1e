package dev.holdfast.client;

import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.StopReason;
import java.io.Serializable;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a call that failed, as plain data. No part of it holds a secret or a payload.
 * Immutable.
 */
public final class CallError implements Serializable {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String provider;
  private final String message;
  private final boolean permanent;
  private final boolean timedOut;
  private final boolean aborted;
  private final int status;
  private final @Nullable Duration retryAfter;
  private final Sent sent;
  private final int attempts;
  private final @Nullable StopReason stop;

  private CallError(Builder made) {
    this.code = made.code;
    this.provider = made.provider;
    this.message = made.message;
    this.permanent = made.permanent;
    this.timedOut = made.timedOut;
    this.aborted = made.aborted;
    this.status = made.status;
    this.retryAfter = made.retryAfter;
    this.sent = made.sent;
    this.attempts = made.attempts;
    this.stop = made.stop;
  }

  /**
   * Starts an error, as plugins and adapters need one: not permanent, without a status, nothing
   * sent.
   *
   * @param code what went wrong
   * @param provider whose call it was
   * @param message what people read; no secret and no payload may be in it
   * @return a builder
   */
  public static Builder of(ErrorCode code, String provider, String message) {
    return new Builder(code, provider, message);
  }

  /**
   * Starts an error from this one.
   *
   * @return a builder with all that this one holds
   */
  public Builder copy() {
    Builder copy = new Builder(code, provider, message);
    copy.permanent = permanent;
    copy.timedOut = timedOut;
    copy.aborted = aborted;
    copy.status = status;
    copy.retryAfter = retryAfter;
    copy.sent = sent;
    copy.attempts = attempts;
    copy.stop = stop;
    return copy;
  }

  /**
   * What went wrong.
   *
   * @return the code
   */
  public ErrorCode code() {
    return code;
  }

  /**
   * Whose call it was.
   *
   * @return the provider's name
   */
  public String provider() {
    return provider;
  }

  /**
   * What people read.
   *
   * @return such as {@code crm responded 503}
   */
  public String message() {
    return message;
  }

  /**
   * Whether the same call fails the same way: fix the key, the id or the input. Where not, it may
   * work later, after {@link #retryAfter} where that is set.
   *
   * @return true where trying again is of no use
   */
  public boolean permanent() {
    return permanent;
  }

  /**
   * Whether time ended it: the last attempt's timeout, or the call's deadline.
   *
   * @return true where time did
   */
  public boolean timedOut() {
    return timedOut;
  }

  /**
   * Whether its signal, an interrupt or its future's cancelling ended it.
   *
   * @return true where it was cancelled
   */
  public boolean aborted() {
    return aborted;
  }

  /**
   * The HTTP status of the last answer.
   *
   * @return the status; empty where there was no answer, or where a cap of our own ended the call
   */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /**
   * How long the provider asked to be left alone.
   *
   * @return at least zero, or empty where it asked for nothing
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /**
   * Whether the provider may have received the last request.
   *
   * @return what is known
   */
  public Sent sent() {
    return sent;
  }

  /**
   * How many attempts were made.
   *
   * @return 0 where nothing was sent
   */
  public int attempts() {
    return attempts;
  }

  /**
   * Why it was not tried again.
   *
   * @return the reason; empty where no attempt failed, as with a refusal
   */
  public Optional<StopReason> stop() {
    return Optional.ofNullable(stop);
  }

  /**
   * The error in a line, for logs.
   *
   * @return code and message
   */
  @Override
  public String toString() {
    return code.text() + ": " + message;
  }

  /** Makes an error. Not safe for many threads. */
  public static final class Builder {
    private final ErrorCode code;
    private final String provider;
    private final String message;
    private boolean permanent;
    private boolean timedOut;
    private boolean aborted;
    private int status;
    private @Nullable Duration retryAfter;
    private Sent sent = Sent.NO;
    private int attempts;
    private @Nullable StopReason stop;

    private Builder(ErrorCode code, String provider, String message) {
      this.code = code;
      this.provider = provider;
      this.message = message;
    }

    /**
     * Sets {@link CallError#permanent}.
     *
     * @param value whether the same call fails the same way
     * @return this
     */
    public Builder permanent(boolean value) {
      this.permanent = value;
      return this;
    }

    /**
     * Sets {@link CallError#timedOut}.
     *
     * @param value whether time ended it
     * @return this
     */
    public Builder timedOut(boolean value) {
      this.timedOut = value;
      return this;
    }

    /**
     * Sets {@link CallError#aborted}.
     *
     * @param value whether it was cancelled
     * @return this
     */
    public Builder aborted(boolean value) {
      this.aborted = value;
      return this;
    }

    /**
     * Sets {@link CallError#status}, and that the call was answered.
     *
     * @param value the HTTP status
     * @return this
     */
    public Builder status(int value) {
      this.status = value;
      this.sent = Sent.ANSWERED;
      return this;
    }

    /**
     * Sets {@link CallError#retryAfter}.
     *
     * @param value how long the provider asked to be left alone, or null
     * @return this
     */
    public Builder retryAfter(@Nullable Duration value) {
      this.retryAfter = value;
      return this;
    }

    /**
     * Sets {@link CallError#sent}.
     *
     * @param value whether the provider may have received it
     * @return this
     */
    public Builder sent(Sent value) {
      this.sent = value;
      return this;
    }

    /**
     * Sets {@link CallError#attempts}.
     *
     * @param value how many were made
     * @return this
     */
    public Builder attempts(int value) {
      this.attempts = value;
      return this;
    }

    /**
     * Sets {@link CallError#stop}.
     *
     * @param value why it was not tried again
     * @return this
     */
    public Builder stop(StopReason value) {
      this.stop = value;
      return this;
    }

    /**
     * Makes the error.
     *
     * @return a new error
     */
    public CallError build() {
      return new CallError(this);
    }
  }
}
