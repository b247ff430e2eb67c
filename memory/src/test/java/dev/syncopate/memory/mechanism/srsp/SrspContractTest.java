package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.protocol.PromotionContract;
import dev.syncopate.memory.protocol.Protocol;

class SrspContractTest extends PromotionContract {
  @Override
  protected Protocol protocol() {
    return new SrspProtocol();
  }
}
