package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolContract;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Protocols;

/** Updates fetch their bytes at once. */
class PhiContractTest extends ProtocolContract {
  @Override
  protected Protocol protocol() {
    return Protocols.named("phi");
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
