/**
 * How the host reads and writes memory while no kernel runs: by the steps of a protocol's rows
 * {@code host read} and {@code host write}, on whichever machine.
 *
 * <p>May enter: the way to the controllers that may hold a byte. May not enter: time, which stands
 * still meanwhile; what a controller holds.
 */
@NullMarked
package dev.syncopate.memory.host;

import org.jspecify.annotations.NullMarked;
