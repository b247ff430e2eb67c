package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.kit.l2.L2Policy;
import org.jspecify.annotations.Nullable;

/** Has a bank's registry told when the cache behind it evicts lines. */
final class Evictions extends L2Policy {
  private @Nullable HlrcL2 bank;

  void tell(HlrcL2 controller) {
    bank = controller;
  }

  @Override
  protected void evicting(int frame, long line) {
    if (bank != null) {
      bank.evicting(line);
    }
  }
}
