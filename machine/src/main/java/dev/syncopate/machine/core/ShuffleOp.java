package dev.syncopate.machine.core;

import dev.syncopate.machine.core.exchange.Shuffle;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.ShuffleMode;

/** {@code shfl}. */
final class ShuffleOp extends ExchangeOp {
  private final ShuffleMode mode;
  private final int destination;
  private final int p;
  private final int a;
  private final int b;
  private final int c;

  ShuffleOp(WarpInstruction.Shuffle shuffle, Operands operands) {
    super(shuffle, operands, shuffle.maskGiven(), shuffle.mask());
    this.mode = shuffle.mode();
    this.destination = operands.valueOrSpare(shuffle.destination());
    this.p = operands.predicateOrSpare(shuffle.p());
    this.a = shuffle.a();
    this.b = shuffle.b();
    this.c = shuffle.c();
  }

  @Override
  void compute(Warp warp, long lanes) {
    long[] registers = warp.registers;
    long inRange =
        Shuffle.apply(
            mode,
            registers,
            destination,
            a >= 0 ? registers : constants,
            a >= 0 ? a : ~a,
            b >= 0 ? registers : constants,
            b >= 0 ? b : ~b,
            c >= 0 ? registers : constants,
            c >= 0 ? c : ~c,
            lanes);
    Predicates.write(warp, p, inRange, lanes);
  }
}
