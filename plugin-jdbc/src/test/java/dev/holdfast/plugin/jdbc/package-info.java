@NullMarked
package dev.holdfast.plugin.jdbc;

import org.jspecify.annotations.NullMarked;
