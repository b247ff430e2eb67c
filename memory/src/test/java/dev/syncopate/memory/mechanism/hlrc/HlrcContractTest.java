package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.protocol.PromotionContract;
import dev.syncopate.memory.protocol.Protocol;
import java.util.Set;

/** Remote instructions are as others; what they promise is kept. */
class HlrcContractTest extends PromotionContract {
  @Override
  protected Protocol protocol() {
    return new HlrcProtocol();
  }

  /** Two requests to one line seldom meet at a bank that holds it clean and in part. */
  @Override
  protected long firstOfTransitions() {
    return 17_300;
  }

  /** The reader of a flag registers its line at every scope. */
  @Override
  protected Set<String> seenAcrossTiles() {
    return Set.of("0", "1");
  }
}
