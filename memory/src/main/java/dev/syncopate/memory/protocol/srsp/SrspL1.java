package dev.syncopate.memory.protocol.srsp;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.gpu.L1Misses;
import dev.syncopate.memory.protocol.gpu.L1Parts;
import dev.syncopate.memory.protocol.gpu.L1Writes;
import dev.syncopate.memory.protocol.promotion.PromotingL1;
import dev.syncopate.memory.protocol.promotion.PromotingL2;
import dev.syncopate.memory.protocol.promotion.PromotionStep;

/** The L1 of selective promotion, with its LR-TBL and PA-TBL (srsp §4). */
public class SrspL1 extends PromotingL1 {
  private final SrspLines srspLines;
  final PaTable promoted;

  /** Whether a release fence may make relaxed stores and atomics releases. */
  private boolean fenced;

  protected SrspL1(int tile, MemoryConfig config, L1Environment environment, L1Counters counters) {
    this(parts(tile, config, environment, counters), config);
  }

  private SrspL1(L1Parts parts, MemoryConfig config) {
    super(parts);
    srspLines = (SrspLines) parts.lines();
    promoted = new PaTable(config.promotion().paEntries());
  }

  private static L1Parts parts(
      int tile, MemoryConfig config, L1Environment environment, L1Counters counters) {
    L1Misses misses = new L1Misses(tile, config.l1(), environment::time);
    L1Writes writes = new L1Writes(config.l1().outstandingWrites(), environment);
    SrspLines lines =
        new SrspLines(
            tile,
            config.l1(),
            config.promotion().lrEntries(),
            environment,
            counters,
            writes,
            misses);
    return new L1Parts(tile, config.l1(), environment, counters, misses, writes, lines);
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
      return srspLines.releases.released(access.line, access.maskLow, access.maskHigh);
    }
    return (step == BasicStep.PERFORM_AT_L1 || step == SrspStep.RELEASE_AT_L1)
        && promoted.contains(access.line);
  }

  @Override
  protected void diverting(LineAccess access) {
    if (access.parent.currentStep() instanceof PromotionStep) {
      counters.remoteLocal++;
    } else {
      counters.promotedAcquires++;
    }
  }

  @Override
  protected void written(LineAccess access) {
    if (access.parent.currentStep() == SrspStep.RELEASE_AT_L1
        || (fenced && access.parent.operation.order() != Order.WEAK)) {
      srspLines.released(access);
    }
  }

  @Override
  public Outcome step(Step step, WarpAccess access) {
    if (!(step instanceof SrspStep own)) {
      return super.step(step, access);
    }
    return switch (own) {
      case REMEMBER_RELEASE -> {
        fenced = true;
        yield Outcome.DONE;
      }
      case FLUSH_IF_PROMOTED -> promoted.isEmpty() ? Outcome.DONE : flush();
      case INVALIDATE_IF_PROMOTED -> {
        if (!promoted.isEmpty()) {
          counters.promotedAcquires++;
          invalidate();
        }
        yield Outcome.DONE;
      }
      case RELEASE_AT_L1 -> throw new IllegalArgumentException(own + " is done per line");
    };
  }

  @Override
  public int cycles(Step step) {
    return step == SrspStep.INVALIDATE_IF_PROMOTED && !promoted.isEmpty()
        ? super.cycles(BasicStep.INVALIDATE)
        : super.cycles(step);
  }

  @Override
  protected Outcome flush() {
    Outcome outcome = super.flush();
    if (outcome == Outcome.DONE && fenced) {
      fenced = false;
      srspLines.loseAll();
    }
    return outcome;
  }

  @Override
  protected void invalidate() {
    super.invalidate();
    promoted.clear();
  }

  @Override
  public void renumber() {
    super.renumber();
    promoted.renumber();
  }

  @Override
  protected int selectiveFlush(MemoryMessage message, boolean own) {
    long entry = srspLines.releases.entry(message.line);
    if (entry == LrTable.ABSENT) {
      message.tag = PromotingL2.NOT_FOUND;
      return missed();
    }
    if (!srspLines.releases.released(message.line, message.maskLow, message.maskHigh)) {
      message.tag = PromotingL2.NOT_FOUND; // of other bytes: flushed, but no hint for these
    }
    flushed(entry + 1, own);
    return writes.close();
  }

  /**
   * The LR-TBL does not have a line: the generation of writes to be acknowledged before that is
   * said. A release of the line may have left the table, and its writes not have arrived.
   */
  protected int missed() {
    return srspLines.lost();
  }

  @Override
  protected void remember(long line) {
    if (!promoted.add(line)) {
      counters.paOverflows++;
      counters.remoteInvalidations++;
      flushed(lines.fifo.marker(), false);
      srspLines.loseAll();
      invalidate();
    }
  }
}
