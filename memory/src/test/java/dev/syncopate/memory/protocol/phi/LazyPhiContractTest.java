package dev.syncopate.memory.protocol.phi;

import dev.syncopate.memory.protocol.Protocol;

/** Updates fetch nothing. */
class LazyPhiContractTest extends PhiContractTest {
  @Override
  protected Protocol protocol() {
    return fetching("lazily-on-read");
  }

  @Override
  protected int oneOf() {
    return 4;
  }
}
