package dev.syncopate.memory.mechanism.phi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Protocols;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random programs are worth something only if they find these. */
class PhiMutantsTest {
  private static final MemoryOperation UPDATE =
      RigOperations.reduce(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.GPU)
          .withCommutative(true);

  /**
   * Random programs use no results of commutative atomics, and are left out for faults that show in
   * a copy in an updated line; the library's comm-result and comm-acquire-neighbour find these.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "PARTIAL_IS_DATA",
        "STALE_FILL_IS_KEPT",
        "STORE_FETCHES_FIRST",
        "STORE_COMES_LATE",
        "RESULT_PASSES_PARTIALS",
        "INVALIDATION_KEEPS_DATA"
      })
  void aWrongUpdateModeIsFound(PhiMutant mutant) {
    assertThat(found(mutant.of(Protocols.named("phi")))).isTrue();
  }

  /** A thread's load behind its own release, which random programs do not have. */
  @ParameterizedTest
  @EnumSource(names = {"PARTIAL_IS_DATA", "STALE_FILL_IS_KEPT"})
  void whatAThreadSeesOfItsOwnUpdatesTellsTheOthers(PhiMutant mutant) {
    assertThat(wrongLoads(Protocols.named("phi"), RigConfigs.roomy(), false)).isZero();
    assertThat(wrongLoads(mutant.of(Protocols.named("phi")), RigConfigs.roomy(), false))
        .isPositive();
  }

  /** The store is to a neighbour in the updated line, and matters only where stores fetch. */
  @Test
  void aStoreThatFetchesTooEarlyIsToldBySumsBesideIt() {
    Protocol wrong = PhiMutant.STORE_FETCHES_FIRST.of(Protocols.named("phi"));
    MemoryConfig fetching =
        RigConfigs.with(RigConfigs.roomy(), "mechanisms.phi.fetch=on-every-write");
    assertThat(wrongLoads(Protocols.named("phi"), fetching, true)).isZero();
    assertThat(wrongLoads(wrong, fetching, true)).isPositive();
    assertThat(wrongLoads(wrong, RigConfigs.roomy(), true)).as("with on-write").isZero();
  }

  /** A thread's own store to the word that it updates: random programs have none. */
  @Test
  void aStoreThatIsNotSentBeforeAnUpdateIsToldByTheSum() {
    assertThat(sum(Protocols.named("phi"))).isEqualTo(6);
    assertThat(sum(PhiMutant.STORE_COMES_LATE.of(Protocols.named("phi")))).isNotEqualTo(6);
  }

  private static long sum(Protocol protocol) {
    LooseMachine machine =
        new LooseMachine(
            RigConfigs.roomy(), protocol, ConsistencyModel.HRF, new SplittableRandom(1), 400_000);
    TinyThread thread = machine.thread(0, 0);
    thread.store(Rig.BASE, 5);
    thread.access(UPDATE, Rig.BASE, 1, 0);
    thread.fence(Order.RELEASE, Scope.GPU);
    Register result = thread.load(Rig.BASE);
    machine.run();
    return result.value();
  }

  private static int wrongLoads(Protocol protocol, MemoryConfig config, boolean stores) {
    int wrong = 0;
    for (int seed = 0; seed < 100; seed++) {
      LooseMachine machine =
          new LooseMachine(
              config, protocol, ConsistencyModel.HRF, new SplittableRandom(seed), 400_000);
      TinyThread thread = machine.thread(0, 0);
      thread.store(Rig.BASE, 5, Order.RELAXED, Scope.GPU);
      thread.access(UPDATE, Rig.BASE, 1, 0);
      if (stores) {
        thread.store(Rig.BASE + 4, 7);
      }
      thread.fence(Order.RELEASE, Scope.GPU);
      Register result = thread.load(Rig.BASE);
      machine.run();
      wrong += result.value() == 6 ? 0 : 1;
    }
    return wrong;
  }

  private static boolean found(Protocol protocol) {
    for (int batch = 0; batch < 10; batch++) {
      for (MemoryConfig config : List.of(RigConfigs.tiny(), RigConfigs.ones())) {
        if (Tester.fails(
            seed ->
                new LooseMachine(
                    config, protocol, ConsistencyModel.HRF, new SplittableRandom(seed), 400_000),
            new Programs(1, 3, 2, false).commuting(),
            30_000L + 100L * batch,
            100)) {
          return true;
        }
      }
    }
    return false;
  }
}
