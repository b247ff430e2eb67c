package dev.syncopate.memory.protocol.brsp;

import dev.syncopate.memory.protocol.PromotionContract;
import dev.syncopate.memory.protocol.Protocol;
import java.util.Map;

class BrspContractTest extends PromotionContract {
  @Override
  protected Protocol protocol() {
    return new BrspProtocol();
  }

  @Override
  protected Map<String, String> uncovered() {
    return Map.of();
  }
}
