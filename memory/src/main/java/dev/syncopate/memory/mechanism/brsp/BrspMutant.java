package dev.syncopate.memory.mechanism.brsp;

import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.FLUSH_AND_BLOCK;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.RESUME;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.UNBLOCK;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.mechanism.promotion.Promotion;
import dev.syncopate.memory.mechanism.promotion.PromotionMessage;
import dev.syncopate.memory.mechanism.promotion.PromotionTable;
import dev.syncopate.memory.mechanism.promotion.TamperedL1;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;

/** Promotion by broadcast that is wrong on purpose. */
public enum BrspMutant implements Mutant {
  NO_FLUSH("no L1 flushes before a remote access"),
  NO_INVALIDATE("no remote access invalidates the requester's L1"),
  OTHERS_DO_NOT_INVALIDATE("no remote access invalidates another L1"),
  NO_HOLD("an L1 that is told to hold a line resumes it at once"),
  ANSWER_EARLY("an L1 says that it has flushed before its writes are acknowledged"),
  FAILED_SWAP_DIRTIES("a compare-and-swap that finds another value dirties its word in the L1");

  private final String fault;

  BrspMutant(String fault) {
    this.fault = fault;
  }

  @Override
  public String fault() {
    return fault;
  }

  @Override
  public Protocol wrong(Protocol right) {
    return new Wrong(this);
  }

  private static final class Wrong extends BrspProtocol {
    private final BrspMutant kind;

    Wrong(BrspMutant kind) {
      this.kind = kind;
    }

    @Override
    public StepTable table() {
      StepTable right = super.table();
      return kind == NO_INVALIDATE
          ? right.without(row -> row.instruction().remote(), BasicStep.INVALIDATE)
          : right;
    }

    @Override
    public PromotionTable promotions(MemoryConfig config) {
      PromotionTable right = super.promotions(config);
      return switch (kind) {
        case NO_FLUSH -> {
          Promotion holds = Promotion.of(HOLD, HOLD, PromotionMessage.INVALIDATE, RESUME);
          yield PromotionTable.inTurn(holds, holds, holds);
        }
        case OTHERS_DO_NOT_INVALIDATE ->
            PromotionTable.inTurn(
                Promotion.of(FLUSH_AND_BLOCK, FLUSH_AND_BLOCK, UNBLOCK, UNBLOCK),
                Promotion.of(HOLD, FLUSH_AND_HOLD, RESUME, RESUME),
                Promotion.of(FLUSH_AND_BLOCK, FLUSH_AND_BLOCK, UNBLOCK, UNBLOCK));
        default -> right;
      };
    }

    @Override
    public L1Controller l1(
        MemoryConfig config,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters) {
      return switch (kind) {
        case NO_HOLD ->
            new TamperedL1(
                TamperedL1.Fault.NO_HOLD,
                environment,
                inside -> super.l1(config, inside, listener, counters));
        case ANSWER_EARLY ->
            new TamperedL1(
                TamperedL1.Fault.ANSWER_EARLY,
                environment,
                inside -> super.l1(config, inside, listener, counters));
        case FAILED_SWAP_DIRTIES ->
            new PromotingL1(
                PromotingL1.parts(
                    config.l1(),
                    environment,
                    listener,
                    counters,
                    L1Table.dirtying(PromotingL1.LINES)),
                new BrspPolicy(config.settings(BrspSettings.class)));
        default -> super.l1(config, environment, listener, counters);
      };
    }
  }
}
