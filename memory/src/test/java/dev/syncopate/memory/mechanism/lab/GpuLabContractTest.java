package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolContract;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Protocols;

/** A buffer of few lines in front of gpu. */
class GpuLabContractTest extends ProtocolContract {
  @Override
  protected Protocol protocol() {
    return Protocols.named("gpu+lab2");
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
