package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.system.L1Effect;
import org.jspecify.annotations.Nullable;

/**
 * Observer of a kernel's run. An observed device runs on one simulation thread, so that events
 * arrive one after the other. The events of one thread arrive in its program order, and a read
 * arrives after the write that it has read. Observers must not change the arguments, except {@link
 * WarpAccess#origins} of an access that is issued.
 *
 * <p>Lanes are masks, bit l for lane l; addresses are indexed by lane.
 */
public interface LaunchObserver {
  /** Does not want to know. */
  LaunchObserver NOBODY = new LaunchObserver() {};

  /**
   * Observer of the launch whose warp is in a slot; itself where it watches one launch.
   *
   * @param unit index of the compute unit
   */
  default LaunchObserver inSlot(int unit, int slot) {
    return this;
  }

  /** The kernel begins in this cycle. */
  default void begun(long cycle) {}

  /** The kernel has ended, by itself or not, in this cycle. */
  default void ended(long cycle) {
    ended();
  }

  /** The same, for observers that do not need the cycle. */
  default void ended() {}

  /**
   * A CTA has moved in; none of its threads has executed anything.
   *
   * @param unit index of the compute unit
   */
  default void started(int unit, Cta cta) {}

  /**
   * All threads of a warp have exited, and its last accesses are complete.
   *
   * @param unit index of the compute unit
   */
  default void left(int unit, Warp warp) {}

  /**
   * The last warp of a CTA has left.
   *
   * @param unit index of the compute unit
   */
  default void finished(int unit, Cta cta) {}

  /**
   * A warp has issued an instruction.
   *
   * @param unit index of the compute unit
   * @param instructions 1, or 0 where it was not executed: its lanes will issue it again
   * @param threads lanes that have executed it
   */
  default void executed(int unit, Warp warp, int pc, int instructions, int threads) {}

  /**
   * A warp has waited to issue an instruction. What it waits for at the end of a launch that does
   * not end by itself is not told.
   *
   * @param unit index of the compute unit
   * @param pc of the instruction that it waited to issue
   * @param cycles in which it did not, for this cause
   */
  default void stalled(int unit, Warp warp, int pc, Stall cause, long cycles) {}

  /**
   * An access to global or local memory has been coalesced into lines; also one that device code's
   * runtime makes for a call.
   *
   * @param unit index of the compute unit
   * @param pc of the instruction
   */
  default void coalesced(int unit, int pc, WarpAccess access) {}

  /**
   * The L1 was offered a line of an access, or did one of its steps.
   *
   * @param unit index of the compute unit
   * @param pc of the instruction whose access it is; negative for what a compute unit does itself
   *     at a kernel's beginning and end
   * @param effect what the L1 counted meanwhile
   */
  default void offered(int unit, int pc, L1Effect effect) {}

  /**
   * The L1 has taken a message, and has flushed or invalidated because of it: since another unit's
   * access makes it do so, or since what it waited for has come.
   *
   * @param unit index of the compute unit
   * @param line address of the line that the message is about
   * @param message its type
   * @param effect what the L1 counted meanwhile
   * @param busy cycles for which that occupies it
   */
  default void received(int unit, long line, String message, L1Effect effect, long busy) {}

  /**
   * Lanes ask for global memory. For a fence {@code access} has no lanes.
   *
   * @param unit index of the compute unit
   * @param pc of the instruction
   * @param lanes that execute it
   */
  default void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {}

  /**
   * What was {@link #issued} and was not weak is complete: what it reads is in its registers.
   *
   * @param unit index of the compute unit
   */
  default void completed(int unit, Warp warp, WarpAccess access) {}

  /**
   * Lanes have accessed shared memory, one after the other.
   *
   * @param unit index of the compute unit
   */
  default void shared(int unit, SharedAccess access) {}

  /**
   * Lanes have issued an access to the shared memory of another CTA of their cluster.
   *
   * @param unit index of the compute unit that issues it
   * @param cta number of the other CTA in the grid
   * @param access whose addresses count from the other CTA's first byte; the same object in {@link
   *     #peerPerformed}
   */
  default void peerIssued(int unit, long cta, SharedAccess access) {}

