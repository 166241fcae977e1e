/** The command {@code holdfast} and its subcommands. */
@NullMarked
package dev.holdfast.cli;

import org.jspecify.annotations.NullMarked;
