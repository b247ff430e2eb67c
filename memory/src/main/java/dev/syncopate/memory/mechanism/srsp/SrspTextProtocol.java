package dev.syncopate.memory.mechanism.srsp;

import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.RESUME;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.SELECTIVE_FLUSH;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.SELECTIVE_FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.SELECTIVE_INVALIDATE;

import dev.syncopate.memory.mechanism.promotion.Promotion;
import dev.syncopate.memory.mechanism.promotion.PromotionTable;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.Mutant;
import java.util.List;

/**
 * Selective promotion as published (srsp §4, Table A1), kept to be refuted. Three steps are wrong.
 * Before a remote store only the requester's L1 flushes. Between an L1's answer and a remote load
 * the L2 refuses loads of the line, but not the writes of a release that arrives meanwhile. An L1
 * without the line in its LR-TBL answers at once.
 */
public final class SrspTextProtocol extends ForwardingProtocol {
  static final PromotionTable PROMOTIONS =
      PromotionTable.inTurn(
          Promotion.of(SELECTIVE_FLUSH, SELECTIVE_FLUSH, null, null),
          Promotion.of(null, FLUSH_AND_HOLD, SELECTIVE_INVALIDATE, RESUME),
          Promotion.of(SELECTIVE_FLUSH_AND_HOLD, FLUSH_AND_HOLD, SELECTIVE_INVALIDATE, RESUME));

  private static final SrspTables TABLES =
      SrspProtocol.RIGHT
          .withPromotions(PROMOTIONS)
          .withPromotionsOnSeveralGpus(PROMOTIONS)
          .withReleases(
              ReleaseTable.RELEASES
                  .but()
                  .without(
                      ReleaseState.UNRELEASED,
                      ReleaseState.Event.SELECTIVE_FLUSH,
                      ReleaseTable.AWAIT_LOST));

  public SrspTextProtocol() {
    super(new SrspProtocol(TABLES));
  }

  @Override
  public String name() {
    return "srsp-text";
  }

  @Override
  public String summary() {
    return "srsp with the published remote store, which can be lost, and remote load, which can"
        + " miss what a release has published that comes between an L1's answer and the load";
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
