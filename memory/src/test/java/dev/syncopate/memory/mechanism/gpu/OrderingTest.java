package dev.syncopate.memory.mechanism.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.rig.Outcomes;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Litmus tests in many orders of events. X and Y are in different lines and banks and start at 0;
 * outcomes are written as the values of the loads in order of threads.
 */
class OrderingTest {
  private static final long X = Rig.BASE;
  private static final long Y = Rig.BASE + 128;
  private static final int RUNS = 400;

  private static Set<String> outcomes(
      ConsistencyModel model, BiConsumer<TestBed, List<Register>> program) {
    return Outcomes.of(new GpuProtocol(), model, RUNS, program);
  }

  private static Set<String> outcomes(BiConsumer<TestBed, List<Register>> program) {
    return outcomes(ConsistencyModel.HRF, program);
  }

  private static void fenceIf(boolean enabled, TinyThread thread, Order order, Scope scope) {
    if (enabled) {
      thread.fence(order, scope);
    }
  }

  private static BiConsumer<TestBed, List<Register>> storeBuffering(
      boolean fences, Order order, Scope scope, int otherTile) {
    return (bed, registers) -> {
      TinyThread firstThread = bed.thread(0, 0);
      TinyThread two = bed.thread(otherTile, 1);
      firstThread.store(X, 1, order, scope);
      fenceIf(fences, firstThread, Order.SC, scope);
      registers.add(firstThread.load(Y, order, scope));
      two.store(Y, 1, order, scope);
      fenceIf(fences, two, Order.SC, scope);
      registers.add(two.load(X, order, scope));
    };
  }

  @Test
  void storeBufferingIsSeenWithWeakAccesses() {
    assertThat(outcomes(storeBuffering(false, Order.WEAK, Scope.CTA, 1))).contains("0 0");
  }

  @Test
  void storeBufferingIsSeenWithRelaxedAccesses() {
    assertThat(outcomes(storeBuffering(false, Order.RELAXED, Scope.GPU, 1)))
        .contains("0 0", "0 1", "1 0", "1 1");
  }

  @Test
  void fencesForbidStoreBuffering() {
    assertThat(outcomes(storeBuffering(true, Order.RELAXED, Scope.GPU, 1)))
        .contains("0 1", "1 0")
        .doesNotContain("0 0");
    assertThat(outcomes(storeBuffering(true, Order.RELAXED, Scope.SYS, 1))).doesNotContain("0 0");
  }

  @Test
  void fencesOfWorkGroupScopeDoNotForbidItAcrossComputeUnits() {
    assertThat(outcomes(storeBuffering(true, Order.RELAXED, Scope.CTA, 1))).contains("0 0");
  }

  @Test
  void fencesOfWorkGroupScopeForbidItWithinAComputeUnit() {
    assertThat(outcomes(storeBuffering(true, Order.RELAXED, Scope.CTA, 0))).doesNotContain("0 0");
  }

  @Test
  void underDrf0RelaxedAccessesAreSequentiallyConsistent() {
    assertThat(outcomes(ConsistencyModel.DRF0, storeBuffering(false, Order.RELAXED, Scope.CTA, 1)))
        .contains("0 1", "1 0")
        .doesNotContain("0 0");
  }

  private static BiConsumer<TestBed, List<Register>> messagePassing(
      Order release, Order acquire, Scope scope, int readerTile) {
    return (bed, registers) -> {
      TinyThread writer = bed.thread(0, 0);
      TinyThread reader = bed.thread(readerTile, 1);
      reader.load(X);
      writer.store(X, 1);
      writer.store(Y, 1, release, scope);
      registers.add(reader.load(Y, acquire, scope));
      reader.join();
      registers.add(reader.load(X));
    };
  }

  @Test
  void messagesPassStaleWithoutReleaseOrWithoutAcquire() {
    assertThat(outcomes(messagePassing(Order.RELAXED, Order.ACQUIRE, Scope.GPU, 1)))
        .contains("1 0");
    assertThat(outcomes(messagePassing(Order.RELEASE, Order.RELAXED, Scope.GPU, 1)))
        .contains("1 0");
  }

  @ParameterizedTest
  @EnumSource
  void releaseAndAcquirePassMessagesUnderEveryModel(ConsistencyModel model) {
    assertThat(outcomes(model, messagePassing(Order.RELEASE, Order.ACQUIRE, Scope.GPU, 1)))
        .contains("0 0", "1 1")
        .doesNotContain("1 0");
  }

  @Test
  void workGroupScopePassesMessagesWithinAComputeUnitOnly() {
    assertThat(outcomes(messagePassing(Order.RELEASE, Order.ACQUIRE, Scope.CTA, 0)))
        .contains("1 1")
        .doesNotContain("1 0");
    assertThat(outcomes(messagePassing(Order.RELEASE, Order.ACQUIRE, Scope.CTA, 1)))
        .doesNotContain("1 1");
  }

  @Test
  void scopesAreIgnoredUnderDrfrlx() {
    assertThat(
            outcomes(
                ConsistencyModel.DRFRLX,
                messagePassing(Order.RELEASE, Order.ACQUIRE, Scope.CTA, 1)))
        .contains("1 1")
        .doesNotContain("1 0");
  }

