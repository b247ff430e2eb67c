package dev.syncopate.memory.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.denovo.DenovoMutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.system.Protocols;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the host finds what the device has written, and puts what the device is to read. */
class HostAccessTest {
  private static final long A = Rig.BASE;

  private static TestBed bed(boolean timed, MemoryConfig config, Protocol protocol) {
    return timed
        ? new Rig(config, protocol, ConsistencyModel.HRF, 1)
        : new LooseMachine(
            config, protocol, ConsistencyModel.HRF, new SplittableRandom(5), 100_000);
  }

  /** A line with words that two tiles write and a third word that stays unwritten. */
  private static TestBed written(boolean timed, boolean findsOwners) {
    Protocol denovo = Protocols.named("denovo");
    Protocol protocol = findsOwners ? denovo : DenovoMutant.HOST_FORGETS_OWNERS.of(denovo);
    TestBed bed = bed(timed, RigConfigs.roomy(), protocol);
    bed.word(A, 1);
    bed.word(A + 4, 2);
    bed.word(A + 8, 3);
    bed.thread(0, 0).store(A, 10);
    bed.thread(1, 0).store(A + 4, 20);
    bed.run();
    return bed;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void wordsThatL1sKeepBeyondAKernelsEndAreFound(boolean timed) {
    TestBed bed = written(timed, true);
    byte[] line = new byte[12];
    bed.read(A, line);
    assertThat(LaneBytes.get(line, 0, 4)).isEqualTo(10);
    assertThat(LaneBytes.get(line, 4, 4)).isEqualTo(20);
    assertThat(LaneBytes.get(line, 8, 4)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutTheirStepInTheRowTheyAreNot(boolean timed) {
    TestBed bed = written(timed, false);
    assertThat(bed.word(A)).isEqualTo(1);
    assertThat(bed.word(A + 4)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theHostWritesOverThem(boolean timed) {
    TestBed bed = written(timed, true);
    bed.word(A + 4, 21);
    assertThat(bed.word(A)).isEqualTo(10);
    assertThat(bed.word(A + 4)).isEqualTo(21);
    assertThat(bed.word(A + 8)).isEqualTo(3);
  }

  /** A kernel that ends writes nothing back. */
  @Test
  void theTableDecidesWhatAKernelsEndDoes() {
    Rig keeping = (Rig) written(true, true);
    assertThat(keeping.count("l1.writeThroughs")).isZero();
    Rig writing = new Rig(RigConfigs.roomy(), Protocols.named("gpu"), ConsistencyModel.HRF, 1);
    writing.thread(0, 0).store(A, 10);
    writing.run();
    assertThat(writing.count("l1.writeThroughs")).isPositive();
  }

  /** The bank of a GPU has the only new copy until something of system scope is done. */
  @Test
  void whatOnlyAGpusBankHasIsFound() {
    Rig rig =
        new Rig(
            RigConfigs.withGpus(RigConfigs.roomy(), 2),
            Protocols.named("gpu"),
            ConsistencyModel.HRF,
            1);
    rig.word(A, 1);
    rig.thread(0, 0).store(A, 7, Order.RELEASE, Scope.GPU);
    rig.runUntil(5000);
    assertThat(rig.word(A)).isEqualTo(7);
    rig.word(A, 8);
    assertThat(rig.word(A)).isEqualTo(8);
  }
}
