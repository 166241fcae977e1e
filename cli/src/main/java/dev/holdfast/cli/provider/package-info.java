/**
 * The example provider: a small HTTP server that works, fails, hangs and refuses by a script, so
 * that one can watch what holding fast means.
 */
@NullMarked
package dev.holdfast.cli.provider;

import org.jspecify.annotations.NullMarked;
