package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.Misuses;
import dev.syncopate.machine.observer.Misuse;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.ShuffleMode;

/** {@code shfl}. */
public final class ShuffleOp extends ExchangeOp {
  private final ShuffleMode mode;
  private final int destination;
  private final int p;
  private final int a;
  private final int b;
  private final int c;

  public ShuffleOp(WarpInstruction.Shuffle shuffle, HotOperands operands) {
    super(shuffle, operands, shuffle.maskGiven(), shuffle.mask());
    this.mode = shuffle.mode();
    this.destination = operands.valueOrSpare(shuffle.destination());
    this.p = operands.predicateOrSpare(shuffle.p());
    this.a = shuffle.a();
    this.b = shuffle.b();
    this.c = shuffle.c();
  }

  @Override
  void checkSources(ComputeUnit unit, Warp warp, long lanes, long members) {
    if (!Misuses.asked(unit, warp)) {
      return;
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long laneOperand = b >= 0 ? warp.values()[b + lane] : constants[~b + lane];
      long bounds = c >= 0 ? warp.values()[c + lane] : constants[~c + lane];
      int source = Shuffle.source(mode, lane, (int) laneOperand, (int) bounds);
      if (source >= 0 && (members >>> source & 1) == 0) {
        Misuses.tell(unit, this, warp, new Misuse(Misuse.Kind.ABSENT_SOURCE, lane, 1L << source));
        return;
      }
    }
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // any numbers will do that differ
  int kind() {
    return kind(1, mode.ordinal());
  }

  @Override
  void bring(Warp warp, long lanes, long[] values) {
    bring(warp, a, lanes, values);
  }

  @Override
  void compute(Warp warp, long lanes) {
    compute(warp, a >= 0 ? warp.values() : constants, a >= 0 ? a : ~a, lanes, lanes);
  }

  @Override
  void compute(Warp warp, long[] values, int base, long members, long lanes) {
    long[] registers = warp.values();
    long[] inputs = b >= 0 ? registers : constants;
    long[] bounds = c >= 0 ? registers : constants;
    int fromBase = b >= 0 ? b : ~b;
    int boundsBase = c >= 0 ? c : ~c;
    long inRange =
        Shuffle.apply(
            mode,
            registers,
            destination,
            values,
            base,
            inputs,
            fromBase,
            bounds,
            boundsBase,
            members,
            lanes);
    Predicates.write(warp, p, inRange, lanes);
  }
}
