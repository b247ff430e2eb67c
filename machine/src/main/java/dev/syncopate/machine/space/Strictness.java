package dev.syncopate.machine.space;

/**
 * Faults of a launch that a machine would tolerate.
 *
 * @param memory accesses outside allocations
 * @param initialisation reads of shared memory that nothing in the CTA has written
 * @param synchronisation barriers that part of a warp misses, exchanges with lanes that are absent
 *     or not named
 * @param tables what a protocol's or the transactions' tables do not list: a mistake of ours
 */
public record Strictness(
    boolean memory, boolean initialisation, boolean synchronisation, boolean tables) {
  public static final Strictness NONE = new Strictness(false, false, false, false);
  public static final Strictness ALL = new Strictness(true, true, true, true);
}
