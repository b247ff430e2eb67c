package dev.syncopate.memory.mechanism.srsp;

import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.DROP;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.RESUME;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.SELECTIVE_FLUSH;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.SELECTIVE_FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.SELECTIVE_INVALIDATE;
import static dev.syncopate.memory.mechanism.srsp.SrspStep.FLUSH_IF_PROMOTED;
import static dev.syncopate.memory.mechanism.srsp.SrspStep.INVALIDATE_IF_PROMOTED;
import static dev.syncopate.memory.mechanism.srsp.SrspStep.RELEASE_AT_L1;
import static dev.syncopate.memory.mechanism.srsp.SrspStep.REMEMBER_RELEASE;
import static dev.syncopate.memory.protocol.BasicStep.AWAIT_WRITES;
import static dev.syncopate.memory.protocol.BasicStep.DRAIN;
import static dev.syncopate.memory.protocol.BasicStep.FLUSH;
import static dev.syncopate.memory.protocol.BasicStep.INVALIDATE;
import static dev.syncopate.memory.protocol.BasicStep.PERFORM_AT_L1;
import static dev.syncopate.memory.protocol.BasicStep.PERFORM_AT_L2;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.mechanism.promotion.FlushHints;
import dev.syncopate.memory.mechanism.promotion.HomeTables;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.mechanism.promotion.Promotion;
import dev.syncopate.memory.mechanism.promotion.PromotionMessage;
import dev.syncopate.memory.mechanism.promotion.PromotionStep;
import dev.syncopate.memory.mechanism.promotion.PromotionTable;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.RefuterFile;
import dev.syncopate.memory.protocol.StepTable;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Selective remote scope promotion (srsp §4, Table A1). */
public final class SrspProtocol extends SelectiveProtocol {
  static final String PROMOTED = "PA-TBL hit";

  /** Within one GPU an L1 that writes the line after its answer is asked again. */
  private static final PromotionTable PROMOTIONS =
      PromotionTable.together(
          new Promotion(SELECTIVE_FLUSH, SELECTIVE_FLUSH, SELECTIVE_FLUSH_AND_HOLD, null, null),
          new Promotion(DROP, PromotionMessage.FLUSH, HOLD, SELECTIVE_INVALIDATE, null),
          new Promotion(
              SELECTIVE_FLUSH,
              PromotionMessage.FLUSH,
              SELECTIVE_FLUSH_AND_HOLD,
              SELECTIVE_INVALIDATE,
              null));

  /**
   * With several GPUs L1s hold the line: the memory side does not see which of them writes it, and
   * a promotion within a GPU must not keep one of system scope waiting.
   */
  private static final PromotionTable HOLDING =
      PromotionTable.inTurn(
          Promotion.of(SELECTIVE_FLUSH_AND_HOLD, SELECTIVE_FLUSH_AND_HOLD, RESUME, RESUME),
          Promotion.of(HOLD, FLUSH_AND_HOLD, SELECTIVE_INVALIDATE, RESUME),
          Promotion.of(SELECTIVE_FLUSH_AND_HOLD, FLUSH_AND_HOLD, SELECTIVE_INVALIDATE, RESUME));

  /** Tables of the protocol that is right. */
  static final SrspTables RIGHT =
      new SrspTables(
          PROMOTIONS,
          HOLDING,
          PromotingL1.LINES,
          SrspHoldTable.HOLDS,
          ReleaseTable.RELEASES,
          AcquireTable.ACQUIRES,
          FenceTable.FENCES,
          HomeTables.SELECTIVE);

  private static final StepTable TABLE = rows(false);
  private static final StepTable SYSTEM_TABLE = rows(true);

  private static StepTable rows(boolean severalGpus) {
    return remote(GpuProtocol.component(workGroup(GpuProtocol.data()), severalGpus), severalGpus)
        .build();
  }

