package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.barrier.AtBarrier;
import dev.syncopate.machine.status.WarpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Lanes of a warp that wait together.
 *
 * @param why for what kind of thing
 * @param pc index of their next instruction, or -1 when that is not known
 * @param wants for {@link Why#GATHERS}, {@link Why#MEETS} and {@link Why#FAILED}: lanes of the warp
 *     that they wait for; for {@link Why#HELD} warps of the CTA
 * @param poll for {@link Why#POLLS}: what they read
 * @param barrier for {@link Why#AT_BARRIER}: which
 */
record Waiter(
    WarpStatus warp,
    long lanes,
    Why why,
    int pc,
    long wants,
    @Nullable Poll poll,
    @Nullable AtBarrier barrier) {

  /** Kind of object that lanes wait for. */
  enum Why {
    /** For others at a barrier of the CTA. */
    AT_BARRIER,
    /** For lanes that an instruction names. */
    GATHERS,
    /** For the other side of a branch. */
    MEETS,
    /** For a word to get another value. */
    POLLS,
    /** For nothing that can be seen: they spin in a loop that reads no memory. */
    LOOPS,
    /** For the end of a transaction of their warp: they have failed and are to begin again. */
    FAILED,
    /** At the beginning of a transaction, for another warp that has the CTA to itself. */
    HELD,
    /** For a part of the machine. */
    OTHER
  }

  boolean sameCta(Waiter waiter) {
    return warp.unit() == waiter.warp.unit() && warp.cta() == waiter.warp.cta();
  }

  /** Whether both are of CTAs of one cluster, or of one CTA. */
  boolean sameCluster(Waiter waiter) {
    long cluster = warp.clusterNumber();
    return sameCta(waiter) || (cluster >= 0 && cluster == waiter.warp.clusterNumber());
  }

  boolean sameWarp(Waiter waiter) {
    return sameCta(waiter) && warp.warp() == waiter.warp.warp();
  }

  /** For example {@code lane 0 of CTA (0,0,0) warp 1}. */
  String name() {
    return LaneRanges.describe(lanes) + " of " + warpName();
  }

  String warpName() {
    return "CTA " + warp.ctaIndex() + " warp " + warp.warp();
  }
}
