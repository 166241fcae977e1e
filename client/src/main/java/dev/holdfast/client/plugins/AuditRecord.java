package dev.holdfast.client.plugins;

import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is kept of one operation. It holds no argument, no header and no body; the path may hold
 * ids.
 *
 * @param at when it began
 * @param label who called, as the call's options say; empty where they don't
 * @param provider whom it went to
 * @param workspace whose data it was about; empty where the client has no label
 * @param kind what it did to the provider
 * @param method the HTTP method
 * @param path the path, segments filled in, without a query
 * @param failure what went wrong; empty where it succeeded
 * @param status the HTTP status of a failure; empty where there was none
 * @param requests how many requests were sent for it, retries included
 * @param stale whether a stored answer was given in the place of a failure
 * @param duration how long it took
 */
public record AuditRecord(
    Instant at,
    String label,
    String provider,
    String workspace,
    OperationKind kind,
    String method,
    String path,
    Optional<ErrorCode> failure,
    OptionalInt status,
    int requests,
    boolean stale,
    Duration duration) {}
