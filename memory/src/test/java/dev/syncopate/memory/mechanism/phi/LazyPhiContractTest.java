package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.RigConfigs;

/** Updates fetch nothing. */
class LazyPhiContractTest extends PhiContractTest {
  @Override
  protected Protocol protocol() {
    return new ForwardingProtocol(super.protocol()) {
      @Override
      public L1Controller l1(
          MemoryConfig config,
          L1Environment environment,
          CompletionListener listener,
          L1Counters counters) {
        MemoryConfig lazy = RigConfigs.with(config, "mechanisms.phi.fetch=lazily-on-read");
        return super.l1(lazy, environment, listener, counters);
      }
    };
  }

  @Override
  protected int oneOf() {
    return 4;
  }
}
