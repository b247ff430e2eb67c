package dev.syncopate.memory.protocol.gpu;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolContract;
import java.util.Map;

class GpuContractTest extends ProtocolContract {
  @Override
  protected Protocol protocol() {
    return new GpuProtocol();
  }

  @Override
  protected boolean promotes() {
    return false;
  }

  @Override
  protected Map<String, String> uncovered() {
    return Map.of();
  }
}
