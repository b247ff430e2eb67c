package dev.syncopate.memory.protocol.hierarchy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.promotion.PromotionProtocol;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import dev.syncopate.memory.system.Protocols;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Litmus tests in many orders of events on two GPUs: tiles 0 and 1 are GPU 0, 2 and 3 GPU 1. X and
 * Y are in different lines and banks and start at 0.
 */
class HierarchyOrderingTest {
  private static final long X = Rig.BASE;
  private static final long Y = Rig.BASE + 128;
  private static final int RUNS = 300;

  static List<Protocol> protocols() {
    return SeveralGpus.protocols();
  }

  static List<Protocol> promoting() {
    return SeveralGpus.protocols().stream().filter(PromotionProtocol.class::isInstance).toList();
  }

  private static Set<String> outcomes(
      Protocol protocol, ConsistencyModel model, BiConsumer<TestBed, List<Register>> program) {
    MemoryConfig two = RigConfigs.withGpus(RigConfigs.tiny(), 2);
    Set<String> outcomes = new TreeSet<>();
    for (int seed = 0; seed < RUNS; seed++) {
      LooseMachine machine =
          new LooseMachine(two, protocol, model, new SplittableRandom(seed), 1_000_000);
      List<Register> registers = new ArrayList<>();
      program.accept(machine, registers);
      machine.run();
      outcomes.add(
          registers.stream()
              .map(register -> Long.toString(register.value()))
              .collect(Collectors.joining(" ")));
    }
    return outcomes;
  }

  private static Set<String> outcomes(
      Protocol protocol, BiConsumer<TestBed, List<Register>> program) {
    return outcomes(protocol, ConsistencyModel.HRF, program);
  }