  /**
   * It has been performed, lane by lane.
   *
   * @param unit index of the compute unit that has issued it
   */
  default void peerPerformed(int unit, Cta cta, SharedAccess access) {}

  /**
   * Lanes have issued an operation on mbarrier objects of another CTA of their cluster. It is told
   * by {@link #mbarrier} when it is performed, with the same states.
   *
   * @param unit index of the compute unit that issues it
   * @param cta number of the other CTA in the grid
   */
  default void peerArrives(int unit, long cta, MbarrierAccess access) {}

  /**
   * Lanes have issued asynchronous stores to a CTA of their cluster.
   *
   * @param unit index of the compute unit that issues them
   * @param cta number of that CTA in the grid
   */
  default void peerStores(int unit, long cta, PeerStoreEvent store) {}

  /**
   * They have been performed, and mbarrier objects have counted their bytes.
   *
   * @param unit index of the compute unit that has issued them
   */
  default void peerStored(int unit, Cta cta, PeerStoreEvent store) {}

  /**
   * Lanes copy from global to shared memory, asynchronously. What they read is told after it, by
   * {@link #issued}.
   *
   * @param unit index of the compute unit
   * @param pc of the instruction
   * @param targets offsets in the CTA's shared memory are these less {@code base}
   * @param bytes that each lane writes there
   */
  default void copied(
      int unit, Warp warp, int pc, long lanes, long[] targets, int base, int bytes) {}

  /**
   * Lanes have put what they have copied asynchronously since their last group into another.
   *
   * @param unit index of the compute unit
   */
  default void grouped(int unit, Warp warp, int pc, long lanes) {}

  /**
   * Lanes have waited for their asynchronous copies.
   *
   * @param unit index of the compute unit
   * @param but for how many of their latest groups, and for what is in none; -1 for all copies
   */
  default void awaited(int unit, Warp warp, int pc, long lanes, int but) {}

  /**
   * Lanes ask for an arrival at mbarrier objects when their asynchronous copies so far are
   * complete.
   *
   * @param unit index of the compute unit
   */
  default void arriving(int unit, Warp warp, int pc, CopyArrival arrival) {}

  /**
   * What lanes have asked for by {@link #arriving} has happened.
   *
   * @param unit index of the compute unit
   */
  default void arrived(int unit, Warp warp, int pc, CopyArrival arrival) {}

  /**
   * Lanes have performed an instruction on mbarrier objects; of tests those that have found their
   * phases over.
   *
   * @param unit index of the compute unit
   */
  default void mbarrier(int unit, MbarrierAccess access) {}

  /**
   * Lanes have tested mbarrier objects whose phases are not over.
   *
   * @param unit index of the compute unit
   */
  default void mbarrierPending(int unit, MbarrierAccess access) {}

  /**
   * A lane has issued a bulk copy.
   *
   * @param unit index of the compute unit
   */
  default void bulkIssued(int unit, BulkTransfer transfer) {}

  /**
   * It is known which bytes a bulk copy moves: of bytes in a row when it is issued, of a tensor's
   * box when its map has been read.
   *
   * @param unit index of the compute unit
   */
  default void bulkLocated(int unit, BulkTransfer transfer) {}

  /**
   * Lanes have executed a fence of the tensormap proxy.
   *
   * @param unit index of the compute unit
   * @param maps generic addresses of the maps that they acquire; null for a release
   */
  default void tensorMapFence(int unit, Warp warp, int pc, long lanes, long @Nullable [] maps) {}

  /**
   * A bulk copy is over: for one of the CTAs to whose shared memory it copies, or in global memory.
   * Where an mbarrier object of that CTA counts its bytes, it has.
   *
   * @param unit index of the compute unit that runs the CTA
   * @param cta whose shared memory has a part in it
   * @param oldState of that object before, as {@link dev.syncopate.memory.local.Mbarrier} reads it
   * @param newState of that object now
   */
  default void bulkCompleted(
      int unit, Cta cta, BulkTransfer transfer, long oldState, long newState) {}

