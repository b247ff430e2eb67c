package dev.syncopate.check.trace;

import dev.syncopate.sim.trace.TraceLimits;

/**
 * Size limits of a trace.
 *
 * @param start the cycle in which it begins
 * @param end the cycle before which it ends
 * @param bytes how large its file may become
 */
public record TraceExtent(long start, long end, long bytes) {
  /** No file is of use with less room. */
  public static final long FEWEST_BYTES = TraceLimits.FEWEST_BYTES;

  TraceLimits limits() {
    return new TraceLimits(start, end, bytes);
  }
}