  /** The rows of CTA scope. */
  static StepTable.Builder workGroup(StepTable.Builder table) {
    Scope scope = Scope.CTA;
    for (AccessKind kind :
        new AccessKind[] {AccessKind.LOAD, AccessKind.STORE, AccessKind.ATOMIC}) {
      table.relaxed(kind, scope, PERFORM_AT_L1);
    }
    table
        .ordered(AccessKind.LOAD, Order.ACQUIRE, scope, PERFORM_AT_L1)
        .when(PROMOTED, PERFORM_AT_L2, FLUSH, INVALIDATE)
        .ordered(AccessKind.LOAD, Order.SC, scope, DRAIN, PERFORM_AT_L1)
        .when(PROMOTED, PERFORM_AT_L2, FLUSH, INVALIDATE)
        .ordered(AccessKind.STORE, Order.RELEASE, scope, DRAIN, RELEASE_AT_L1)
        .ordered(AccessKind.STORE, Order.SC, scope, DRAIN, RELEASE_AT_L1)
        .ordered(AccessKind.ATOMIC, Order.ACQUIRE, scope, PERFORM_AT_L1)
        .when(PROMOTED, PERFORM_AT_L2, FLUSH, INVALIDATE)
        .ordered(AccessKind.ATOMIC, Order.RELEASE, scope, DRAIN, RELEASE_AT_L1)
        .ordered(AccessKind.ATOMIC, Order.ACQ_REL, scope, DRAIN, RELEASE_AT_L1)
        .when(PROMOTED, FLUSH, AWAIT_WRITES, PERFORM_AT_L2, FLUSH, INVALIDATE)
        .ordered(AccessKind.ATOMIC, Order.SC, scope, DRAIN, RELEASE_AT_L1)
        .when(PROMOTED, FLUSH, AWAIT_WRITES, PERFORM_AT_L2, FLUSH, INVALIDATE)
        .commutative(scope, PERFORM_AT_L2)
        .ordered(
            AccessKind.FENCE,
            Order.ACQUIRE,
            scope,
            DRAIN,
            FLUSH_IF_PROMOTED,
            INVALIDATE_IF_PROMOTED)
        .ordered(AccessKind.FENCE, Order.RELEASE, scope, DRAIN, REMEMBER_RELEASE);
    for (Order order : new Order[] {Order.ACQ_REL, Order.SC}) {
      table.ordered(
          AccessKind.FENCE,
          order,
          scope,
          DRAIN,
          FLUSH_IF_PROMOTED,
          INVALIDATE_IF_PROMOTED,
          REMEMBER_RELEASE);
    }
    return table;
  }

  private static StepTable.Builder remote(StepTable.Builder table, boolean severalGpus) {
    for (Scope scope : TARGETS) {
      PromotionStep promote = promote(scope, severalGpus);
      for (Order order : LOADS) {
        table.remote(AccessKind.LOAD, order, scope, DRAIN, promote, FLUSH, INVALIDATE);
      }
      for (Order order : STORES) {
        table.remote(AccessKind.STORE, order, scope, DRAIN, promote);
      }
      for (Order order : ATOMICS) {
        table.remote(AccessKind.ATOMIC, order, scope, DRAIN, promote, FLUSH, INVALIDATE);
      }
    }
    return table;
  }

  /** Selective promotion, mended. */
  public SrspProtocol() {
    this(RIGHT);
  }

  /** Selective promotion with other tables. */
  SrspProtocol(SrspTables tables) {
    super(tables);
  }

  @Override
  public String name() {
    return "srsp";
  }

  @Override
  public String summary() {
    return "Selective remote scope promotion: a remote access has only that L1 flush which released"
        + " its line, and L1s invalidate when they next acquire it";
  }

  @Override
  public StepTable table() {
    return TABLE;
  }

  @Override
  public StepTable systemTable() {
    return SYSTEM_TABLE;
  }

  @Override
  public List<Mutant> mutants() {
    return withSystem(Stream.of(SrspMutant.values()).filter(mutant -> !mutant.optimised()));
  }

  @Override
  public List<RefuterFile> refuters() {
    return RefuterFile.in(
        SrspProtocol.class,
        "promote-release-two-locks",
        "promote-second-release",
        "promote-fence-flushed",
        "promote-acq-rel",
        "promote-both-sides",
        "promote-three-at-once",
        "promote-three-at-once-warm",
        "lock-remote",
        "unlock-remote-store");
  }

  @Override
  @Nullable FlushHints hints(MemoryConfig config, L2Environment environment) {
    return null;
  }
}
