package dev.syncopate.memory.mechanism.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.system.Protocols;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The actions of srsp Table A1, counted on machines of N compute units. The owner's L1 has dirty
 * data and a lock released at CTA scope, the requester's has dirty data, and every other L1 has a
 * copy of the lock. Then one instruction is issued.
 */
class TableA1Test {
  private static final long OWNERS_DATA = Rig.BASE;
  private static final long REQUESTERS_DATA = Rig.BASE + 128;
  private static final long LOCK = Rig.BASE + 256;

  private static MemoryOperation operation(String instruction) {
    Scope scope = instruction.endsWith("wg") ? Scope.CTA : Scope.GPU;
    MemoryOperation operation =
        switch (instruction.substring(0, 2)) {
          case "ld" -> RigOperations.load(DataType.B32, Order.ACQUIRE, scope);
          case "st" -> RigOperations.store(DataType.B32, Order.RELEASE, scope);
          default -> RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.ACQ_REL, scope);
        };
    return instruction.contains("_rem_") ? RigOperations.remote(operation) : operation;
  }

  private static long count(String formula, int units) {
    return switch (formula) {
      case "N-1" -> units - 1;
      case "N" -> units;
      case "N+1" -> units + 1;
      default -> Integer.parseInt(formula);
    };
  }

  /**
   * Flushes and invalidations of L1s, those of other L1s than the issuer's, and requests at the L2:
   * the access itself and the lines written through. A remote acquire's own {@code FLUSH} step
   * counts as a flush.
   */
  @ParameterizedTest
  @CsvSource({
    "brsp, ld_acq_wg,       0,   0,   0,   0,   0",
    "brsp, st_rel_wg,       0,   0,   0,   0,   0",
    "brsp, rmw_ar_wg,       0,   0,   0,   0,   0",
    "brsp, ld_acq_cmp,      1,   0,   1,   0,   2",
    "brsp, st_rel_cmp,      1,   0,   0,   0,   2",
    "brsp, rmw_ar_cmp,      2,   0,   1,   0,   2",
    "brsp, ld_rem_acq_cmp,  N+1, N-1, N,   N-1, 4",
    "brsp, st_rem_rel_cmp,  1,   0,   N-1, N-1, 3",
    "brsp, rmw_rem_ar_cmp,  N+1, N-1, N,   N-1, 4",
    "srsp, ld_acq_wg,       0,   0,   0,   0,   0",
    "srsp, st_rel_wg,       0,   0,   0,   0,   0",
    "srsp, rmw_ar_wg,       0,   0,   0,   0,   0",
    "srsp, ld_acq_cmp,      1,   0,   1,   0,   2",
    "srsp, st_rel_cmp,      1,   0,   0,   0,   2",
    "srsp, rmw_ar_cmp,      2,   0,   1,   0,   2",
    "srsp, ld_rem_acq_cmp,  2,   1,   1,   0,   4",
    "srsp, st_rem_rel_cmp,  1,   0,   0,   0,   3",
    "srsp, rmw_rem_ar_cmp,  3,   1,   1,   0,   4",
    "srsp, PA_ld_acq_wg,    1,   0,   1,   0,   2",
    "srsp, PA_st_rel_wg,    0,   0,   0,   0,   0",
    "srsp, PA_rmw_ar_wg,    2,   0,   1,   0,   2",
  })
  void eachInstructionDoesWhatItsRowSays(
      String protocol,
      String row,
      String flushes,
      String othersFlushes,
      String invalidations,
      String othersInvalidations,
      String accesses) {
    for (int units : new int[] {2, 4, 8}) {
      Map<String, Long> actions = actions(protocol, row, units);
      String context = row + " under " + protocol + " on " + units + " units";
      assertThat(actions)
          .as(context)
          .containsEntry("sync.flushes", count(flushes, units))
          .containsEntry("sync.remote.l1Flushes", count(othersFlushes, units))
          .containsEntry("sync.invalidations", count(invalidations, units))
          .containsEntry("sync.remote.l1Invalidations", count(othersInvalidations, units))
          .containsEntry("l2.accesses", count(accesses, units))
          .containsEntry("sync.remote.requests", row.contains("_rem_") ? (long) units : 0);
    }
  }

  private static Map<String, Long> actions(String protocol, String row, int units) {
    boolean promoted = row.startsWith("PA_");
    String instruction = promoted ? row.substring(3) : row;
    MemoryOperation operation = operation(instruction);
    Rig rig = rig(protocol, units);
    TinyThread owner = rig.thread(0, 0);
    TinyThread requester = rig.thread(1, 0);
    for (int tile = 1; tile < units; tile++) {
      rig.thread(tile, 1).load(LOCK);
    }
    owner.load(LOCK);
    owner.store(OWNERS_DATA, 1);
    owner.store(LOCK, 1, Order.RELEASE, Scope.CTA);
    requester.store(REQUESTERS_DATA, 1);
    if (promoted) {
      requester.delay(2000);
      requester.access(RigOperations.remote(operation("st_rel_cmp")), LOCK, 1, 0);
    }
    TinyThread issuer = operation.scope() == Scope.CTA ? owner : requester;
    issuer.delay(5000);
    issuer.access(operation, LOCK, 0, 0);
    rig.runUntil(4500);
    Map<String, Long> oldStatistics = rig.statistics();
    rig.runUntil(12_000);
    assertThat(rig.finished()).isTrue();
    Map<String, Long> changes = rig.statistics();
    changes.replaceAll((name, value) -> value - oldStatistics.getOrDefault(name, 0L));
    return changes;
  }

  private static Rig rig(String protocol, int units) {
    MemoryConfig config =
        RigConfigs.with(
            RigConfigs.withUnits(RigConfigs.roomy(), units),
            "mechanisms.srsp.lrEntries=16",
            "mechanisms.srsp.paEntries=16",
            "mechanisms.srsp.hintEntries=16",
            "mechanisms.brsp.blocks=everything",
            "mechanisms.brsp.acquireInvalidates=all",
            "mechanisms.brsp.lock=gpu");
    return new Rig(config, Protocols.named(protocol), ConsistencyModel.HRF, 1);
  }

  /** srsp §4.9: the L1 that had something to flush is asked alone the next time. */
  @Test
  void withHintsTwoL1sAreAskedHoweverManyThereAre() {
    Rig rig = rig("srsp-opt", 8);
    TinyThread owner = rig.thread(3, 0);
    TinyThread outsider = rig.thread(5, 0);
    for (int i = 0; i < 2; i++) {
      owner.store(LOCK, 1, Order.RELEASE, Scope.CTA);
      owner.delay(4000);
      outsider.delay(2000);
      outsider.access(operation("rmw_rem_ar_cmp"), LOCK, 1, 0);
      outsider.delay(1500);
    }
    rig.runUntil(3900);
    assertThat(rig.count("sync.remote.requests")).isEqualTo(8);
    assertThat(rig.count("sync.remote.hints")).isZero();
    rig.run();
    assertThat(rig.count("sync.remote.requests")).isEqualTo(8 + 2);
    assertThat(rig.count("sync.remote.hints")).isEqualTo(1);
  }

  /** srsp §4.9: and when that L1 has nothing now, all others after all. */
  @Test
  void aHintThatIsWrongCostsASecondRound() {
    Rig rig = rig("srsp-opt", 8);
    TinyThread outsider = rig.thread(5, 0);
    for (int i = 0; i < 2; i++) {
      TinyThread owner = rig.thread(3 + i, 0);
      owner.delay(4000L * i);
      owner.store(LOCK, 1, Order.RELEASE, Scope.CTA);
      outsider.delay(2000);
      outsider.access(operation("rmw_rem_ar_cmp"), LOCK, 1, 0);
      outsider.delay(2500);
    }
    rig.run();
    assertThat(rig.count("sync.remote.requests")).isEqualTo(8 + 8);
    assertThat(rig.count("sync.remote.l1Flushes")).isEqualTo(2);
    assertThat(rig.count("sync.remote.hints")).isZero();
    assertThat(rig.word(LOCK)).isEqualTo(2);
  }

  /** srsp §4.9: owner and outsider on one compute unit. */
  @Test
  void anOwnLrTblHitAsksNobody() {
    Rig rig = rig("srsp-opt", 8);
    rig.thread(3, 0).store(LOCK, 1, Order.RELEASE, Scope.CTA);
    TinyThread outsider = rig.thread(3, 1);
    outsider.delay(1000);
    outsider.access(operation("rmw_rem_ar_cmp"), LOCK, 1, 0);
    rig.runUntil(3000);
    assertThat(rig.count("sync.remote.local")).isEqualTo(1);
    assertThat(rig.count("sync.remote.requests")).isZero();
    assertThat(rig.count("l2.accesses")).isZero();
    assertThat(rig.count("sync.flushes")).isZero();
    assertThat(rig.count("sync.invalidations")).isZero();
    rig.run();
    assertThat(rig.word(LOCK)).isEqualTo(2);
  }
}
