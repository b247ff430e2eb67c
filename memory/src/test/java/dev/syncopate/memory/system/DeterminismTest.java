package dev.syncopate.memory.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeterminismTest {
  private static String run(MemoryConfig config, ConsistencyModel model, int threads, long seed) {
    Rig rig = new Rig(config, new GpuProtocol(), model, threads);
    Mix.load(rig, 4, 6, seed);
    rig.run();
    byte[] memory = new byte[5 * 4096];
    rig.read(Rig.BASE, memory);
    return rig.now() + " " + rig.statistics() + " " + Arrays.hashCode(memory);
  }

  @Test
  void everyStatisticAndByteIsTheSameOnAnyNumberOfThreads() {
    for (MemoryConfig config :
        List.of(
            RigConfigs.tinyLines(),
            RigConfigs.roomy(),
            RigConfigs.meshed(RigConfigs.tinyLines()),
            RigConfigs.meshed(RigConfigs.roomy()))) {
      String once = run(config, ConsistencyModel.HRF, 1, 7);
      assertThat(run(config, ConsistencyModel.HRF, 1, 7)).isEqualTo(once);
      assertThat(run(config, ConsistencyModel.HRF, 2, 7)).isEqualTo(once);
      assertThat(run(config, ConsistencyModel.HRF, 1, 8)).isNotEqualTo(once);
      assertThat(run(config, ConsistencyModel.DRF0, 1, 7)).isNotEqualTo(once);
    }
  }
}
