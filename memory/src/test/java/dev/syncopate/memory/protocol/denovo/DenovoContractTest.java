package dev.syncopate.memory.protocol.denovo;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolContract;

class DenovoContractTest extends ProtocolContract {
  @Override
  protected Protocol protocol() {
    return new DenovoProtocol();
  }

  @Override
  protected boolean promotes() {
    return false;
  }
}
