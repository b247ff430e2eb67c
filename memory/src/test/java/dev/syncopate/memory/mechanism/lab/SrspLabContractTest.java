package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.protocol.PromotionContract;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Protocols;

/** A buffer of few lines in front of srsp. */
class SrspLabContractTest extends PromotionContract {
  @Override
  protected Protocol protocol() {
    return Protocols.named("srsp+lab2");
  }

  @Override
  protected Programs programs(int threads) {
    return super.programs(threads).commuting();
  }

  @Override
  protected int oneOf() {
    return 4;
  }
}
