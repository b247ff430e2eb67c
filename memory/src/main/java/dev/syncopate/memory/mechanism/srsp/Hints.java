package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.mechanism.promotion.ActivePromotion;
import dev.syncopate.memory.mechanism.promotion.HomePolicy;
import dev.syncopate.memory.protocol.L2Environment;
import java.util.List;

/**
 * A bank asks the L1 to flush which had to the last time (srsp §4.9), and the others only when that
 * one has nothing to flush now, or when bytes of the line come from another meanwhile, which may
 * have released them since: what is remembered is a hint. The memory side of several GPUs cannot
 * see from which L1 bytes come, and asks all.
 */
class Hints extends HomePolicy {
  private final HintTable hints;
  private final L2Environment environment;
  private final HintCounters counts = new HintCounters();

  Hints(int entries, L2Environment environment) {
    this.environment = environment;
    hints = new HintTable(entries);
  }

  @Override
  protected void ask(ActivePromotion active) {
    long line = active.line();
    int hint = hints.get(line, environment.number(line));
    if (environment.node().isMemorySide()
        || !active.selective()
        || hint == HintTable.NONE
        || active.requestedBy(hint)) {
      super.ask(active);
      return;
    }
    active.askOnly(hint);
    bank().ask(active, hint);
    bank().askRequesters(active);
  }

  @Override
  protected List<Object> counters() {
    return List.of(counts);
  }

  @Override
  protected List<String> checkInvariants() {
    return hints.checkInvariants(bank()::serves);
  }

  @Override
  protected boolean settled(ActivePromotion active) {
    int asked = active.asked();
    if (active.found() != NOBODY && (asked == NOBODY || trusts(active))) {
      hints.put(active.line(), environment.number(active.line()), active.found());
      counts.hints += asked == active.found() ? 1 : 0;
      return true;
    }
    if (asked == NOBODY) {
      return true;
    }
    active.askOnly(NOBODY);
    bank().askOthers(active, asked);
    return active.answered(); // on a GPU of two compute units there is no other
  }

  /** Whether what the only L1 that was asked has found is all that there is to find. */
  protected boolean trusts(ActivePromotion active) {
    return !active.overtaken();
  }
}
