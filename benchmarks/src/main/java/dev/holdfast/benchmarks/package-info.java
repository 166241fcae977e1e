/** Speed, measured: each benchmark is run by name and reports figures and ratios. */
@NullMarked
package dev.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
