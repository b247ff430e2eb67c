package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.mechanism.promotion.HomeBankRequest;
import dev.syncopate.memory.mechanism.promotion.PromotionPolicy;
import dev.syncopate.memory.mechanism.promotion.PromotionStep;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.List;

/** L1s under selective promotion, with their LR-TBL and PA-TBL (srsp §4). */
final class SrspPolicy extends PromotionPolicy {
  final L1Parts parts;
  final LocalReleases releases;
  final PromotedAcquires acquires;
  final ReleaseFence fence;
  final SrspL1Counters counts = new SrspL1Counters();

  @SuppressWarnings("this-escape") // kept for later calls only
  SrspPolicy(L1Parts parts, SrspSettings config, SrspTables tables) {
    this.parts = parts;
    releases = new LocalReleases(parts, this, counts, config.lrEntries(), tables.releases());
    acquires = new PromotedAcquires(parts, this, counts, config.paEntries(), tables.acquires());
    fence = new ReleaseFence(parts, releases, tables.fences());
  }

  /** During its own remote acquire an L1 serves nothing else (srsp §4.2). */
  @Override
  protected boolean blocked(LineAccess access, boolean byOthers, boolean byOwn) {
    return byOwn;
  }

  @Override
  protected boolean diverts(LineAccess access) {
    Step step = access.parent.currentStep();
    if (step instanceof PromotionStep) {
      return releases.table.released(access.line, access.maskLow, access.maskHigh);
    }
    return (step == BasicStep.PERFORM_AT_L1 || step == SrspStep.RELEASE_AT_L1)
        && acquires.table.contains(access.line);
  }

  @Override
  protected void diverting(LineAccess access) {
    if (access.parent.currentStep() instanceof PromotionStep) {
      releases.remote(access);
    } else {
      acquires.acquired(access);
    }
  }

  @Override
  protected void written(LineAccess access, long low, long high) {
    if (access.parent.currentStep() == SrspStep.RELEASE_AT_L1) {
      releases.released(access.line, low, high);
    } else if (access.parent.operation.order() != Order.WEAK) {
      fence.written(access.line, low, high);
    }
  }

  @Override
  protected void flushed() {
    fence.flushed();
  }

  @Override
  protected void invalidated() {
    acquires.invalidated();
  }

  @Override
  protected void canonicalize(long shift) {
    releases.canonicalize(shift);
    acquires.table.canonicalize();
  }

  @Override
  protected List<Object> counters() {
    return List.of(counts);
  }

  @Override
  protected List<String> checkInvariants() {
    return releases.checkInvariants();
  }

  @Override
  protected void flushReleased(HomeBankRequest request) {
    releases.flushReleased(request);
  }

  @Override
  protected void promoteNextAcquire(MemoryMessage message) {
    acquires.promoteNext(message);
  }

  /**
   * Flushes all sFIFO entries older than one.
   *
   * @param ownRequest whether for this L1's own remote access
   */
  void flush(long entry, boolean ownRequest) {
    l1().flushed(entry, ownRequest);
  }

  /** Flushes the L1: what it releases is in the writes that leave. */
  void flushAll() {
    l1().flushed(parts.lines().fifo.marker(), false);
    releases.loseAll();
  }

  /** Flash-invalidates the L1 for another's remote access. */
  void invalidate() {
    l1().counts().invalidations++;
    l1().cache().invalidate();
  }
}
