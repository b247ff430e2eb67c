package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.Misuses;
import dev.syncopate.machine.observer.Misuse;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic;

/**
 * {@code div} and {@code rem} of integers. By zero they yield an unspecified value (PTX ISA,
 * "div"), and no GPU says a word.
 */
final class DivideOp extends ComputeOp {
  DivideOp(Arithmetic.Compute compute, HotOperands operands) {
    super(compute, operands);
  }

  static boolean divides(Arithmetic.Compute compute) {
    return compute.function().mnemonic().matches("(div|rem)\\.[su](16|32|64)");
  }

  /** Reports lanes that divide by zero to the observer. */
  void check(ComputeUnit unit, Warp warp, long lanes) {
    long zeros = zeros(warp, lanes);
    if (zeros != 0) {
      int lane = Long.numberOfTrailingZeros(zeros);
      Misuses.tell(unit, this, warp, new Misuse(Misuse.Kind.DIVISION_BY_ZERO, lane, zeros));
    }
  }
}
