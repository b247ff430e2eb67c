package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.RigConfigs;

/** The same with words that are registered at the release. */
class DenovoAtReleaseContractTest extends DenovoContractTest {
  @Override
  protected Protocol protocol() {
    return new DenovoProtocol() {
      @Override
      public L1Controller l1(
          MemoryConfig config,
          L1Environment environment,
          CompletionListener listener,
          L1Counters counters) {
        MemoryConfig atRelease = RigConfigs.with(config, "mechanisms.denovo.register=release");
        return super.l1(atRelease, environment, listener, counters);
      }
    };
  }

  @Override
  protected int oneOf() {
    return 4;
  }
}