  @Test
  void fencesPassMessagesOfRelaxedFlags() {
    BiConsumer<TestBed, List<Register>> program =
        (bed, registers) -> {
          TinyThread writer = bed.thread(0, 0);
          TinyThread reader = bed.thread(1, 0);
          reader.load(X);
          writer.store(X, 1);
          writer.fence(Order.RELEASE, Scope.GPU);
          writer.store(Y, 1, Order.RELAXED, Scope.GPU);
          registers.add(reader.load(Y, Order.RELAXED, Scope.GPU));
          reader.fence(Order.ACQUIRE, Scope.GPU);
          registers.add(reader.load(X));
        };
    assertThat(outcomes(program)).contains("0 0", "1 1").doesNotContain("1 0");
  }

  /** The second thread passes on, at component scope, what it got at CTA scope. */
  @Test
  void releasesAreCumulativeOverScopes() {
    BiConsumer<TestBed, List<Register>> program =
        (bed, registers) -> {
          TinyThread first = bed.thread(0, 0);
          TinyThread second = bed.thread(0, 1);
          TinyThread third = bed.thread(1, 0);
          TinyThread fourth = bed.thread(1, 1);
          long flag = Rig.BASE + 256;
          long last = Rig.BASE + 384;
          fourth.load(X);
          first.store(X, 1);
          first.store(Y, 1, Order.RELEASE, Scope.CTA);
          second.awaitEqual(Y, 1, Order.ACQUIRE, Scope.CTA);
          second.store(flag, 1, Order.RELEASE, Scope.GPU);
          third.awaitEqual(flag, 1, Order.ACQUIRE, Scope.GPU);
          third.store(last, 1, Order.RELEASE, Scope.CTA);
          fourth.awaitEqual(last, 1, Order.ACQUIRE, Scope.CTA);
          registers.add(fourth.load(X));
        };
    assertThat(outcomes(program)).containsExactly("1");
  }

  @Test
  void independentReadersAgreeOnTheOrderOfIndependentWrites() {
    BiConsumer<TestBed, List<Register>> program =
        (bed, registers) -> {
          bed.thread(0, 0).store(X, 1, Order.RELEASE, Scope.GPU);
          bed.thread(1, 0).store(Y, 1, Order.RELEASE, Scope.GPU);
          for (int tile = 2; tile < 4; tile++) {
            TinyThread reader = bed.thread(tile, 0);
            registers.add(reader.load(tile == 2 ? X : Y, Order.ACQUIRE, Scope.GPU));
            registers.add(reader.load(tile == 2 ? Y : X, Order.ACQUIRE, Scope.GPU));
          }
        };
    assertThat(outcomes(program)).contains("1 1 1 1").doesNotContain("1 0 1 0");
  }

  @Test
  void aThreadNeverReadsBackwards() {
    for (Scope scope : new Scope[] {Scope.CTA, Scope.GPU}) {
      BiConsumer<TestBed, List<Register>> program =
          (bed, registers) -> {
            TinyThread writer = bed.thread(scope == Scope.CTA ? 1 : 0, 0);
            writer.store(X, 1, Order.RELAXED, scope);
            writer.store(X, 2, Order.RELAXED, scope);
            TinyThread reader = bed.thread(1, 1);
            registers.add(reader.load(X, Order.RELAXED, scope));
            registers.add(reader.load(X, Order.RELAXED, scope));
          };
      assertThat(outcomes(program)).doesNotContain("1 0", "2 0", "2 1").contains("2 2");
    }
  }

  @Test
  void loadsAreNotMadeUpFromLaterStores() {
    BiConsumer<TestBed, List<Register>> program =
        (bed, registers) -> {
          TinyThread firstThread = bed.thread(0, 0);
          TinyThread two = bed.thread(1, 0);
          registers.add(firstThread.load(X, Order.RELAXED, Scope.GPU));
          firstThread.store(Y, 1, Order.RELEASE, Scope.GPU);
          registers.add(two.load(Y, Order.RELAXED, Scope.GPU));
          two.store(X, 1, Order.RELEASE, Scope.GPU);
        };
    assertThat(outcomes(program)).contains("0 0").doesNotContain("1 1");
  }

  @Test
  void ownAccessesOfAnyKindToOneWordStayInOrder() {
    BiConsumer<TestBed, List<Register>> program =
        (bed, registers) -> {
          TinyThread thread = bed.thread(0, 0);
          thread.store(X, 1);
          registers.add(thread.load(X));
          thread.store(X, 2, Order.RELAXED, Scope.GPU);
          registers.add(thread.load(X));
          thread.reduce(X, 1, Order.RELAXED, Scope.CTA);
          registers.add(thread.load(X, Order.RELAXED, Scope.GPU));
          thread.reduce(X, 1, Order.RELAXED, Scope.GPU);
          registers.add(thread.load(X));
          registers.add(thread.add(X, 1, Order.RELAXED, Scope.CTA));
          thread.store(X, 9);
          registers.add(thread.add(X, 1, Order.RELAXED, Scope.GPU));
          registers.add(thread.load(X));
          // Another warp disturbs the L1 meanwhile.
          TinyThread otherThread = bed.thread(0, 1);
          for (int i = 0; i < 20; i++) {
            otherThread.store(X + 4, i);
            otherThread.fence(Order.ACQUIRE, Scope.GPU);
            otherThread.load(X + 8);
          }
        };
    assertThat(outcomes(program)).containsExactly("1 2 3 4 4 9 10");
  }
}
