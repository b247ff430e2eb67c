package dev.syncopate.memory.mechanism.brsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import org.junit.jupiter.api.Test;

/**
 * The example of rsp §4.3, figure 7: what is where is told from hits, misses and the L2's words.
 */
class RspFigureTest {
  private static final long DATA = Rig.BASE;
  private static final long L = Rig.BASE + 128;
  private static final long CLEAN = Rig.BASE + 512;

  @Test
  void theCriticalSectionGoesFromOneUnitToTheOtherAndBack() {
    Rig rig =
        new Rig(
            RigConfigs.withUnits(RigConfigs.roomy(), 2),
            new BrspProtocol(),
            ConsistencyModel.HRF,
            1);
    TinyThread on0 = rig.thread(0, 0);
    TinyThread on1 = rig.thread(1, 0);
    rig.word(L, 1);
    on0.load(CLEAN);
    on0.store(DATA, 3);
    on0.store(L, 0, Order.RELEASE, Scope.CTA);
    on1.load(DATA);
    on1.delay(2000);
    Register acquired =
        on1.access(
            RigOperations.remote(
                RigOperations.atomic(AtomicOp.CAS, DataType.B32, Order.ACQ_REL, Scope.GPU)),
            L,
            0,
            1);
    Register loaded = on1.load(DATA);
    on0.delay(3500);
    on0.load(CLEAN);
    on1.delay(2000);
    on1.store(DATA, 4);
    on1.access(
        RigOperations.remote(RigOperations.store(DataType.B32, Order.RELEASE, Scope.GPU)), L, 0, 0);
    on0.delay(3000);
    Register again = on0.cas(L, 0, 1, Order.ACQUIRE, Scope.CTA);
    Register seenBack = on0.load(DATA);

    // time 1: the store-release is performed in CU 0's L1, nothing is flushed
    rig.runUntil(1900);
    assertThat(rig.word(L)).isEqualTo(1);
    assertThat(rig.word(DATA)).isZero();
    assertThat(rig.count("l1.writeThroughs")).isZero();
    assertThat(rig.count("sync.flushes")).isZero();

    // times 2 to 7: CU 0 is flushed and CU 1 told, the CAS done at the L2, both are invalidated
    rig.runUntil(3400);
    assertThat(acquired.value()).isZero();
    assertThat(loaded.value()).isEqualTo(3);
    assertThat(rig.word(DATA)).isEqualTo(3);
    assertThat(rig.word(L)).isEqualTo(1);
    assertThat(rig.count("l1.writeThroughs")).as("data and L").isEqualTo(2);
    assertThat(rig.count("sync.remote.l1Flushes")).isEqualTo(1);
    assertThat(rig.count("sync.remote.l1Invalidations")).isEqualTo(1);
    assertThat(rig.count("sync.invalidations")).isEqualTo(2);
    long misses = rig.count("l1.misses");
    rig.runUntil(3900);
    assertThat(rig.count("l1.misses")).as("CU 0 has lost its clean line").isEqualTo(misses + 1);

    // times 8 to 11: CU 1 is flushed, the store done at the L2, CU 0 invalidated, not CU 1
    rig.runUntil(6200);
    assertThat(rig.word(DATA)).isEqualTo(4);
    assertThat(rig.word(L)).isZero();
    assertThat(rig.count("sync.remote.l1Flushes")).isEqualTo(1);
    assertThat(rig.count("sync.remote.l1Invalidations")).isEqualTo(2);
    assertThat(rig.count("sync.invalidations")).isEqualTo(3);

    // CU 0's next acquire is local, and sees what CU 1 wrote
    rig.runUntil(9000);
    assertThat(again.value()).isZero();
    assertThat(seenBack.value()).isEqualTo(4);
    assertThat(rig.word(L)).as("performed in CU 0's L1").isZero();
    rig.run();
    assertThat(rig.word(L)).isEqualTo(1);
    assertThat(rig.count("sync.remote.promotions")).isEqualTo(2);
  }
}
