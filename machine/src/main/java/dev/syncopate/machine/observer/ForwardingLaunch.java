package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.system.L1Effect;
import org.jspecify.annotations.Nullable;

/**
 * Observer that passes each event on to others: to those of the launch that the event is of.
 *
 * <p>An event is of a warp by its slot, or of a CTA. Events of a machine's parts are of no launch,
 * and others of all.
 */
abstract class ForwardingLaunch implements LaunchObserver {
  /** Observers of the launch whose CTA has come last to a warp slot of a compute unit. */
  abstract LaunchObserver[] of(int unit, int slot);

  /** Observers of a CTA's launch. */
  abstract LaunchObserver[] of(Cta cta);

  /** Observers that receive the events of no launch. */
  abstract LaunchObserver[] ofMachine();

  /** All of them. */
  abstract LaunchObserver[] all();

  @Override
  public void started(int unit, Cta cta) {
    for (LaunchObserver observer : of(cta)) {
      observer.started(unit, cta);
    }
  }

  @Override
  public void left(int unit, Warp warp) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.left(unit, warp);
    }
  }

  @Override
  public void finished(int unit, Cta cta) {
    for (LaunchObserver observer : of(cta)) {
      observer.finished(unit, cta);
    }
  }

  @Override
  public void executed(int unit, Warp warp, int pc, int instructions, int threads) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.executed(unit, warp, pc, instructions, threads);
    }
  }

  @Override
  public void stalled(int unit, Warp warp, int pc, Stall cause, long cycles) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.stalled(unit, warp, pc, cause, cycles);
    }
  }

  @Override
  public void coalesced(int unit, int pc, WarpAccess access) {
    for (LaunchObserver observer : of(unit, access.warp)) {
      observer.coalesced(unit, pc, access);
    }
  }

  @Override
  public void offered(int unit, int pc, L1Effect effect) {
    for (LaunchObserver observer : ofMachine()) {
      observer.offered(unit, pc, effect);
    }
  }

  @Override
  public void received(int unit, long line, String message, L1Effect effect, long busy) {
    for (LaunchObserver observer : ofMachine()) {
      observer.received(unit, line, message, effect, busy);
    }
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.issued(unit, warp, pc, access, lanes);
    }
  }

  @Override
  public void completed(int unit, Warp warp, WarpAccess access) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.completed(unit, warp, access);
    }
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    for (LaunchObserver observer : of(unit, access.warp().slot)) {
      observer.shared(unit, access);
    }
  }

  @Override
  public void peerIssued(int unit, long cta, SharedAccess access) {
    for (LaunchObserver observer : of(unit, access.warp().slot)) {
      observer.peerIssued(unit, cta, access);
    }
  }

  @Override
  public void peerPerformed(int unit, Cta cta, SharedAccess access) {
    for (LaunchObserver observer : of(cta)) {
      observer.peerPerformed(unit, cta, access);
    }
  }

  @Override
  public void peerArrives(int unit, long cta, MbarrierAccess access) {
    for (LaunchObserver observer : of(unit, access.warp().slot)) {
      observer.peerArrives(unit, cta, access);
    }
  }

  @Override
  public void peerStores(int unit, long cta, PeerStoreEvent store) {
    for (LaunchObserver observer : of(unit, store.data().warp().slot)) {
      observer.peerStores(unit, cta, store);
    }
  }

  @Override
  public void peerStored(int unit, Cta cta, PeerStoreEvent store) {
    for (LaunchObserver observer : of(cta)) {
      observer.peerStored(unit, cta, store);
    }
  }

  @Override
  public void copied(int unit, Warp warp, int pc, long lanes, long[] targets, int base, int bytes) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.copied(unit, warp, pc, lanes, targets, base, bytes);
    }
  }

  @Override
  public void grouped(int unit, Warp warp, int pc, long lanes) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.grouped(unit, warp, pc, lanes);
    }
  }

  @Override
  public void awaited(int unit, Warp warp, int pc, long lanes, int but) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.awaited(unit, warp, pc, lanes, but);
    }
  }

  @Override
  public void arriving(int unit, Warp warp, int pc, CopyArrival arrival) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.arriving(unit, warp, pc, arrival);
    }
  }

  @Override
  public void arrived(int unit, Warp warp, int pc, CopyArrival arrival) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.arrived(unit, warp, pc, arrival);
    }
  }

  @Override
  public void mbarrier(int unit, MbarrierAccess access) {
    for (LaunchObserver observer : of(access.cta())) {
      observer.mbarrier(unit, access);
    }
  }

  @Override
  public void mbarrierPending(int unit, MbarrierAccess access) {
    for (LaunchObserver observer : of(access.cta())) {
      observer.mbarrierPending(unit, access);
    }
  }

  @Override
  public void bulkIssued(int unit, BulkTransfer transfer) {
    for (LaunchObserver observer : of(transfer.cta)) {
      observer.bulkIssued(unit, transfer);
    }
  }

  @Override
  public void bulkLocated(int unit, BulkTransfer transfer) {
    for (LaunchObserver observer : of(transfer.cta)) {
      observer.bulkLocated(unit, transfer);
    }
  }

  @Override
  public void tensorMapFence(int unit, Warp warp, int pc, long lanes, long @Nullable [] maps) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.tensorMapFence(unit, warp, pc, lanes, maps);
    }
  }

  @Override
  public void bulkCompleted(
      int unit, Cta cta, BulkTransfer transfer, long oldState, long newState) {
    for (LaunchObserver observer : of(cta)) {
      observer.bulkCompleted(unit, cta, transfer, oldState, newState);
    }
  }

  @Override
  public void bulkGrouped(int unit, Warp warp, int pc, long lanes) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.bulkGrouped(unit, warp, pc, lanes);
    }
  }

  @Override
  public void bulkAwaited(int unit, Warp warp, int pc, long lanes, int but, boolean reads) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.bulkAwaited(unit, warp, pc, lanes, but, reads);
    }
  }

  @Override
  public void productIssued(int unit, Warp warp, int pc, int[] tiles) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.productIssued(unit, warp, pc, tiles);
    }
  }

  @Override
  public void productsGrouped(int unit, Warp warp, int pc) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.productsGrouped(unit, warp, pc);
    }
  }

  @Override
  public void productsAwaited(int unit, Warp warp, int pc, long lanes, int but) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.productsAwaited(unit, warp, pc, lanes, but);
    }
  }

  @Override
  public void proxyFence(int unit, Warp warp, int pc, long lanes) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.proxyFence(unit, warp, pc, lanes);
    }
  }

  @Override
  public void initialisationFence(int unit, Warp warp, int pc, long lanes) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.initialisationFence(unit, warp, pc, lanes);
    }
  }

  @Override
  public void registersLimited(int unit, Warp warp, int pc) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.registersLimited(unit, warp, pc);
    }
  }

  @Override
  public void gridDependency(int unit, Warp warp, int pc, long lanes, boolean waits) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.gridDependency(unit, warp, pc, lanes, waits);
    }
  }

  @Override
  public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
    for (LaunchObserver observer : of(cta)) {
      observer.barrier(unit, cta, warps, lanes, pcs, count);
    }
  }

  @Override
  public void clusterArrived(
      int unit, Warp warp, int pc, long lanes, long phase, boolean releases) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.clusterArrived(unit, warp, pc, lanes, phase, releases);
    }
  }

  @Override
  public void clusterWaited(int unit, Warp warp, int pc, long lanes, long phase, boolean acquires) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.clusterWaited(unit, warp, pc, lanes, phase, acquires);
    }
  }

  @Override
  public void converged(int unit, Warp warp, int pc, long lanes) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.converged(unit, warp, pc, lanes);
    }
  }

  @Override
  public void exchanged(int unit, Warp warp, long lanes) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.exchanged(unit, warp, lanes);
    }
  }

  @Override
  public void misused(int unit, Warp warp, int pc, Misuse misuse) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.misused(unit, warp, pc, misuse);
    }
  }

  @Override
  public void transaction(int unit, Warp warp, int pc, long lanes, boolean commit) {
    for (LaunchObserver observer : of(unit, warp.slot)) {
      observer.transaction(unit, warp, pc, lanes, commit);
    }
  }

  @Override
  public void renewed(long address, long bytes) {
    for (LaunchObserver observer : all()) {
      observer.renewed(address, bytes);
    }
  }
}
