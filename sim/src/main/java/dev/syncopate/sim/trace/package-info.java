/**
 * Writes traces that Perfetto's viewer opens: tracks with slices, instants, counters and flows.
 *
 * <p>May enter: the format, limits of time and size. May not enter: what a track stands for.
 */
@NullMarked
package dev.syncopate.sim.trace;

import org.jspecify.annotations.NullMarked;
