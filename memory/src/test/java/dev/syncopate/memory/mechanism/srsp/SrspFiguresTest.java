package dev.syncopate.memory.mechanism.srsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import org.junit.jupiter.api.Test;

/** The example of srsp §4, figures 3 to 5, step by step: wg0 on CU 0 owns L, wg1 is on CU 1. */
class SrspFiguresTest {
  private static final long Y = Rig.BASE;
  private static final long L = Rig.BASE + 128;

  private final Watched watched = new Watched(RigConfigs.withUnits(RigConfigs.roomy(), 2));
  private final Rig rig = watched.rig;

  @Test
  void theCriticalSectionGoesFromTheLocalModifierToTheRemoteOneAndBack() {
    TinyThread t0 = rig.thread(0, 0);
    TinyThread t1 = rig.thread(1, 0);
    rig.word(L, 1);
    t0.store(Y, 3);
    t0.delay(1000);
    t0.store(L, 0, Order.RELEASE, Scope.CTA);
    t1.load(Y);
    t1.delay(2000);
    Register acquired =
        t1.access(
            RigOperations.remote(
                RigOperations.atomic(AtomicOp.CAS, DataType.B32, Order.ACQUIRE, Scope.GPU)),
            L,
            0,
            1);
    Register seenByT1 = t1.load(Y);
    t1.delay(2000);
    t1.store(Y, 4);
    t1.access(
        RigOperations.remote(RigOperations.store(DataType.B32, Order.RELEASE, Scope.GPU)), L, 0, 0);
    t0.delay(5000);
    Register again = t0.cas(L, 0, 1, Order.ACQUIRE, Scope.CTA);
    Register seenByT0 = t0.load(Y);

    Watched.L1 l1of0 = watched.l1s.get(0);
    Watched.L1 l1of1 = watched.l1s.get(1);

    // figure 3(A), step 1: Y's line is in the sFIFO
    rig.runUntil(500);
    assertThat(l1of0.fifo()).isEqualTo("0..1");
    assertThat(l1of0.word(Y)).isEqualTo("3 dirty");
    assertThat(l1of0.released(L)).isEqualTo(LrTable.ABSENT);

    // steps 2 to 4: L's entry is behind Y's, the LR-TBL names it, L is stored in the L1 only
    rig.runUntil(1900);
    assertThat(l1of0.fifo()).isEqualTo("0..2");
    assertThat(l1of0.released(L)).isEqualTo(1);
    assertThat(l1of0.word(L)).isEqualTo("0 dirty");
    assertThat(rig.word(L)).isEqualTo(1);
    assertThat(rig.word(Y)).isZero();
    assertThat(l1of1.word(Y)).as("stale").isEqualTo("0 clean");

    // figure 4: CU 0 is flushed up to the marker, the CAS is done at the L2, CU 1 is invalidated
    rig.runUntil(3900);
    assertThat(acquired.value()).isZero();
    assertThat(seenByT1.value()).isEqualTo(3);
    assertThat(l1of0.fifo()).as("flushed").isEqualTo("2..2");
    assertThat(l1of0.released(L)).as("gone with its sFIFO entry").isEqualTo(LrTable.ABSENT);
    assertThat(l1of0.word(L)).isEqualTo(Watched.NO_LINE);
    assertThat(l1of0.word(Y)).as("flushed, not invalidated").isEqualTo("3 clean");
    assertThat(rig.word(Y)).isEqualTo(3);
    assertThat(rig.word(L)).isEqualTo(1);
    assertThat(l1of1.word(L)).isEqualTo(Watched.NO_LINE);
    assertThat(l1of1.word(Y)).as("fetched anew").isEqualTo("3 clean");
    assertThat(l1of0.promotes(L)).as("a remote CAS releases as well").isTrue();
    assertThat(rig.count("sync.remote.l1Flushes")).isEqualTo(1);
    assertThat(rig.count("sync.remote.l1Invalidations")).isZero();

    // figure 5: CU 1 is flushed, the store is done at the L2, L is in CU 0's PA-TBL
    rig.runUntil(5900);
    assertThat(l1of1.word(Y)).isEqualTo("4 clean");
    assertThat(rig.word(Y)).isEqualTo(4);
    assertThat(rig.word(L)).isZero();
    assertThat(l1of0.promotes(L)).isTrue();
    assertThat(l1of0.promotes(Y)).isFalse();
    assertThat(l1of1.promotesNothing()).isTrue();
    assertThat(l1of0.word(L)).isEqualTo(Watched.NO_LINE);
    assertThat(l1of1.word(L)).isEqualTo(Watched.NO_LINE);
    assertThat(l1of0.word(Y)).as("stale until the next acquire").isEqualTo("3 clean");
    assertThat(rig.count("sync.promotedAcquires")).isZero();

    // figure 3(B): the PA-TBL hits, the CAS is done at the L2, CU 0 is invalidated
    rig.runUntil(8000);
    assertThat(again.value()).isZero();
    assertThat(rig.word(L)).isEqualTo(1);
    assertThat(l1of0.word(L)).isEqualTo(Watched.NO_LINE);
    assertThat(l1of0.promotesNothing()).isTrue();
    assertThat(l1of0.released(L)).isEqualTo(LrTable.ABSENT);
    assertThat(seenByT0.value()).isEqualTo(4);
    assertThat(l1of0.word(Y)).isEqualTo("4 clean");
    assertThat(rig.count("sync.promotedAcquires")).isEqualTo(1);
    rig.run();
  }
}
