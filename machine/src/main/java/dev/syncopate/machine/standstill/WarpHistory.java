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
 * History of one warp since the watch began, by Brent's cycle detection. One state is kept and
 * compared with later ones. If it has not recurred within twice as many control instructions as the
 * last time, a later state replaces it. Only control flow and the registers with {@link
 * BackwardSlice} on the instructions in between count.
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

  private boolean snapshotTaken;
  private int pc;
  private long active;
  private long[] schedule = {};
  private long[] registers = {};
  private long[] predicates = {};
  private long limit = 1;
  private long steps;

  private boolean issued;
  private boolean repeats;
  private @Nullable BackwardSlice influence;
  private int influenceOf;

  WarpHistory(List<Instruction> code, RegisterUse[] uses) {
    this.code = code;
    this.uses = uses;
  }

  /** Whether it is of a kernel with these instructions. */
  boolean isOf(List<Instruction> instructions) {
    return code.equals(instructions);
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
  BackwardSlice influence() {
    BackwardSlice current = influence;
    int count = executed.cardinality();
    if (current == null || influenceOf != count) {
      current = new BackwardSlice(code, uses, executed);
      influence = current;
      influenceOf = count;
    }
    return current;
  }

  /**
   * The warp has issued an instruction.
   *
   * @param issuedPc its index
   * @param issuedLanes lanes that were active
   * @param control whether it may have moved the program counter elsewhere than to the next one
   */
  void issued(Warp warp, int issuedPc, long issuedLanes, boolean control) {
    issued = true;
    if (repeats) {
      return;
    }
    executed.set(issuedPc);
    ran |= issuedLanes;
    if (!control) {
      return;
    }
    if (warp.schedule.letsGoInTheEnd()) {
      return; // such a state never recurs for good, and its steps would delay the next snapshot
    }
    if (snapshotTaken && isBack(warp)) {
      repeats = true;
    } else if (++steps >= limit) {
      keep(warp);
    }
  }

  private boolean isBack(Warp warp) {
    LaneSchedule now = warp.schedule;
    return now.pc() == pc
        && now.active() == active
        && (now.runnable() & ~ran) == 0
        && Arrays.equals(now.state(), schedule)
        && sameRegisters(warp);
  }

  private boolean sameRegisters(Warp warp) {
    BackwardSlice decides = influence();
    if (decides.clock >= 0 || decides.runtime) {
      return false;
    }
    int width = warp.width;
    for (int r = decides.values.nextSetBit(0); r >= 0; r = decides.values.nextSetBit(r + 1)) {
      int offset = r * width;
      if (!Arrays.equals(
          registers, offset, offset + width, warp.values(), offset, offset + width)) {
        return false;
      }
    }
    return decides.predicates.stream().allMatch(p -> predicates[p] == warp.predicates()[p]);
  }

  private void keep(Warp warp) {
    snapshotTaken = true;
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

  private static long[] copy(long[] source, long[] target) {
    if (target.length != source.length) {
      return source.clone();
    }
    System.arraycopy(source, 0, target, 0, source.length);
    return target;
  }
}
