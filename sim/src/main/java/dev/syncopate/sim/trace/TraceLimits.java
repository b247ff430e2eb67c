package dev.syncopate.sim.trace;

/**
 * Limits of a trace.
 *
 * @param start the time at which it begins
 * @param end the time before which it ends
 * @param bytes how large its file may become
 */
public record TraceLimits(long start, long end, long bytes) {
  /** No file is of use with less room. */
  public static final long FEWEST_BYTES = 4096;

  /** Everything, up to a size. */
  public static TraceLimits ofBytes(long bytes) {
    return new TraceLimits(0, Long.MAX_VALUE, bytes);
  }
}
