package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.mechanism.promotion.PromotionPolicy;
import dev.syncopate.memory.mechanism.promotion.PromotionStep;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.List;

/** L1s under selective promotion, with their LR-TBL and PA-TBL (srsp §4). */
class SrspPolicy extends PromotionPolicy {
  final L1Parts parts;
  final Releases releases;
  final PaTable promoted;
  final SrspL1Counters counts = new SrspL1Counters();

  /** Whether a release fence may make relaxed stores and atomics releases. */
  private boolean fenced;

  SrspPolicy(L1Parts parts, SrspSettings config) {
    this.parts = parts;
    releases = new Releases(parts, counts, config.lrEntries());
    promoted = new PaTable(config.paEntries());
  }

  /** During its own remote acquire an L1 serves nothing else (srsp §4.2). */
  @Override
  protected final boolean blocked(LineAccess access, boolean byOthers, boolean byOwn) {
    return byOwn;
  }

  @Override
  protected boolean diverts(LineAccess access) {
    Step step = access.parent.currentStep();
    if (step instanceof PromotionStep) {
      return releases.table.released(access.line, access.maskLow, access.maskHigh);
    }
    return (step == BasicStep.PERFORM_AT_L1 || step == SrspStep.RELEASE_AT_L1)
        && promoted.contains(access.line);
  }

  @Override
  protected final void diverting(LineAccess access) {
    if (access.parent.currentStep() instanceof PromotionStep) {
      counts.local++;
    } else {
      counts.promotedAcquires++;
    }
  }

  @Override
  protected void written(LineAccess access, long low, long high) {
    if (access.parent.currentStep() == SrspStep.RELEASE_AT_L1
        || (fenced && access.parent.operation.order() != Order.WEAK)) {
      releases.released(access.line, low, high);
    }
  }

  /** Until the next flush relaxed stores and atomics are releases as well. */
  protected void fence() {
    fenced = true;
  }

  @Override
  protected final void flushed() {
    if (fenced) {
      fenced = false;
      flushedFenced();
    }
  }

  /** Stores that a release fence has made releases are on their way, and no entry names them. */
  protected void flushedFenced() {
    releases.loseAll();
  }

  @Override
  protected final void invalidated() {
    promoted.clear();
  }

  @Override
  protected final void canonicalize(long shift) {
    releases.canonicalize(shift);
    promoted.canonicalize();
  }

  @Override
  protected final List<Object> counters() {
    return List.of(counts);
  }

  @Override
  protected final List<String> checkInvariants() {
    return releases.checkInvariants();
  }

  @Override
  protected Flushed selectiveFlush(MemoryMessage message, boolean own) {
    long entry = releases.table.entry(message.line);
    if (entry == LrTable.ABSENT) {
      return new Flushed(missed(), false);
    }
    // of other bytes: flushed, but no hint for these
    boolean found = releases.table.released(message.line, message.maskLow, message.maskHigh);
    l1().flushed(entry + 1, own);
    return new Flushed(parts.writes().close(), found);
  }

  /**
   * The LR-TBL does not have a line: the generation of writes to be acknowledged before that is
   * said. A release of the line may have left the table, and its writes not have arrived.
   */
  protected int missed() {
    return releases.lost();
  }

  @Override
  protected void remember(MemoryMessage message) {
    if (!promoted.add(message.line)) {
      counts.paOverflows++;
      l1().counts().invalidations++;
      l1().flushed(parts.lines().fifo.marker(), false);
      releases.loseAll();
      overflow();
    }
  }

  /** A full PA-TBL can name no other line: what it would have to invalidate is dropped now. */
  protected void overflow() {
    l1().cache().invalidate();
  }
}
