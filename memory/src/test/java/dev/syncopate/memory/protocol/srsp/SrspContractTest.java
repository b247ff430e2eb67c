package dev.syncopate.memory.protocol.srsp;

import dev.syncopate.memory.protocol.PromotionContract;
import dev.syncopate.memory.protocol.Protocol;

class SrspContractTest extends PromotionContract {
  @Override
  protected Protocol protocol() {
    return new SrspProtocol();
  }
}
