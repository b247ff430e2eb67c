package dev.syncopate.memory.mechanism.srsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import org.junit.jupiter.api.Test;

/** LR-TBL and PA-TBL in an L1 with three sFIFO entries and tables of two lines. */
class SrspLinesTest {
  private final Watched watched = new Watched(RigConfigs.withUnits(RigConfigs.tiny(), 2));
  private final Rig rig = watched.rig;
  private final Watched.L1 l1 = watched.l1s.get(0);
  private final TinyThread owner = rig.thread(0, 0);

  private static long line(int number) {
    return Rig.BASE + 128L * number;
  }

  private void release(int number) {
    owner.store(line(number), 1, Order.RELEASE, Scope.CTA);
  }

  @Test
  void aReleasePushesAnEntryBehindAllStoresBeforeIt() {
    release(0);
    owner.store(line(1), 1);
    release(0);
    rig.runUntil(1000);
    assertThat(l1.fifo()).isEqualTo("0..3");
    assertThat(l1.released(line(0))).as("behind line 1's").isEqualTo(2);
    assertThat(l1.released(line(1))).isEqualTo(LrTable.ABSENT);
  }

  @Test
  void aReleaseOfTheNewestEntrysLinePushesNone() {
    release(0);
    release(0);
    rig.runUntil(1000);
    assertThat(l1.fifo()).isEqualTo("0..1");
    assertThat(l1.released(line(0))).isZero();
  }

  @Test
  void aReleaseGoesWithItsSfifoEntry() {
    release(0);
    for (int i = 1; i < 4; i++) {
      owner.store(line(i), 1);
    }
    rig.runUntil(2000);
    assertThat(l1.fifo()).isEqualTo("1..4");
    assertThat(l1.released(line(0))).isEqualTo(LrTable.ABSENT);
    assertThat(l1.word(line(0))).isEqualTo("1 clean");
    assertThat(rig.word(line(0))).isEqualTo(1);
    assertThat(rig.count("sync.lrOverflows")).isZero();
  }

  @Test
  void aFullLrTblWritesThroughUpToItsOldestRelease() {
    release(0);
    release(1);
    release(2);
    rig.runUntil(2000);
    assertThat(rig.count("sync.lrOverflows")).isEqualTo(1);
    assertThat(l1.released(line(0))).isEqualTo(LrTable.ABSENT);
    assertThat(l1.word(line(0))).isEqualTo("1 clean");
    assertThat(l1.released(line(1))).isEqualTo(1);
    assertThat(l1.released(line(2))).isEqualTo(2);
  }

  @Test
  void anInvalidationEmptiesBothTables() {
    TinyThread outsider = rig.thread(1, 0);
    outsider.access(
        RigOperations.remote(RigOperations.store(DataType.B32, Order.RELEASE, Scope.GPU)),
        line(4),
        1,
        0);
    owner.delay(1500);
    release(0);
    owner.delay(1000);
    owner.fence(Order.ACQUIRE, Scope.GPU);
    rig.runUntil(2000);
    assertThat(l1.promotes(line(4))).isTrue();
    assertThat(l1.released(line(0))).isZero();
    rig.runUntil(5000);
    assertThat(l1.promotesNothing()).isTrue();
    assertThat(l1.released(line(0))).isEqualTo(LrTable.ABSENT);
    assertThat(l1.word(line(0))).isEqualTo(Watched.NO_LINE);
  }

  @Test
  void aFullPaTblFlushesAndInvalidatesTheL1AndIsEmptied() {
    TinyThread outsider = rig.thread(1, 0);
    owner.load(line(8));
    release(0);
    for (int i = 4; i < 7; i++) {
      outsider.delay(2000);
      outsider.access(
          RigOperations.remote(RigOperations.store(DataType.B32, Order.RELEASE, Scope.GPU)),
          line(i),
          1,
          0);
    }
    rig.runUntil(5500);
    assertThat(l1.promotes(line(4))).isTrue();
    assertThat(l1.promotes(line(5))).isTrue();
    assertThat(l1.word(line(8))).isEqualTo("0 clean");
    rig.runUntil(9000);
    assertThat(rig.count("sync.paOverflows")).isEqualTo(1);
    assertThat(rig.count("sync.remote.l1Flushes")).isEqualTo(1);
    assertThat(rig.count("sync.remote.l1Invalidations")).isEqualTo(1);
    assertThat(l1.promotesNothing()).isTrue();
    assertThat(l1.released(line(0))).isEqualTo(LrTable.ABSENT);
    assertThat(l1.word(line(8))).isEqualTo(Watched.NO_LINE);
    assertThat(rig.word(line(0))).as("flushed first").isEqualTo(1);
  }

  @Test
  void aReleasingFenceMakesLaterRelaxedStoresReleasesUntilTheNextFlush() {
    owner.store(line(0), 1, Order.RELAXED, Scope.CTA);
    owner.fence(Order.RELEASE, Scope.CTA);
    owner.fence(Order.RELEASE, Scope.CTA);
    owner.store(line(1), 1);
    owner.store(line(2), 1, Order.RELAXED, Scope.CTA);
    owner.delay(1000);
    owner.fence(Order.RELEASE, Scope.GPU);
    owner.store(line(3), 1, Order.RELAXED, Scope.CTA);
    rig.runUntil(900);
    assertThat(l1.released(line(0))).as("before the fence").isEqualTo(LrTable.ABSENT);
    assertThat(l1.released(line(1))).as("weak").isEqualTo(LrTable.ABSENT);
    assertThat(l1.released(line(2))).isEqualTo(2);
    rig.runUntil(4000);
    assertThat(l1.word(line(3))).isEqualTo("1 dirty");
    assertThat(l1.released(line(3))).as("after the flush").isEqualTo(LrTable.ABSENT);
  }
}