  /**
   * Lanes have put the bulk copies since their last group into another.
   *
   * @param unit index of the compute unit
   */
  default void bulkGrouped(int unit, Warp warp, int pc, long lanes) {}

  /**
   * Lanes have waited for groups of bulk copies.
   *
   * @param unit index of the compute unit
   * @param but for how many of their latest groups
   * @param reads whether only until these have read what they copy
   */
  default void bulkAwaited(int unit, Warp warp, int pc, long lanes, int but, boolean reads) {}

  /**
   * A warp has issued its part of a warpgroup's product.
   *
   * @param unit index of the compute unit
   * @param tiles what it reads of the CTA's shared memory: pairs of an offset and a number of bytes
   */
  default void productIssued(int unit, Warp warp, int pc, int[] tiles) {}

  /**
   * A warp has put its products since the last group into another.
   *
   * @param unit index of the compute unit
   */
  default void productsGrouped(int unit, Warp warp, int pc) {}

  /**
   * Lanes have waited for groups of products.
   *
   * @param unit index of the compute unit
   * @param but for how many of the warp's latest groups
   */
  default void productsAwaited(int unit, Warp warp, int pc, long lanes, int but) {}

  /**
   * Lanes have executed a proxy fence.
   *
   * @param unit index of the compute unit
   */
  default void proxyFence(int unit, Warp warp, int pc, long lanes) {}

  /**
   * Lanes have executed a {@code fence.mbarrier_init}.
   *
   * @param unit index of the compute unit
   */
  default void initialisationFence(int unit, Warp warp, int pc, long lanes) {}

  /**
   * A warp has executed a {@code setmaxnreg}.
   *
   * @param unit index of the compute unit
   */
  default void registersLimited(int unit, Warp warp, int pc) {}

  /**
   * Lanes have executed a {@code griddepcontrol}.
   *
   * @param unit index of the compute unit
   * @param waits whether for the grids before, else the grid behind may start
   */
  default void gridDependency(int unit, Warp warp, int pc, long lanes, boolean waits) {}

  /**
   * A barrier of a CTA is complete.
   *
   * @param unit index of the compute unit
   * @param warps that take part; one may appear more than once
   * @param lanes of each
   * @param pcs the instruction at which each waits; -1 for those that have only arrived
   * @param count of them
   */
  default void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {}

  /**
   * Lanes have arrived at the barrier of their cluster.
   *
   * @param unit index of the compute unit
   * @param phase of the barrier, from 0
   * @param releases whether those who wait are behind what the lanes did before
   */
  default void clusterArrived(
      int unit, Warp warp, int pc, long lanes, long phase, boolean releases) {}

  /**
   * Lanes have waited at the barrier of their cluster: all its threads had arrived or exited.
   *
   * @param unit index of the compute unit
   * @param phase of the barrier, from 0
   * @param acquires whether they are behind what the others have released
   */
  default void clusterWaited(
      int unit, Warp warp, int pc, long lanes, long phase, boolean acquires) {}

  /**
   * Lanes of a warp have met in {@code bar.warp.sync}.
   *
   * @param unit index of the compute unit
   */
  default void converged(int unit, Warp warp, int pc, long lanes) {}

  /**
   * Lanes of a warp have exchanged values by an instruction that they executed together: a shuffle,
   * a vote, a match or a reduction.
   *
   * @param unit index of the compute unit
   */
  default void exchanged(int unit, Warp warp, long lanes) {}

  /**
   * A warp is about to execute an instruction in a way that PTX or CUDA leaves undefined.
   *
   * @param unit index of the compute unit
   */
  default void misused(int unit, Warp warp, int pc, Misuse misuse) {}

  /**
   * Lanes have begun a transaction, or some have committed it.
   *
   * @param unit index of the compute unit
   */
  default void transaction(int unit, Warp warp, int pc, long lanes, boolean commit) {}

  /** Device code has got memory by {@code malloc}: what was there before is gone. */
  default void renewed(long address, long bytes) {}
}
