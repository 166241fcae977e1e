/**
 * What plugins keep, in the user's own SQLite or PostgreSQL database: {@link
 * dev.holdfast.plugin.jdbc.JdbcStores}.
 */
@NullMarked
package dev.holdfast.plugin.jdbc;

import org.jspecify.annotations.NullMarked;
