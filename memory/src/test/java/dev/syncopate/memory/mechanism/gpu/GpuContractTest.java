package dev.syncopate.memory.mechanism.gpu;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolContract;

class GpuContractTest extends ProtocolContract {
  @Override
  protected Protocol protocol() {
    return new GpuProtocol();
  }

  @Override
  protected boolean promotes() {
    return false;
  }
}
