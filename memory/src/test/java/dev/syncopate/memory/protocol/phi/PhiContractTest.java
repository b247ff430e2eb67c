package dev.syncopate.memory.protocol.phi;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolContract;
import dev.syncopate.memory.rig.Configs;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Protocols;

/** Updates fetch their bytes at once. */
class PhiContractTest extends ProtocolContract {
  @Override
  protected Protocol protocol() {
    return Protocols.named("phi");
  }

  /** With another value of {@code phi.fetch}. */
  static Protocol fetching(String when) {
    return new ForwardingProtocol(Protocols.named("phi")) {
      @Override
      public L1Controller l1(
          MemoryConfig config,
          L1Environment environment,
          CompletionListener listener,
          L1Counters counters) {
        MemoryConfig other = Configs.with(config, "phi.fetch=" + when);
        return super.l1(other, environment, listener, counters);
      }
    };
  }

  @Override
  protected Programs programs(int threads) {
    return super.programs(threads).commuting();
  }

  @Override
  protected boolean promotes() {
    return false;
  }
}
