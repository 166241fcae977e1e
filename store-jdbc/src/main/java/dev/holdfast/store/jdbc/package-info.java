/**
 * The store in a relational database: SQLite, embedded, one file that several processes of a
 * machine may share.
 */
@NullMarked
package dev.holdfast.store.jdbc;

import org.jspecify.annotations.NullMarked;
