package dev.syncopate.memory.mechanism.srsp;

import static dev.syncopate.memory.mechanism.promotion.AnswerState.ANSWERED;
import static dev.syncopate.memory.mechanism.promotion.AnswerTable.SERVE;
import static dev.syncopate.memory.mechanism.promotion.AnswerTable.SERVE_READS;
import static dev.syncopate.memory.mechanism.promotion.HoldState.HELD;
import static dev.syncopate.memory.mechanism.promotion.HoldState.RESUMED;
import static dev.syncopate.memory.mechanism.promotion.HoldState.UNHELD;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.ANSWER;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.AWAIT_TURN;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.DROP_LINE;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.FLUSH_L1;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.FLUSH_RELEASED;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.RESUME_LINE;
import static dev.syncopate.memory.mechanism.srsp.AcquireState.Event.SELECTIVE_INVALIDATE;
import static dev.syncopate.memory.mechanism.srsp.AcquireState.UNPROMOTED;
import static dev.syncopate.memory.mechanism.srsp.ReleaseState.Event.RELEASE;
import static dev.syncopate.memory.mechanism.srsp.ReleaseState.Event.SELECTIVE_FLUSH;
import static dev.syncopate.memory.mechanism.srsp.ReleaseState.RELEASED;
import static dev.syncopate.memory.mechanism.srsp.ReleaseState.UNRELEASED;
import static dev.syncopate.memory.mechanism.srsp.ReleaseTable.AWAIT_LOST;
import static dev.syncopate.memory.mechanism.srsp.ReleaseTable.AWAIT_WRITES;
import static dev.syncopate.memory.mechanism.srsp.ReleaseTable.FIND_BYTES;
import static dev.syncopate.memory.mechanism.srsp.ReleaseTable.FIND_NOTHING;
import static dev.syncopate.memory.mechanism.srsp.ReleaseTable.NAME_NEWEST;
import static dev.syncopate.memory.mechanism.srsp.ReleaseTable.PUSH_ENTRY;
import static dev.syncopate.memory.mechanism.srsp.ReleaseTable.asked;
import static dev.syncopate.memory.mechanism.srsp.ReleaseTable.bytes;
import static dev.syncopate.memory.mechanism.srsp.SrspProtocol.RIGHT;

