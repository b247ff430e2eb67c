package dev.syncopate.memory.mechanism.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import org.junit.jupiter.api.Test;

/**
 * A reader has a line in its L1, a writer writes it: what the reader sees afterwards depends on
 * what the two do, and on where they run. Addresses: the data, and a flag in another line.
 */
class StalenessTest {
  private static final long DATA = Rig.BASE;
  private static final long FLAG = Rig.BASE + 4096;

  /** Warms the reader, lets the writer write and signal, and returns what the reader then reads. */
  private static long readAfterSignal(int writerTile, Order release, Order acquire, Scope scope) {
    Rig rig = new Rig();
    TinyThread reader = rig.thread(0, 0);
    TinyThread writer = rig.thread(writerTile, 1);
    reader.load(DATA);
    reader.join();
    writer.delay(2000);
    writer.store(DATA, 42);
    writer.store(FLAG, 1, release, scope);
    reader.delay(4000);
    if (acquire != Order.WEAK && scope == Scope.GPU) {
      reader.awaitEqual(FLAG, 1, acquire, scope);
    } else {
      reader.load(FLAG, acquire, scope);
      reader.join();
    }
    Register loaded = reader.load(DATA);
    rig.run();
    return loaded.value();
  }

  @Test
  void withoutReleaseOrAcquireTheReaderKeepsItsStaleLine() {
    assertThat(readAfterSignal(1, Order.WEAK, Order.WEAK, Scope.CTA)).isZero();
  }

  @Test
  void releaseAndAcquireAtComponentScopeMakeItFresh() {
    assertThat(readAfterSignal(1, Order.RELEASE, Order.ACQUIRE, Scope.GPU)).isEqualTo(42);
  }

  @Test
  void releaseAndAcquireAtSystemScopeMakeItFreshToo() {
    Rig rig = new Rig();
    TinyThread reader = rig.thread(0, 0);
    TinyThread writer = rig.thread(1, 0);
    reader.load(DATA);
    reader.awaitEqual(FLAG, 1, Order.ACQUIRE, Scope.SYS);
    Register loaded = reader.load(DATA);
    writer.delay(2000);
    writer.store(DATA, 42);
    writer.store(FLAG, 1, Order.RELEASE, Scope.SYS);
    rig.run();
    assertThat(loaded.value()).isEqualTo(42);
  }

  @Test
  void aReleaseAloneLeavesTheReaderStale() {
    assertThat(readAfterSignal(1, Order.RELEASE, Order.RELAXED, Scope.GPU)).isZero();
  }

  @Test
  void workGroupScopeAcrossComputeUnitsLeavesTheReaderStale() {
    assertThat(readAfterSignal(1, Order.RELEASE, Order.ACQUIRE, Scope.CTA)).isZero();
  }

  @Test
  void workGroupScopeWithinAComputeUnitIsEnough() {
    assertThat(readAfterSignal(0, Order.RELEASE, Order.ACQUIRE, Scope.CTA)).isEqualTo(42);
  }

  @Test
  void evenWeakStoresAreSeenWithinAComputeUnit() {
    assertThat(readAfterSignal(0, Order.WEAK, Order.WEAK, Scope.CTA)).isEqualTo(42);
  }

  @Test
  void anUnreleasedStoreIsNotInTheL2UntilTheKernelEnds() {
    Rig rig = new Rig();
    TinyThread writer = rig.thread(0, 0);
    TinyThread otherThread = rig.thread(1, 0);
    writer.store(DATA, 7);
    otherThread.delay(3000);
    Register earlyLoad = otherThread.load(DATA, Order.RELAXED, Scope.GPU);
    rig.run();
    assertThat(earlyLoad.value()).isZero();
    assertThat(rig.word(DATA)).isEqualTo(7);
  }
}
