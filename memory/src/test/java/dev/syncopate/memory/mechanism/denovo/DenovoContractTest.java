package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolContract;
import java.util.Set;

class DenovoContractTest extends ProtocolContract {
  @Override
  protected Protocol protocol() {
    return new DenovoProtocol();
  }

  @Override
  protected boolean promotes() {
    return false;
  }

  /** The reader of a flag becomes its owner at every scope. */
  @Override
  protected Set<String> seenAcrossTiles() {
    return Set.of("0", "1");
  }
}
