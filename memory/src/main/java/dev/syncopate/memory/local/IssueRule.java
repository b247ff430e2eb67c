package dev.syncopate.memory.local;

import org.jspecify.annotations.Nullable;

/**
 * Conditions under which a warp may perform an operation on shared memory or a proxy fence. While
 * one does not hold, the warp waits. A bulk copy is handed over without any.
 *
 * @param synchronised whether no fence and no synchronising access of the warp may be in progress
 * @param quiet whether all of the warp's accesses to global memory must be done
 * @param loaded whether loads from shared memory must have returned that threads of the CTA have
 *     issued so far
 */
public record IssueRule(boolean synchronised, boolean quiet, boolean loaded) {
  private static final IssueRule PLAIN = new IssueRule(true, false, false);
  private static final IssueRule RELEASE = new IssueRule(true, true, false);

  /** Of an access to shared memory, an operation on an mbarrier among them. */
  public static IssueRule access(boolean releases, @Nullable AsyncMutant mutant) {
    return releases && mutant != AsyncMutant.ARRIVAL_DOES_NOT_RELEASE ? RELEASE : PLAIN;
  }

  /**
   * Of a fence between the generic and the async proxy.
   *
   * @param global whether it takes in global memory
   * @param shared whether it takes in shared memory
   */
  public static IssueRule proxyFence(boolean global, boolean shared, @Nullable AsyncMutant mutant) {
    boolean waits = global && mutant != AsyncMutant.FENCE_LEAVES_GLOBAL;
    return new IssueRule(waits, waits, shared && mutant != AsyncMutant.FENCE_AWAITS_NO_LOADS);
  }

  /**
   * The warps whose loads and stores a proxy fence takes in: those of its CTA, for it may stand on
   * the way from their accesses to the copy, as behind a barrier.
   *
   * @param ctaWarps slots of the warps of the CTA, as bits
   * @param warp slot of the warp that executes the fence
   */
  public static long fencedLoads(long ctaWarps, int warp, @Nullable AsyncMutant mutant) {
    return mutant == AsyncMutant.FENCE_OF_OWN_LOADS ? 1L << warp : ctaWarps;
  }
}
