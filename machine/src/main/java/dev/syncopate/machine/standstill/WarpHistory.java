package dev.syncopate.machine.standstill;

import dev.syncopate.machine.code.RegisterUse;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one warp has done since the watch began. Its state is kept and compared with later ones; if
 * it has not come back within as many control instructions as twice the last time, a later state is
 * kept in its place (Brent's cycle detection). Only control flow and the registers with {@link
 * Influence} on the instructions in between count.
 *
 * <p>While no memory word changes, a warp whose state has come back repeats what it did in between,
 * for ever: each of its decisions depends on what is the same.
 */
final class WarpHistory {
  private final List<Instruction> code;
  private final RegisterUse[] uses;

  /** Instructions executed, and lanes that executed one, since the state was kept. */
  private final BitSet executed = new BitSet();

  private long ran;

  private boolean kept;
  private int pc;
  private long active;
  private long[] schedule = {};
  private long[] registers = {};
  private long[] predicates = {};
  private long limit = 1;
  private long steps;

  private boolean issued;
  private boolean repeats;
  private @Nullable Influence influence;
  private int influenceOf;

  WarpHistory(List<Instruction> code, RegisterUse[] uses) {
    this.code = code;
    this.uses = uses;
  }

  /** Whether its state has come back. */
  boolean repeats() {
    return repeats;
  }

  /** Whether it has issued anything. */
  boolean issued() {
    return issued;
  }

  /** The registers that have decided what it did. */
  Influence influence() {
    Influence known = influence;
    int count = executed.cardinality();
    if (known == null || influenceOf != count) {
      known = new Influence(code, uses, executed);
      influence = known;
      influenceOf = count;
    }
    return known;
  }

  /**
   * The warp has issued an instruction.
   *
   * @param at its index
   * @param by lanes that were active
   * @param control whether it may have moved the program counter elsewhere than to the next one
   */
  void issued(Warp warp, int at, long by, boolean control) {
    issued = true;
    if (repeats) {
      return;
    }
    executed.set(at);
    ran |= by;
    if (!control) {
      return;
    }
    if (kept && isBack(warp)) {
      repeats = true;
    } else if (++steps >= limit && !warp.schedule.letsGoInTheEnd()) {
      keep(warp);
    }
  }

  private boolean isBack(Warp warp) {
    LaneSchedule now = warp.schedule;
    return now.pc() == pc
        && now.active() == active
        && (now.runnable() & ~ran) == 0
        && !now.letsGoInTheEnd()
        && Arrays.equals(now.state(), schedule)
        && sameRegisters(warp);
  }

  private boolean sameRegisters(Warp warp) {
    Influence decides = influence();
    if (decides.clock >= 0 || decides.runtime) {
      return false;
    }
    int width = warp.width;
    for (int r = decides.values.nextSetBit(0); r >= 0; r = decides.values.nextSetBit(r + 1)) {
      int from = r * width;
      if (!Arrays.equals(registers, from, from + width, warp.values(), from, from + width)) {
        return false;
      }
    }
    return decides.predicates.stream().allMatch(p -> predicates[p] == warp.predicates()[p]);
  }

  private void keep(Warp warp) {
    kept = true;
    pc = warp.schedule.pc();
    active = warp.schedule.active();
    schedule = warp.schedule.state();
    registers = copy(warp.values(), registers);
    predicates = copy(warp.predicates(), predicates);
    executed.clear();
    influence = null;
    ran = 0;
    limit = 2 * steps;
    steps = 0;
  }

  private static long[] copy(long[] from, long[] into) {
    if (into.length != from.length) {
      return from.clone();
    }
    System.arraycopy(from, 0, into, 0, from.length);
    return into;
  }
}
