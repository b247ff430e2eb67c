package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.mechanism.promotion.ActivePromotion;
import dev.syncopate.memory.mechanism.promotion.HomePolicy;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.mechanism.promotion.PromotingL2;
import dev.syncopate.memory.mechanism.promotion.PromotionMessage;
import dev.syncopate.memory.mechanism.promotion.PromotionStep;
import dev.syncopate.memory.mechanism.promotion.PromotionTable;
import dev.syncopate.memory.mechanism.promotion.RemoteRequest;
import dev.syncopate.memory.mechanism.promotion.TamperedL1;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.CompletionListener;
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
import dev.syncopate.memory.protocol.decorator.L2Decorator;
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
  PROMOTED_RELEASE_DOES_NOT_FLUSH(
      "an atomic that acquires and releases and hits in the PA-TBL does not flush the L1"),
  FLUSH_FORGETS_FENCED_RELEASES(
      "an L1 says that it has nothing to flush while a flush behind a release fence is on its way"),
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
      "a remote access shares the round of one to its line that is in progress already"),
  SHARED_ROUND_WITHOUT_FLUSH(
      "in a round that several remote accesses share, the L1s of those that release do not flush"),
  SHARED_ROUND_WITHOUT_PA_TBL_INSERT(
      "a round that several remote accesses share puts nothing into the PA-TBLs of their L1s"),
  REMOTE_STORE_ASKS_NO_OTHERS(
      "before a remote store no L1 but the requester's writes the line's dirty bytes through (as"
          + " the published text does)"),
  FAILED_SWAP_DIRTIES("a compare-and-swap that finds another value dirties its word in the L1"),
  HINT_BY_LINE("a hint names the L1 that released other bytes of the line (srsp-opt)", true),
  HINT_WITHOUT_REGARD_TO_WRITES(
      "a hint counts though an L1 that was not asked has written the line since (srsp-opt)", true),
  OWN_LR_HIT_BY_LINE(
      "a remote access is done at CTA scope where the own LR-TBL has other bytes of the line (srsp-opt)",
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
            super.table().without(row -> row.instruction().remote(), BasicStep.INVALIDATE);
        case PROMOTED_ACQUIRE_DOES_NOT_INVALIDATE ->
            super.table().withoutInAlternatives(BasicStep.INVALIDATE);
        case PROMOTED_RELEASE_DOES_NOT_FLUSH ->
            super.table().withoutInAlternatives(BasicStep.FLUSH);
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
        MemoryConfig config,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters) {
      return kind == NO_HOLD
          ? new TamperedL1(
              TamperedL1.Fault.NO_HOLD,
              environment,
              inside -> super.l1(config, inside, listener, counters))
          : new SrspL1(
              new WrongPolicy(
                  kind,
                  PromotingL1.parts(
                      config.l1(),
                      environment,
                      listener,
                      counters,
                      kind == FAILED_SWAP_DIRTIES
                          ? L1Table.dirtying(PromotingL1.LINES)
                          : PromotingL1.LINES),
                  config.settings(SrspSettings.class)));
    }

    @Override
    public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
      if (kind.optimised) {
        HomePolicy hints =
            new Hints(config.settings(SrspSettings.class).hintEntries(), environment) {
              @Override
              protected boolean trusts(ActivePromotion active) {
                return kind == HINT_WITHOUT_REGARD_TO_WRITES || super.trusts(active);
              }
            };
        return new PromotingL2(config, environment, counters, promotions(config), hints);
      }
      PromotingL2 wrong =
          new PromotingL2(config, environment, counters, promotions(config), new WrongHome(kind));
      return kind == LATECOMER_SHARES_ROUND ? new Latecomers(wrong) : wrong;
    }
  }

  /** Performs a remote access at once whose line has one in progress. */
  private static final class Latecomers extends L2Decorator {
    private final PromotingL2 of;

    Latecomers(PromotingL2 of) {
      super(of);
      this.of = of;
    }

    @Override
    public Outcome receive(MemoryMessage message) {
      boolean late =
          message instanceof RemoteRequest
              && of.underWay().stream().anyMatch(request -> request.line == message.line);
      return super.receive(late ? ((RemoteRequest) message).operation : message);
    }
  }

  private static final class WrongHome extends HomePolicy {
    private final SrspMutant kind;

    WrongHome(SrspMutant kind) {
      this.kind = kind;
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

  private static final class WrongPolicy extends SrspPolicy {
    private final SrspMutant kind;

    WrongPolicy(SrspMutant kind, L1Parts parts, SrspSettings config) {
      super(parts, config);
      this.kind = kind;
    }

    @Override
    protected Flushed selectiveFlush(MemoryMessage message, boolean own) {
      long entry = releases.table.entry(message.line);
      boolean found = entry != LrTable.ABSENT;
      if (found && kind == NO_SELECTIVE_FLUSH) {
        return new Flushed(NOTHING_LOST, true);
      }
      if (found && kind == MARKER_OF_ENTRY_BEFORE) {
        l1().flushed(entry - 1, own);
        return new Flushed(parts.writes().close(), true);
      }
      Flushed right = super.selectiveFlush(message, own);
      boolean early = found && kind == ANSWER_BEFORE_WRITES_ARE_ACKNOWLEDGED;
      return new Flushed(
          early ? NOTHING_LOST : right.settled(), right.found() || (found && kind == HINT_BY_LINE));
    }

    @Override
    protected int missed() {
      return kind == ANSWER_BEFORE_LOST_RELEASES_ARE_ACKNOWLEDGED ? NOTHING_LOST : super.missed();
    }

    @Override
    protected void written(LineAccess access, long low, long high) {
      long before = releases.table.entry(access.line);
      super.written(access, low, high);
      if (kind == MARKER_OF_FIRST_RELEASE
          && before != LrTable.ABSENT
          && before >= parts.lines().fifo.oldest()) {
        releases.table.put(access.line, 0, 0, before);
      }
    }

    @Override
    protected void remember(MemoryMessage message) {
      if (kind != NO_PA_TBL_INSERT) {
        super.remember(message);
      }
    }

    @Override
    protected void overflow() {
      if (kind != PA_TBL_OVERFLOW_INVALIDATES_NOTHING) {
        super.overflow();
      }
    }

    @Override
    protected void flushedFenced() {
      if (kind != FLUSH_FORGETS_FENCED_RELEASES) {
        super.flushedFenced();
      }
    }

    @Override
    protected void fence() {
      if (kind != FENCE_REMEMBERS_NOTHING) {
        super.fence();
      }
    }

    @Override
    protected boolean diverts(LineAccess access) {
      if (kind == OWN_LR_HIT_BY_LINE && access.parent.currentStep() == PromotionStep.PROMOTE) {
        return releases.table.entry(access.line) != LrTable.ABSENT;
      }
      return super.diverts(access);
    }
  }
}
