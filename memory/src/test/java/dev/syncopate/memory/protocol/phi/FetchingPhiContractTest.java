package dev.syncopate.memory.protocol.phi;

import dev.syncopate.memory.protocol.Protocol;

/** Stores fetch their bytes at once, too. */
class FetchingPhiContractTest extends PhiContractTest {
  @Override
  protected Protocol protocol() {
    return fetching("on-every-write");
  }

  @Override
  protected int oneOf() {
    return 12;
  }
}
