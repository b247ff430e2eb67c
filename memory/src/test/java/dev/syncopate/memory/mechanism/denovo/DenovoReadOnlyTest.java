package dev.syncopate.memory.mechanism.denovo;

import static dev.syncopate.memory.mechanism.denovo.DenovoBench.LINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is read as read-only survives acquires until the next kernel begins. */
class DenovoReadOnlyTest {
  private static final MemoryOperation LOAD = RigOperations.load(DataType.B32);
  private static final MemoryOperation READ_ONLY = LOAD.withNonCoherent(true);
  private static final MemoryOperation ACQUIRE = RigOperations.fence(Order.ACQUIRE, Scope.GPU);

  private final DenovoBench bench =
      new DenovoBench(RigConfigs.with(RigConfigs.roomy(), "mechanisms.denovo.readOnlyRegion=true"));

  @AfterEach
  void whatIsReadOnlyIsValidAndNotOwned() {
    assertThat(bench.l1.checkInvariants()).isEmpty();
  }

  private void filled(int words, long value) {
    bench.receive(LineMessage.FILL, bench.tile(0), words, words, value, bench.sent.getLast().tag);
  }

  private boolean hits(MemoryOperation load, long address) {
    int sentCount = bench.sent.size();
    bench.issue(1, load, address, 1);
    return bench.sent.size() == sentCount;
  }

  @Test
  void itSurvivesAcquiresAndWhatAnOrdinaryLoadFilledDoesNot() {
    bench.issue(0, READ_ONLY, LINE, 1);
    filled(1, 3);
    bench.issue(0, LOAD, LINE + 4, 1);
    filled(2, 4);
    bench.issue(0, ACQUIRE, 0, 0);
    assertThat(hits(LOAD, LINE)).as("read by whatever load").isTrue();
    assertThat(hits(LOAD, LINE + 4)).isFalse();
  }

  @Test
  void aHitDoesNotMakeAWordReadOnly() {
    bench.issue(0, LOAD, LINE, 1);
    filled(1, 3);
    assertThat(hits(READ_ONLY, LINE)).isTrue();
    bench.issue(0, ACQUIRE, 0, 0);
    assertThat(hits(READ_ONLY, LINE)).isFalse();
  }

  @Test
  void aFillThatAnAcquireOvertakesIsKeptAllTheSame() {
    bench.issue(0, READ_ONLY, LINE, 1);
    bench.issue(1, ACQUIRE, 0, 0);
    filled(1, 3);
    assertThat(hits(LOAD, LINE)).isTrue();
  }

  @Test
  void withoutTheRegionItIsALoadLikeOthers() {
    DenovoBench plain = new DenovoBench(RigConfigs.roomy());
    plain.issue(0, READ_ONLY, LINE, 1);
    plain.receive(LineMessage.FILL, plain.tile(0), 1, 1, 3, plain.sent.getLast().tag);
    plain.issue(0, ACQUIRE, 0, 0);
    plain.issue(0, LOAD, LINE, 1);
    assertThat(plain.sent).hasSize(2);
  }

  /** It is a race, and the word is like others from then on. */
  @Test
  void aStoreMakesTheWordOneLikeOthers() {
    bench.issue(0, READ_ONLY, LINE, 1);
    filled(1, 3);
    bench.issue(0, RigOperations.store(DataType.B32), LINE, 1, 7);
    bench.receive(DenovoType.REGISTERED, bench.tile(0), 1, 0, 0, 0);
    bench.receive(DenovoType.FORWARD_REGISTER, bench.tile(1), 1, 1, 0, 0);
    assertThat(hits(LOAD, LINE)).isFalse();
    filled(1, 9);
    bench.issue(0, ACQUIRE, 0, 0);
    assertThat(hits(LOAD, LINE)).as("it was an ordinary load that brought it").isFalse();
  }

  private static boolean survivesKernelBegin(Protocol protocol) {
    MemoryConfig config =
        RigConfigs.with(RigConfigs.roomy(), "mechanisms.denovo.readOnlyRegion=true");
    DenovoBench kernels = new DenovoBench(config, protocol);
    kernels.issue(0, READ_ONLY, LINE, 1);
    kernels.receive(LineMessage.FILL, kernels.tile(0), 1, 1, 3, kernels.sent.getLast().tag);
    kernels.beginKernel();
    kernels.issue(0, READ_ONLY, LINE, 1);
    return kernels.sent.size() == 1;
  }

  /** The host, or the kernel before, may have written it. */
  @Test
  void itIsDroppedWhenAKernelBegins() {
    assertThat(survivesKernelBegin(new DenovoProtocol())).isFalse();
    Protocol keeps =
        new DenovoProtocol() {
          @Override
          public StepTable table() {
            return super.table().without(row -> true, DenovoStep.INVALIDATE_READ_ONLY);
          }
        };
    assertThat(survivesKernelBegin(keeps)).as("the wrong one").isTrue();
  }

  @Test
  void aFillThatAKernelsBeginningOvertakesIsNotKept() {
    bench.issue(0, READ_ONLY, LINE, 1);
    bench.beginKernel();
    filled(1, 3);
    assertThat(hits(READ_ONLY, LINE)).isFalse();
  }

  /** Words of the region are written while others read them: any value may be read of them. */
  @Test
  void racesBreakNothing() {
    MemoryConfig config =
        RigConfigs.with(RigConfigs.tiny(), "mechanisms.denovo.readOnlyRegion=true");
    for (int seed = 0; seed < 40; seed++) {
      LooseMachine machine =
          new LooseMachine(
              config,
              new DenovoProtocol(),
              ConsistencyModel.HRF,
              new SplittableRandom(seed),
              1_000_000);
      for (int i = 0; i < 6; i++) {
        TinyThread thread = machine.thread(i % 3, i / 3);
        for (int turn = 0; turn < 4; turn++) {
          thread.access(READ_ONLY, Rig.BASE + 4L * (turn % 2), 0, 0);
          thread.store(Rig.BASE + 4L * (i % 2), turn);
          thread.fence(Order.ACQ_REL, Scope.GPU);
        }
      }
      machine.run(); // every transition, and every word's owner, is checked
      assertThat(machine.word(Rig.BASE)).as("seed %d", seed).isEqualTo(3);
      assertThat(machine.word(Rig.BASE + 4)).isEqualTo(3);
    }
  }

  @Test
  void randomProgramsThatOnlyReadSomeWordsAreRight() {
    for (String register : new String[] {"store", "release"}) {
      MemoryConfig config =
          RigConfigs.with(
              RigConfigs.tiny(),
              "mechanisms.denovo.readOnlyRegion=true",
              "mechanisms.denovo.register=" + register);
      assertThat(
              Tester.firstFailure(
                  seed ->
                      new LooseMachine(
                          config,
                          new DenovoProtocol(),
                          ConsistencyModel.HRF,
                          new SplittableRandom(seed),
                          3_000_000),
                  new Programs(1, 3, 3, false),
                  32_000,
                  15))
          .as("a failing program")
          .isEmpty();
    }
  }
}
