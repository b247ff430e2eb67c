package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.protocol.PromotionContract;
import dev.syncopate.memory.protocol.Protocol;

class SrspOptContractTest extends PromotionContract {
  @Override
  protected Protocol protocol() {
    return new SrspOptProtocol();
  }

  @Override
  protected int oneOf() {
    return 4;
  }
}
