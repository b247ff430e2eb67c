package dev.syncopate.memory.protocol.brsp;

import static dev.syncopate.memory.protocol.promotion.PromotionMessage.FLUSH_AND_BLOCK;
import static dev.syncopate.memory.protocol.promotion.PromotionMessage.FLUSH_AND_HOLD;
import static dev.syncopate.memory.protocol.promotion.PromotionMessage.HOLD;
import static dev.syncopate.memory.protocol.promotion.PromotionMessage.RESUME;
import static dev.syncopate.memory.protocol.promotion.PromotionMessage.UNBLOCK;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.promotion.Promotion;
import dev.syncopate.memory.protocol.promotion.PromotionMessage;
import dev.syncopate.memory.protocol.promotion.PromotionTable;
import dev.syncopate.memory.protocol.promotion.TamperedL1;

/** Promotion by broadcast that is wrong on purpose. Tests must tell each from the right one. */
enum BrspMutants {
  NO_FLUSH,
  NO_INVALIDATE,
  OTHERS_DO_NOT_INVALIDATE,
  NO_HOLD,
  ANSWER_EARLY,
  PAPER_REMOTE_STORE;

  BrspProtocol protocol() {
    return new Mutant(this);
  }

  private static final class Mutant extends BrspProtocol {
    private final BrspMutants kind;

    Mutant(BrspMutants kind) {
      this.kind = kind;
    }

    @Override
    public StepTable table() {
      StepTable right = super.table();
      return kind != NO_INVALIDATE
          ? right
          : new StepTable(
              right.describe().stream()
                  .map(row ->
                      new StepTable.Row(
                          row.instruction(),
                          row.steps().stream()
                              .filter(step ->
                                  !row.instruction().remote() || step != BasicStep.INVALIDATE)
                              .toList(),
                          row.blocks()))
                  .toList());
    }

    @Override
    public PromotionTable promotions(MemoryConfig config) {
      PromotionTable right = super.promotions(config);
      return switch (kind) {
        case NO_FLUSH -> {
          Promotion holds = new Promotion(HOLD, HOLD, PromotionMessage.INVALIDATE, RESUME);
          yield new PromotionTable(holds, holds, holds);
        }
        case OTHERS_DO_NOT_INVALIDATE ->
            new PromotionTable(
                new Promotion(FLUSH_AND_BLOCK, FLUSH_AND_BLOCK, UNBLOCK, UNBLOCK),
                new Promotion(HOLD, FLUSH_AND_HOLD, RESUME, RESUME),
                new Promotion(FLUSH_AND_BLOCK, FLUSH_AND_BLOCK, UNBLOCK, UNBLOCK));
        default -> right;
      };
    }

    @Override
    public L1Controller l1(
        int tile, MemoryConfig config, L1Environment environment, L1Counters counters) {
      return switch (kind) {
        case NO_HOLD ->
            new TamperedL1(
                TamperedL1.Fault.NO_HOLD,
                environment,
                inside -> super.l1(tile, config, inside, counters));
        case ANSWER_EARLY ->
            new TamperedL1(
                TamperedL1.Fault.ANSWER_EARLY,
                environment,
                inside -> super.l1(tile, config, inside, counters));
        default -> super.l1(tile, config, environment, counters);
      };
    }

    @Override
    public L2Controller l2(
        int bank, MemoryConfig config, L2Environment environment, L2Counters counters) {
      return new BrspL2(bank, config, environment, counters, promotions(config)) {
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
}
