package dev.syncopate.memory.protocol.hierarchy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.promotion.PromotionProtocol;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Threads on two GPUs (tiles 0 and 1, tiles 2 and 3) add to a word without atomics, under one lock,
 * in many orders of events.
 */
class HierarchyLockTest {
  private static final long LOCK = Rig.BASE;
  private static final long WORD = Rig.BASE + 128;
  private static final int RUNS = 60;
  private static final int TURNS = 3;
  private static final List<Order> ORDERS =
      List.of(Order.RELAXED, Order.ACQUIRE, Order.RELEASE, Order.ACQ_REL, Order.SC);

  static List<Protocol> protocols() {
    return SeveralGpus.protocols();
  }

  static List<Protocol> promoting() {
    return SeveralGpus.protocols().stream().filter(PromotionProtocol.class::isInstance).toList();
  }

  private interface Turn {
    /** Takes and gives back the lock, and does something in between. */
    void take(TinyThread thread, int tile, int seed, Runnable inside);
  }

  private static void check(Protocol protocol, int tiles, Turn turn) {
    for (int seed = 0; seed < RUNS; seed++) {
      LooseMachine machine =
          new LooseMachine(
              RigConfigs.withGpus(RigConfigs.tiny(), 2),
              protocol,
              ConsistencyModel.HRF,
              new SplittableRandom(seed),
              3_000_000);
      for (int i = 0; i < tiles + 1; i++) {
        int tile = i % tiles; // two threads on tile 0
        TinyThread thread = machine.thread(tile, i / tiles);
        for (int k = 0; k < TURNS; k++) {
          turn.take(thread, tile, seed, () -> increment(thread));
        }
      }
      machine.run();
      assertThat(machine.word(WORD))
          .as("%s, seed %d", protocol.name(), seed)
          .isEqualTo((long) TURNS * (tiles + 1));
    }
  }

  private static void increment(TinyThread thread) {
    Register value = thread.load(WORD);
    thread.join();
    thread.storeLater(WORD, () -> value.value() + 1);
  }

  private static void ordinarily(TinyThread thread, Scope scope, Runnable inside) {
    thread.lock(LOCK, scope);
    inside.run();
    thread.unlock(LOCK, scope);
  }

  private static void remotely(
      TinyThread thread, Scope scope, int tile, int seed, Runnable inside) {
    thread.lockRemotely(LOCK, ORDERS.get((seed + tile) % ORDERS.size()), scope, seed % 3 == 0);
    inside.run();
    thread.unlockRemotely(LOCK, scope, (seed + tile) % 2 == 0);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void oneOfSystemScopeGoesRoundBothGpus(Protocol protocol) {
    check(protocol, 4, (thread, tile, seed, inside) -> ordinarily(thread, Scope.SYS, inside));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void oneOfComponentScopeGoesRoundItsGpu(Protocol protocol) {
    check(protocol, 2, (thread, tile, seed, inside) -> ordinarily(thread, Scope.GPU, inside));
  }

  /** Tile 0's, taken remotely at the narrowest scope that reaches it, or at a wider one. */
  @ParameterizedTest
  @MethodSource("promoting")
  void oneOfWorkGroupScopeIsTakenRemotelyByAll(Protocol protocol) {
    check(
        protocol,
        4,
        (thread, tile, seed, inside) -> {
          if (tile == 0) {
            ordinarily(thread, Scope.CTA, inside);
          } else {
            boolean near = tile == 1 && seed % 2 == 0;
            remotely(thread, near ? Scope.GPU : Scope.SYS, tile, seed, inside);
          }
        });
  }

  /** GPU 0's, taken remotely by the other. */
  @ParameterizedTest
  @MethodSource("promoting")
  void oneOfComponentScopeIsTakenRemotelyByTheOtherGpu(Protocol protocol) {
    check(
        protocol,
        4,
        (thread, tile, seed, inside) -> {
          if (tile < 2) {
            ordinarily(thread, Scope.GPU, inside);
          } else {
            remotely(thread, Scope.SYS, tile, seed, inside);
          }
        });
  }
}
