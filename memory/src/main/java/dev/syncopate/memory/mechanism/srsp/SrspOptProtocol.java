package dev.syncopate.memory.mechanism.srsp;

import static dev.syncopate.memory.mechanism.srsp.SrspStep.RELEASE_AT_L1;
import static dev.syncopate.memory.protocol.BasicStep.AWAIT_WRITES;
import static dev.syncopate.memory.protocol.BasicStep.DRAIN;
import static dev.syncopate.memory.protocol.BasicStep.FLUSH;
import static dev.syncopate.memory.protocol.BasicStep.INVALIDATE;
import static dev.syncopate.memory.protocol.BasicStep.PERFORM_AT_L1;
import static dev.syncopate.memory.protocol.BasicStep.PERFORM_AT_L2;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.area.Structure.Place;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.mechanism.promotion.FlushHints;
import dev.syncopate.memory.mechanism.promotion.HomeTables;
import dev.syncopate.memory.mechanism.promotion.PromotionStep;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.RefuterFile;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.UnreachedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Selective promotion with its optimisations (srsp §4.9): a remote access is performed at
 * work-group scope when the requester's LR-TBL holds its line. The home bank asks only the L1 that
 * flushed the last time.
 */
public final class SrspOptProtocol extends SelectiveProtocol {
  private static final String LOCAL = "own LR-TBL hit";

  /** Tables of the protocol that is right. */
  static final SrspTables RIGHT =
      SrspProtocol.RIGHT
          .withHolds(SrspHoldTable.HINTED.but())
          .withReleases(ReleaseTable.LOOKED_UP.but())
          .withHomes(HomeTables.HINTING);

  private static final StepTable TABLE = rows(false);
  private static final StepTable SYSTEM_TABLE = rows(true);

  private static StepTable rows(boolean severalGpus) {
    return remote(
            GpuProtocol.component(SrspProtocol.workGroup(GpuProtocol.data()), severalGpus),
            severalGpus)
        .build();
  }

  private static StepTable.Builder remote(StepTable.Builder table, boolean severalGpus) {
    for (Scope scope : TARGETS) {
      PromotionStep promote = promote(scope, severalGpus);
      for (Order order : LOADS) {
        table
            .remote(AccessKind.LOAD, order, scope, DRAIN, promote, FLUSH, INVALIDATE)
            .when(LOCAL, PERFORM_AT_L1)
            .when(SrspProtocol.PROMOTED, PERFORM_AT_L2, FLUSH, INVALIDATE);
      }
      for (Order order : STORES) {
        table.remote(AccessKind.STORE, order, scope, DRAIN, promote).when(LOCAL, RELEASE_AT_L1);
      }
      for (Order order : ATOMICS) {
        table
            .remote(AccessKind.ATOMIC, order, scope, DRAIN, promote, FLUSH, INVALIDATE)
            .when(LOCAL, RELEASE_AT_L1)
            .when(SrspProtocol.PROMOTED, FLUSH, AWAIT_WRITES, PERFORM_AT_L2, FLUSH, INVALIDATE);
      }
    }
    return table;
  }

  /** Selective promotion with its optimisations, mended. */
  public SrspOptProtocol() {
    this(RIGHT);
  }

  /** The same with other tables. */
  SrspOptProtocol(SrspTables tables) {
    super(tables);
  }

  @Override
  public String name() {
    return "srsp-opt";
  }

  @Override
  public String summary() {
    return "Selective remote scope promotion that does nothing remotely when the CU itself released"
        + " the line, and asks only that L1 which had to flush the last time";
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
  public List<Structure> structures(MemoryConfig machine) {
    List<Structure> structures = new ArrayList<>(super.structures(machine));
    structures.add(
        new Structure(
            "hint table",
            Place.BANK,
            machine.settings(SrspSettings.class).hintEntries(),
            Structure.lineBits(machine.l1().line())
                + (long) Structure.bitsOf(machine.unitsPerGpu()),
            "line, L1"));
    return structures;
  }

  @Override
  public List<String> settings() {
    return List.of(
        "mechanisms.srsp.lrEntries", "mechanisms.srsp.paEntries", "mechanisms.srsp.hintEntries");
  }

  @Override
  public List<Mutant> mutants() {
    return withSystem(Stream.of(SrspMutant.values()).filter(SrspMutant::optimised));
  }

  @Override
  public List<RefuterFile> refuters() {
    return RefuterFile.in(
        SrspOptProtocol.class,
        "promote-two-owners",
        "promote-two-owners-in-turn",
        "promote-owner-changes");
  }

  @Override
  public List<UnreachedRows> unreached() {
    return Stream.concat(
            super.unreached().stream(),
            Stream.of(
                UnreachedRows.elsewhere(
                    "on a machine with several GPUs a hint has an L1 told that was not asked:"
                        + " HoldTableTest",
                    "L1 UNHELD RESUME",
                    "L1 RESUMED RESUME"),
                UnreachedRows.elsewhere(
                    "on a machine with several GPUs a hint counts: HomeTableTest",
                    "L2-of-GPU HINTED HINT_HOLDS",
                    "L2-of-GPU HINTED REQUEST")))
        .toList();
  }

  @Override
  FlushHints hints(MemoryConfig config, L2Environment environment) {
    return new Hints(config.settings(SrspSettings.class).hintEntries(), environment);
  }
}
