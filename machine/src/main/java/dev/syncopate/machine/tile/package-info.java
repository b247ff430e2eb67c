/**
 * What one simulation thread runs as a whole: a compute unit with its memory side, and what hands
 * it the CTAs of a launch.
 *
 * <p>May enter: tiles, the placement of CTAs, what is told of them when they end. May not enter:
 * what happens in a cycle ({@link dev.syncopate.machine.core}), launches as the host sees them
 * ({@link dev.syncopate.machine.gpu}).
 */
@NullMarked
package dev.syncopate.machine.tile;

import org.jspecify.annotations.NullMarked;
