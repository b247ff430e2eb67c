package dev.syncopate.memory.system;

import dev.syncopate.memory.protocol.L1Counters;

/**
 * Counters of an L1 that an access may change; see {@link L1Counters}.
 *
 * @param loads line accesses
 * @param hits of the loads
 * @param misses of the loads
 * @param flushes begun
 * @param flushedLines written through by them
 * @param invalidations of the whole cache
 */
public record L1Effect(
    long loads, long hits, long misses, long flushes, long flushedLines, long invalidations) {

  /** All that was counted so far. */
  public static L1Effect of(L1Counters counters) {
    return new L1Effect(
        counters.loads,
        counters.hits,
        counters.misses,
        counters.flushes,
        counters.flushedLines,
        counters.invalidations);
  }

  /** What came after another. */
  public L1Effect since(L1Effect earlier) {
    return new L1Effect(
        loads - earlier.loads,
        hits - earlier.hits,
        misses - earlier.misses,
        flushes - earlier.flushes,
        flushedLines - earlier.flushedLines,
        invalidations - earlier.invalidations);
  }
}
