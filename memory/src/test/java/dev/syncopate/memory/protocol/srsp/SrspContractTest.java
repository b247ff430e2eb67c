package dev.syncopate.memory.protocol.srsp;

import dev.syncopate.memory.protocol.PromotionContract;
import dev.syncopate.memory.protocol.Protocol;
import java.util.Map;

class SrspContractTest extends PromotionContract {
  @Override
  protected Protocol protocol() {
    return new SrspProtocol();
  }

  @Override
  protected Map<String, String> uncovered() {
    return Map.of();
  }
}
