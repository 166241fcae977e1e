/**
 * The stand-alone runtime: a configuration file, an engine that posts each delivery to its
 * connection, the HTTP intake and one page for people.
 */
@NullMarked
package dev.holdfast.server;

import org.jspecify.annotations.NullMarked;