  /** The reader has X in its L1 and its L2 beforehand, perhaps. */
  private static BiConsumer<TestBed, List<Register>> messagePassing(Scope scope, int readerTile) {
    return (bed, registers) -> {
      TinyThread writer = bed.thread(0, 0);
      TinyThread reader = bed.thread(readerTile, 1);
      reader.load(X);
      writer.store(X, 1);
      writer.store(Y, 1, Order.RELEASE, scope);
      registers.add(reader.load(Y, Order.ACQUIRE, scope));
      reader.join();
      registers.add(reader.load(X));
    };
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void systemScopePassesMessagesEverywhere(Protocol protocol) {
    for (int tile : new int[] {0, 1, 2}) {
      assertThat(
              outcomes(
                  protocol,
                  (bed, registers) -> {
                    TinyThread writer = bed.thread(0, 0);
                    TinyThread reader = bed.thread(tile, 1);
                    reader.load(X);
                    writer.store(X, 1);
                    writer.store(Y, 1, Order.RELEASE, Scope.SYS);
                    reader.awaitEqual(Y, 1, Order.ACQUIRE, Scope.SYS);
                    registers.add(reader.load(X));
                  }))
          .as("to tile %d", tile)
          .containsExactly("1");
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void componentScopePassesMessagesWithinAGpuOnly(Protocol protocol) {
    assertThat(outcomes(protocol, messagePassing(Scope.GPU, 1)))
        .contains("1 1")
        .doesNotContain("1 0");
    assertThat(outcomes(protocol, messagePassing(Scope.GPU, 2)))
        .as("the other GPU never hears of it, or not of X")
        .contains("0 0");
  }

  @ParameterizedTest
  @EnumSource(names = {"DRF0", "DRFRLX"})
  void whereScopesAreIgnoredMessagesPassBetweenGpus(ConsistencyModel model) {
    assertThat(outcomes(Protocols.named("gpu"), model, messagePassing(Scope.CTA, 3)))
        .contains("1 1")
        .doesNotContain("1 0");
  }

  @Test
  void fencesOfSystemScopeForbidStoreBufferingBetweenGpus() {
    for (Scope scope : new Scope[] {Scope.GPU, Scope.SYS}) {
      Set<String> outcomes =
          outcomes(
              Protocols.named("gpu"),
              (bed, registers) -> {
                for (int tile : new int[] {0, 2}) {
                  TinyThread thread = bed.thread(tile, 0);
                  thread.store(tile == 0 ? X : Y, 1, Order.RELAXED, scope);
                  thread.fence(Order.SC, scope);
                  registers.add(thread.load(tile == 0 ? Y : X, Order.RELAXED, scope));
                }
              });
      if (scope == Scope.SYS) {
        assertThat(outcomes).contains("0 1", "1 0").doesNotContain("0 0");
      } else {
        assertThat(outcomes).contains("0 0");
      }
    }
  }

  /** Each hop at the narrowest scope that includes both ends. */
  @ParameterizedTest
  @MethodSource("protocols")
  void releasesAreCumulativeOverAllScopes(Protocol protocol) {
    long[] flags = {Y, Rig.BASE + 256, Rig.BASE + 384, Rig.BASE + 512, Rig.BASE + 640};
    Scope[] scopes = {Scope.CTA, Scope.GPU, Scope.SYS, Scope.GPU, Scope.CTA};
    TreeSet<String> outcomes =
        new TreeSet<>(
            outcomes(
                protocol,
                (bed, registers) -> {
                  TinyThread[] threads = {
                    bed.thread(0, 0),
                    bed.thread(0, 1),
                    bed.thread(1, 0),
                    bed.thread(2, 0),
                    bed.thread(3, 0),
                    bed.thread(3, 1)
                  };
                  threads[5].load(X);
                  threads[0].store(X, 1);
                  for (int i = 0; i < flags.length; i++) {
                    threads[i].store(flags[i], 1, Order.RELEASE, scopes[i]);
                    threads[i + 1].awaitEqual(flags[i], 1, Order.ACQUIRE, scopes[i]);
                  }
                  registers.add(threads[5].load(X));
                }));
    assertThat(outcomes).containsExactly("1");
  }

  /** The writer releases at CTA scope; what the reader does promotes that. */
  @ParameterizedTest
  @MethodSource("promoting")
  void remoteAcquiresGetWhatWasReleasedLocally(Protocol protocol) {
    for (Scope scope : new Scope[] {Scope.GPU, Scope.SYS}) {
      int tile = scope == Scope.GPU ? 1 : 2;
      for (boolean load : new boolean[] {true, false}) {
        Set<String> outcomes =
            outcomes(
                protocol,
                (bed, registers) -> {
                  TinyThread writer = bed.thread(0, 0);
                  TinyThread reader = bed.thread(tile, 0);
                  reader.load(X);
                  writer.store(X, 1);
                  writer.store(Y, 1, Order.RELEASE, Scope.CTA);
                  for (int i = 1; i <= 8; i++) {
                    writer.store(Rig.BASE + 1024 + 128L * i, i); // Y leaves the L1 by itself
                  }
                  registers.add(
                      load
                          ? reader.access(
                              RigOperations.remote(
                                  RigOperations.load(DataType.B32, Order.ACQUIRE, scope)),
                              Y,
                              0,
                              0)
                          : reader.access(
                              RigOperations.remote(
                                  RigOperations.atomic(
                                      AtomicOp.ADD, DataType.U32, Order.ACQUIRE, scope)),
                              Y,
                              0,
                              0));
                  reader.join();
                  registers.add(reader.load(X));
                });
        assertThat(outcomes)
            .as("%s at %s, tile %d", load ? "load" : "atomic", scope, tile)
            .contains("1 1")
            .doesNotContain("1 0");
      }
    }
  }

  /** The reader acquires at CTA scope; what the writer does promotes that. */
  @ParameterizedTest
  @MethodSource("promoting")
  void localAcquiresGetWhatWasReleasedRemotely(Protocol protocol) {
    for (Scope scope : new Scope[] {Scope.GPU, Scope.SYS}) {
      int tile = scope == Scope.GPU ? 1 : 2;
      Set<String> outcomes =
          outcomes(
              protocol,
              (bed, registers) -> {
                TinyThread writer = bed.thread(tile, 0);
                TinyThread reader = bed.thread(0, 0);
                reader.load(X);
                writer.store(X, 1);
                writer.access(
                    RigOperations.remote(RigOperations.store(DataType.B32, Order.RELEASE, scope)),
                    Y,
                    1,
                    0);
                registers.add(reader.load(Y, Order.ACQUIRE, Scope.CTA));
                reader.join();
                registers.add(reader.load(X));
              });
      assertThat(outcomes).as("at %s", scope).contains("1 1").doesNotContain("1 0");
    }
  }
}
