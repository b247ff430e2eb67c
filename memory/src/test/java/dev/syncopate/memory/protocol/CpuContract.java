package dev.syncopate.memory.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.coverage.CoverageProtocol;
import dev.syncopate.memory.mechanism.denovo.CpuCoherence;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.topology.Node;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * What every protocol must do, on a machine whose tiles 1, 3, … are CPUs: their L1s and steps are
 * DeNovo's, those of the others the GPU's. Random programs, locks and messages cross over.
 */
abstract class CpuContract extends ProtocolContract {
  /** The protocol of tiles 0, 2, … */
  protected abstract Protocol gpu();

  @Override
  protected final Protocol protocol() {
    return CpuCoherence.beside(
        gpu(), node -> node.kind() == Node.Kind.TILE && node.index() % 2 == 1);
  }

  @Override
  protected boolean promotes() {
    return false;
  }

  /** Each protocol has all of them in its own test. */
  @Override
  protected int oneOf() {
    return 4;
  }

  /**
   * The pairs of each protocol alone are its own test's; here it is what happens between the two.
   */
  @Test
  @Override
  void everyListedTransitionHappensOrIsAccountedFor(TestReporter reporter) {
    CoverageProtocol recording = new CoverageProtocol(protocol());
    for (long seed = 17_000; seed < 17_080; seed++) {
      long machineSeed = seed;
      assertThat(
              Tester.firstFailure(
                  s ->
                      new LooseMachine(
                          config(machineSeed),
                          recording,
                          ConsistencyModel.HRF,
                          new SplittableRandom(machineSeed),
                          3_000_000),
                  new Programs(1, 3, 3, promotes()),
                  seed,
                  1))
          .isEmpty();
    }
    assertThat(recording.never())
        .doesNotContain(
            "L2 OWNED OTHER",
            "L2 OWNED RECALLED",
            "L2 OWNED EVICT",
            "L2 OWNED WRITE_BACK",
            "L2 UNOWNED READ",
            "L2 UNOWNED REGISTER");
  }

  private static MemoryConfig config(long seed) {
    return seed % 2 == 0 ? RigConfigs.tiny() : RigConfigs.ones();
  }
}
