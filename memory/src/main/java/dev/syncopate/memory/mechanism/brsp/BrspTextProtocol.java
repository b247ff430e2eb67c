package dev.syncopate.memory.mechanism.brsp;

import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.INVALIDATE;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.RESUME;

import dev.syncopate.memory.mechanism.promotion.Promotion;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.Mutant;
import java.util.List;

/**
 * Promotion by broadcast with the remote store of the published text (rsp §4.2, srsp Table A1):
 * only the requester's L1 flushes before it. This is wrong: another L1 with dirty bytes of the line
 * later overwrites the stored bytes. The protocol is kept to be refuted.
 */
public final class BrspTextProtocol extends ForwardingProtocol {
  private static final BrspTables TABLES =
      BrspProtocol.RIGHT
          .withHolds(BrspHoldTable.AS_PUBLISHED)
          .withPromotions(config ->
              BrspProtocol.RIGHT
                  .promotions()
                  .apply(config)
                  .withStore(Promotion.of(null, FLUSH_AND_HOLD, INVALIDATE, RESUME)));

  public BrspTextProtocol() {
    super(new BrspProtocol(TABLES));
  }

  @Override
  public String name() {
    return "brsp-text";
  }

  @Override
  public String summary() {
    return "brsp with the published remote store, which can be lost: only the requester's L1"
        + " flushes before it";
  }

  /** An L1 is asked for something when there is something to promote. */
  @Override
  public boolean answersAlone(boolean remote) {
    return !remote;
  }

  @Override
  public List<Mutant> mutants() {
    return List.of();
  }
}
