package dev.syncopate.memory.protocol.srsp;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.promotion.PromotingL2;
import dev.syncopate.memory.protocol.promotion.PromotionStep;
import dev.syncopate.memory.protocol.promotion.TamperedL1;
import java.util.List;

/** Selective promotion that is wrong on purpose. Tests must tell each from the right one. */
enum SrspMutants {
  NO_SELECTIVE_FLUSH,
  ANSWER_BEFORE_WRITES_ARE_ACKNOWLEDGED,
  ANSWER_BEFORE_LOST_RELEASES_ARE_ACKNOWLEDGED,
  NO_INVALIDATE,
  PROMOTED_ACQUIRE_DOES_NOT_INVALIDATE,
  NO_HOLD,
  NO_PA_TBL_INSERT,
  MARKER_OF_ENTRY_BEFORE,
  MARKER_OF_FIRST_RELEASE,
  PA_TBL_OVERFLOW_INVALIDATES_NOTHING,
  FENCE_REMEMBERS_NOTHING,
  PAPER_REMOTE_STORE,
  HINT_BY_LINE(true),
  OWN_LR_HIT_BY_LINE(true);

  /** Whether with the optimisations. */
  final boolean optimised;

  SrspMutants() {
    this(false);
  }

  SrspMutants(boolean optimised) {
    this.optimised = optimised;
  }

  SrspProtocol protocol() {
    return new Mutant(this);
  }

  private static StepTable without(StepTable table, Step missing, boolean alternatives) {
    return new StepTable(
        table.describe().stream()
            .map(row -> {
              boolean changed = alternatives || row.instruction().remote();
              return new StepTable.Row(
                  row.instruction(),
                  changed && !alternatives ? without(row.steps(), missing) : row.steps(),
                  row.alternatives().stream()
                      .map(alternative ->
                          new StepTable.Alternative(
                              alternative.condition(),
                              changed
                                  ? without(alternative.steps(), missing)
                                  : alternative.steps()))
                      .toList(),
                  row.blocks());
            })
            .toList());
  }

  private static List<Step> without(List<Step> steps, Step missing) {
    return steps.stream().filter(step -> !step.equals(missing)).toList();
  }

  private static final class Mutant extends SrspProtocol {
    private final SrspMutants kind;

    Mutant(SrspMutants kind) {
      this.kind = kind;
    }

    @Override
    public StepTable table() {
      if (kind.optimised) {
        return new SrspOptProtocol().table();
      }
      return switch (kind) {
        case NO_INVALIDATE -> without(super.table(), BasicStep.INVALIDATE, false);
        case PROMOTED_ACQUIRE_DOES_NOT_INVALIDATE ->
            without(super.table(), BasicStep.INVALIDATE, true);
        default -> super.table();
      };
    }

    @Override
    public L1Controller l1(
        int tile, MemoryConfig config, L1Environment environment, L1Counters counters) {
      return kind == NO_HOLD
          ? new TamperedL1(
              TamperedL1.Fault.NO_HOLD,
              environment,
              inside -> super.l1(tile, config, inside, counters))
          : new MutantL1(kind, tile, config, environment, counters);
    }

    @Override
    public L2Controller l2(
        int bank, MemoryConfig config, L2Environment environment, L2Counters counters) {
      if (kind.optimised) {
        return new HintingL2(bank, config, environment, counters, promotions(config));
      }
      return new PromotingL2(bank, config, environment, counters, promotions(config)) {
        @Override
        protected void ask(Active active) {
          if (kind == PAPER_REMOTE_STORE && active.releases()) {
            askRequester(active);
          } else {
            super.ask(active);
          }
        }
      };
    }
  }

  private static final class MutantL1 extends SrspL1 {
    private final SrspMutants kind;

    MutantL1(
        SrspMutants kind,
        int tile,
        MemoryConfig config,
        L1Environment environment,
        L1Counters counters) {
      super(tile, config, environment, counters);
      this.kind = kind;
    }

    private boolean remembering;

    private LrTable releases() {
      return ((SrspLines) lines).releases;
    }

    @Override
    protected int selectiveFlush(MemoryMessage message, boolean own) {
      long entry = releases().entry(message.line);
      boolean found = entry != LrTable.ABSENT;
      if (found && kind == NO_SELECTIVE_FLUSH) {
        return NOTHING_LOST;
      }
      if (found && kind == MARKER_OF_ENTRY_BEFORE) {
        flushed(entry - 1, own);
        return writes.close();
      }
      int tag = message.tag;
      int settled = super.selectiveFlush(message, own);
      if (found && kind == HINT_BY_LINE) {
        message.tag = tag;
      }
      boolean early =
          kind
              == (found
                  ? ANSWER_BEFORE_WRITES_ARE_ACKNOWLEDGED
                  : ANSWER_BEFORE_LOST_RELEASES_ARE_ACKNOWLEDGED);
      return early ? NOTHING_LOST : settled;
    }

    @Override
    protected void written(LineAccess access) {
      long before = releases().entry(access.line);
      super.written(access);
      if (kind == MARKER_OF_FIRST_RELEASE
          && before != LrTable.ABSENT
          && before >= lines.fifo.oldest()) {
        releases().put(access.line, 0, 0, before);
      }
    }

    @Override
    protected void remember(long line) {
      if (kind != NO_PA_TBL_INSERT) {
        remembering = true;
        super.remember(line);
        remembering = false;
      }
    }

    @Override
    protected void invalidate() {
      if (kind != PA_TBL_OVERFLOW_INVALIDATES_NOTHING || !remembering) {
        super.invalidate();
      }
    }

    @Override
    public Outcome step(Step step, WarpAccess access) {
      boolean forgotten = kind == FENCE_REMEMBERS_NOTHING && step == SrspStep.REMEMBER_RELEASE;
      return forgotten ? Outcome.DONE : super.step(step, access);
    }

    @Override
    protected boolean diverts(LineAccess access) {
      if (kind == OWN_LR_HIT_BY_LINE && access.parent.currentStep() == PromotionStep.PROMOTE) {
        return releases().entry(access.line) != LrTable.ABSENT;
      }
      return super.diverts(access);
    }
  }
}
