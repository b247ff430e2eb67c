package dev.syncopate.memory.protocol.srsp;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.promotion.PromotingL2;
import dev.syncopate.memory.protocol.promotion.PromotionTable;

/**
 * An L2 bank that asks the L1 to flush which had to the last time (srsp §4.9), and the others only
 * when that one has nothing to flush now: what is remembered is a hint.
 */
final class HintingL2 extends PromotingL2 {
  private final HintTable hints;

  HintingL2(
      int bank,
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      PromotionTable table) {
    super(bank, config, environment, counters, table);
    hints = new HintTable(config.promotion().hintEntries());
  }

  @Override
  protected void ask(Active active) {
    long line = active.line();
    int hint = hints.get(line, environment.number(line));
    if (!active.selective() || hint == HintTable.NONE || hint == active.requester()) {
      super.ask(active);
      return;
    }
    active.askOnly(hint);
    ask(active, hint);
    askRequester(active);
  }

  @Override
  protected boolean settled(Active active) {
    if (active.found() != NOBODY) {
      hints.put(active.line(), environment.number(active.line()), active.found());
      counters.hints += active.asked() == active.found() ? 1 : 0;
      return true;
    }
    int asked = active.asked();
    if (asked == NOBODY) {
      return true;
    }
    active.askOnly(NOBODY);
    askOthers(active, asked);
    return active.answered(); // on a GPU of two compute units there is no other
  }
}