import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.mechanism.promotion.AnswerEvent;
import dev.syncopate.memory.mechanism.promotion.AnswerState;
import dev.syncopate.memory.mechanism.promotion.AnswerTable;
import dev.syncopate.memory.mechanism.promotion.AnswerWatch;
import dev.syncopate.memory.mechanism.promotion.HoldEvent;
import dev.syncopate.memory.mechanism.promotion.HomeEvent;
import dev.syncopate.memory.mechanism.promotion.HomeState;
import dev.syncopate.memory.mechanism.promotion.HomeTable;
import dev.syncopate.memory.mechanism.promotion.HomeTables;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.mechanism.promotion.PromotingL2;
import dev.syncopate.memory.mechanism.promotion.PromotionKinds;
import dev.syncopate.memory.mechanism.promotion.PromotionMessage;
import dev.syncopate.memory.mechanism.promotion.PromotionTable;
import dev.syncopate.memory.mechanism.promotion.RemoteRequest;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.decorator.WrongProtocol;
import java.util.Objects;

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

  private static final long ALL = -1;

  private static final Action<LocalReleases, Object> NAME_FIRST =
      new Action<>(
          "have the LR-TBL name the line's first entry, and the bytes",
          (releases, line, part, released) -> {
            long oldEntry = releases.table.entry(line);
            if (oldEntry == LrTable.ABSENT) {
              releases.nameNewest(line, bytes(released));
            } else {
              releases.name(line, bytes(released), oldEntry);
            }
          });

  private static final Action<LocalReleases, Object> NAME_WHOLE_LINE =
      new Action<>(
          "have the LR-TBL name it, and all bytes of the line",
          (releases, line, part, released) ->
              releases.nameNewest(line, new WrittenBytes(ALL, ALL, true)));

  private static final Action<LocalReleases, Object> FLUSH_UP_TO_ENTRY_BEFORE =
      new Action<>(
          "flush up to the entry before",
          (releases, line, part, cause) ->
              releases.flushBefore(asked(cause), releases.table.entry(line) - 1));

  private static final Action<PromotingL2, Object> PERFORM_AT_ONCE =
      new Action<>(
          "perform the access at once",
          (bank, line, part, request) ->
              bank.submit(((RemoteRequest) Objects.requireNonNull(request)).operation));

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

  // spotless:off
  @Override
  public Protocol wrong(Protocol right) {
    return switch (this) {
      case NO_SELECTIVE_FLUSH -> releases(ReleaseTable.RELEASES.but().on(RELEASED, SELECTIVE_FLUSH).does(FIND_BYTES).to(RELEASED));
      case ANSWER_BEFORE_WRITES_ARE_ACKNOWLEDGED -> releases(ReleaseTable.RELEASES.but().without(RELEASED, SELECTIVE_FLUSH, AWAIT_WRITES));
      case ANSWER_BEFORE_LOST_RELEASES_ARE_ACKNOWLEDGED -> releases(ReleaseTable.RELEASES.but().without(UNRELEASED, SELECTIVE_FLUSH, AWAIT_LOST));
      case MARKER_OF_ENTRY_BEFORE -> releases(ReleaseTable.RELEASES.but().on(RELEASED, SELECTIVE_FLUSH).does(FIND_BYTES, FLUSH_UP_TO_ENTRY_BEFORE, AWAIT_WRITES).to(RELEASED));
      case MARKER_OF_FIRST_RELEASE -> releases(ReleaseTable.RELEASES.but().on(RELEASED, RELEASE).does(PUSH_ENTRY, NAME_FIRST).to(RELEASED));
      case FLUSH_FORGETS_FENCED_RELEASES -> new SrspProtocol(RIGHT.withFences(FenceTable.FENCES.but().without(FenceTable.NOTE_LOST)));
      case NO_INVALIDATE -> WrongProtocol.steps(right, table -> table.without(row -> row.instruction().remote(), BasicStep.INVALIDATE));
      case PROMOTED_ACQUIRE_DOES_NOT_INVALIDATE -> WrongProtocol.steps(right, table -> table.withoutInAlternatives(BasicStep.INVALIDATE));
      case PROMOTED_RELEASE_DOES_NOT_FLUSH -> WrongProtocol.steps(right, table -> table.withoutInAlternatives(BasicStep.FLUSH));
      case FENCE_REMEMBERS_NOTHING -> WrongProtocol.steps(right, table -> table.without(row -> true, SrspStep.REMEMBER_RELEASE));
      case NO_HOLD -> new SrspProtocol(RIGHT.withHolds(SrspHoldTable.HINTED.but()
          .on(HELD, HoldEvent.SELECTIVE_FLUSH)         .offers(AWAIT_TURN).does(FLUSH_RELEASED, DROP_LINE, ANSWER, RESUME_LINE).toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, HoldEvent.SELECTIVE_FLUSH_AND_HOLD).offers(AWAIT_TURN).does(FLUSH_RELEASED, DROP_LINE, ANSWER, RESUME_LINE).toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, HoldEvent.FLUSH)                   .offers(AWAIT_TURN).does(FLUSH_L1, DROP_LINE, ANSWER, RESUME_LINE)      .toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, HoldEvent.FLUSH_AND_HOLD)          .offers(AWAIT_TURN).does(FLUSH_L1, DROP_LINE, ANSWER, RESUME_LINE)      .toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, HoldEvent.DROP)                    .offers(AWAIT_TURN).does(DROP_LINE, ANSWER, RESUME_LINE)                .toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, HoldEvent.HOLD)                    .offers(AWAIT_TURN).does(DROP_LINE, ANSWER, RESUME_LINE)                .toOneOf(UNHELD, RESUMED, HELD)));
      case NO_PA_TBL_INSERT -> acquires(AcquireTable.ACQUIRES.but().on(UNPROMOTED, SELECTIVE_INVALIDATE).to(UNPROMOTED));
      case PA_TBL_OVERFLOW_INVALIDATES_NOTHING -> acquires(AcquireTable.ACQUIRES.but().without(AcquireTable.INVALIDATE_L1));
      case NOT_ASKED_AGAIN -> answers(AnswerTable.WATCHING.but().on(ANSWERED, AnswerEvent.WRITE).offers(SERVE_READS).to(ANSWERED));
      case READS_DO_NOT_WAIT -> answers(AnswerTable.WATCHING.but().on(ANSWERED, AnswerEvent.READ_TOO_EARLY).offers(SERVE).to(ANSWERED));
      case LATECOMER_SHARES_ROUND -> homes(HomeTables.SELECTIVE.withBank(HomeTable.SELECTIVE.but()
          .on(HomeState.ASKING, HomeEvent.REQUEST)    .does(PERFORM_AT_ONCE).to(HomeState.ASKING)
          .on(HomeState.PERFORMING, HomeEvent.REQUEST).does(PERFORM_AT_ONCE).to(HomeState.PERFORMING)));
      case SHARED_ROUND_WITHOUT_FLUSH -> together(Objects.requireNonNull(RIGHT.promotions().combined()).replacing(PromotionMessage.FLUSH, PromotionMessage.DROP));
      case SHARED_ROUND_WITHOUT_PA_TBL_INSERT -> together(RIGHT.promotions().single());
      case REMOTE_STORE_ASKS_NO_OTHERS -> new SrspProtocol(RIGHT.withPromotions(RIGHT.promotions().withStore(SrspTextProtocol.PROMOTIONS.single().store())));
      case FAILED_SWAP_DIRTIES -> new SrspProtocol(RIGHT.withLines(L1Table.dirtying(PromotingL1.LINES)));
      case HINT_BY_LINE -> optimised(ReleaseTable.LOOKED_UP.but().without(FIND_BYTES));
      case HINT_WITHOUT_REGARD_TO_WRITES -> new SrspOptProtocol(SrspOptProtocol.RIGHT.withHomes(HomeTables.HINTING.withBank(HomeTable.HINTING.but().without(HomeTable.NOTE_OVERTAKEN))));
      case OWN_LR_HIT_BY_LINE -> optimised(ReleaseTable.LOOKED_UP.but().replacing(NAME_NEWEST, NAME_WHOLE_LINE).replacing(FIND_BYTES, FIND_NOTHING));
    };
  }
  // spotless:on

  private static Protocol together(PromotionKinds several) {
    return new SrspProtocol(
        RIGHT.withPromotions(new PromotionTable(RIGHT.promotions().single(), several)));
  }

  private static Protocol releases(
      StateTable.Builder<ReleaseState, ReleaseState.Event, LocalReleases, Object> table) {
    return new SrspProtocol(RIGHT.withReleases(table));
  }

  private static Protocol acquires(
      StateTable.Builder<AcquireState, AcquireState.Event, PromotedAcquires, Object> table) {
    return new SrspProtocol(RIGHT.withAcquires(table));
  }

  private static Protocol answers(
      StateTable.Builder<AnswerState, AnswerEvent, AnswerWatch, MemoryMessage> table) {
    return homes(HomeTables.SELECTIVE.withAnswers(table));
  }

  private static Protocol homes(HomeTables tables) {
    return new SrspProtocol(RIGHT.withHomes(tables));
  }

  private static Protocol optimised(
      StateTable.Builder<ReleaseState, ReleaseState.Event, LocalReleases, Object> table) {
    return new SrspOptProtocol(SrspOptProtocol.RIGHT.withReleases(table));
  }
}
