package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolContract;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Protocols;
import java.util.Set;

/** A buffer of few lines in front of denovo. */
class DenovoLabContractTest extends ProtocolContract {
  @Override
  protected Protocol protocol() {
    return Protocols.named("denovo+lab2");
  }

  @Override
  protected Programs programs(int threads) {
    return super.programs(threads).commuting();
  }

  @Override
  protected boolean promotes() {
    return false;
  }

  @Override
  protected Set<String> seenAcrossTiles() {
    return Set.of("0", "1");
  }

  @Override
  protected int oneOf() {
    return 4;
  }
}
