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
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.WrongTables;
import dev.syncopate.memory.protocol.promotion.ActivePromotion;
import dev.syncopate.memory.protocol.promotion.PromotingL2;
import dev.syncopate.memory.protocol.promotion.PromotionMessage;
import dev.syncopate.memory.protocol.promotion.PromotionStep;
import dev.syncopate.memory.protocol.promotion.PromotionTable;
import dev.syncopate.memory.protocol.promotion.RemoteRequest;
import dev.syncopate.memory.protocol.promotion.TamperedL1;
import org.jspecify.annotations.Nullable;

/** Selective promotion that is wrong on purpose. */
public enum SrspMutant implements Mutant {
  NO_SELECTIVE_FLUSH("an L1 whose LR-TBL has the line does not flush before a remote acquire"),
  ANSWER_BEFORE_WRITES_ARE_ACKNOWLEDGED(
      "an L1 says that it has flushed before its writes are acknowledged"),
  ANSWER_BEFORE_LOST_RELEASES_ARE_ACKNOWLEDGED(
      "an L1 says that it has nothing to flush while the writes of releases that have left its LR-TBL are on their way (as the published text does)"),
  NO_INVALIDATE("no remote access invalidates the requester's L1"),
  PROMOTED_ACQUIRE_DOES_NOT_INVALIDATE(
      "an acquire that hits in the PA-TBL does not invalidate the L1"),
  NO_HOLD("an L1 that flushes for a remote access does not hold the line meanwhile"),
  NO_PA_TBL_INSERT("a remote release puts nothing into the PA-TBLs"),
  MARKER_OF_ENTRY_BEFORE("a selective flush stops before the sFIFO entry that the LR-TBL names"),
  MARKER_OF_FIRST_RELEASE("the LR-TBL names a line's first release in place of the last"),
  PA_TBL_OVERFLOW_INVALIDATES_NOTHING("a full PA-TBL forgets a line without an invalidation"),
  FENCE_REMEMBERS_NOTHING("a release fence makes no later relaxed store a release"),
  NOT_ASKED_AGAIN(
      "an L1 that writes the line between its answer and a remote access is not asked again (as in"
          + " the published text)"),
  READS_DO_NOT_WAIT("an L1 may read the line between its answer and a remote store or atomic"),
  LATECOMER_SHARES_ROUND(
      "a remote access shares the round of one to its line that is under way already"),
  SHARED_ROUND_WITHOUT_FLUSH(
      "in a round that several remote accesses share, the L1s of those that release do not flush"),
  SHARED_ROUND_WITHOUT_PA_TBL_INSERT(
      "a round that several remote accesses share puts nothing into the PA-TBLs of their L1s"),
  REMOTE_STORE_ASKS_NO_OTHERS(
      "before a remote store no L1 but the requester's writes the line's dirty bytes through (as"
          + " the published text does)"),
  HINT_BY_LINE("a hint names the L1 that released other bytes of the line (srsp-opt)", true),
  HINT_WITHOUT_REGARD_TO_WRITES(
      "a hint counts though an L1 that was not asked has written the line since (srsp-opt)", true),
  OWN_LR_HIT_BY_LINE(
      "a remote access is done at work-group scope where the own LR-TBL has other bytes of the line (srsp-opt)",
      true);

  private final String fault;

  /** Whether with the optimisations. */
  private final boolean optimised;

  SrspMutant(String fault) {
    this(fault, false);
  }

  SrspMutant(String fault, boolean optimised) {
    this.fault = fault;
    this.optimised = optimised;
  }

  @Override
  public String fault() {
    return fault;
  }

  /** Whether it is one of {@code srsp-opt}. */
  public boolean optimised() {
    return optimised;
  }

  @Override
  public Protocol wrong(Protocol right) {
    return new Wrong(this);
  }

  private static final class Wrong extends SrspProtocol {
    private final SrspMutant kind;

    Wrong(SrspMutant kind) {
      this.kind = kind;
    }

    @Override
    public StepTable table() {
      if (kind.optimised) {
        return new SrspOptProtocol().table();
      }
      return switch (kind) {
        case NO_INVALIDATE ->
            WrongTables.without(
                super.table(), row -> row.instruction().remote(), BasicStep.INVALIDATE);
        case PROMOTED_ACQUIRE_DOES_NOT_INVALIDATE ->
            WrongTables.withoutInAlternatives(super.table(), BasicStep.INVALIDATE);
        default -> super.table();
      };
    }

    @Override
    public PromotionTable promotions(MemoryConfig config) {
      PromotionTable right = super.promotions(config);
      PromotionTable text = SrspTextProtocol.PROMOTIONS;
      return switch (kind) {
        case REMOTE_STORE_ASKS_NO_OTHERS ->
            new PromotionTable(right.load(), text.store(), right.atomic(), true);
        default -> right;
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
          : new WrongL1(kind, tile, config, environment, counters);
    }

    @Override
    public L2Controller l2(
        int bank, MemoryConfig config, L2Environment environment, L2Counters counters) {
      if (kind.optimised) {
        return new HintingL2(bank, config, environment, counters, promotions(config)) {
          @Override
          protected boolean trusts(ActivePromotion active) {
            return kind == HINT_WITHOUT_REGARD_TO_WRITES || super.trusts(active);
          }
        };
      }
      return new WrongL2(kind, bank, config, environment, counters, promotions(config));
    }
  }

  private static final class WrongL2 extends PromotingL2 {
    private final SrspMutant kind;

    WrongL2(
        SrspMutant kind,
        int bank,
        MemoryConfig config,
        L2Environment environment,
        L2Counters counters,
        PromotionTable table) {
      super(bank, config, environment, counters, table);
      this.kind = kind;
    }

    @Override
    public Outcome receive(MemoryMessage message) {
      boolean late =
          kind == LATECOMER_SHARES_ROUND
              && message instanceof RemoteRequest
              && underWay().stream().anyMatch(request -> request.line == message.line);
      return super.receive(late ? ((RemoteRequest) message).operation : message);
    }

    @Override
    protected boolean waits(ActivePromotion active) {
      return kind != READS_DO_NOT_WAIT && super.waits(active);
    }

    @Override
    protected boolean mustAskAgain(ActivePromotion active) {
      return kind != NOT_ASKED_AGAIN;
    }

    @Override
    protected @Nullable PromotionMessage before(ActivePromotion active, int tile) {
      PromotionMessage right = super.before(active, tile);
      return kind == SHARED_ROUND_WITHOUT_FLUSH
              && active.shared()
              && right == PromotionMessage.FLUSH
          ? PromotionMessage.DROP
          : right;
    }

    @Override
    protected @Nullable PromotionMessage after(ActivePromotion active, int tile) {
      return kind == SHARED_ROUND_WITHOUT_PA_TBL_INSERT
              && active.shared()
              && active.requestedBy(tile)
          ? null
          : super.after(active, tile);
    }
  }

  private static final class WrongL1 extends SrspL1 {
    private final SrspMutant kind;

    WrongL1(
        SrspMutant kind,
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
      return found && kind == ANSWER_BEFORE_WRITES_ARE_ACKNOWLEDGED ? NOTHING_LOST : settled;
    }

    @Override
    protected int missed() {
      return kind == ANSWER_BEFORE_LOST_RELEASES_ARE_ACKNOWLEDGED ? NOTHING_LOST : super.missed();
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
