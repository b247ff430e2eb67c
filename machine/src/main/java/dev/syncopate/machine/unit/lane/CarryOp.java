package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Arithmetic.CarryOperation;

/**
 * Arithmetic with the carry flag (PTX ISA, "Extended-Precision Integer Arithmetic Instructions"):
 * 32 or 64 bits; after a subtraction the flag is the borrow.
 */
public final class CarryOp extends LaneOp {
  private final CarryOperation operation;
  private final boolean wide;
  private final boolean signed;
  private final long[] constants;
  private final int destination;
  private final int a;
  private final int b;
  private final int c;
  private final int carryIn;
  private final int carryOut;

  public CarryOp(Arithmetic.ComputeCarry carry, HotOperands operands) {
    super(carry);
    this.operation = carry.operation();
    this.wide = carry.type().bits() == 64;
    this.signed = carry.type().isSigned();
    this.constants = operands.constants;
    this.destination = carry.destination();
    this.a = carry.a();
    this.b = carry.b();
    this.c = carry.c();
    this.carryIn = carry.carryIn();
    this.carryOut = operands.predicateOrSpare(carry.carryOut());
  }

  @Override
  public void compute(Warp warp, long lanes, boolean full) {
    long carryFlags = carryIn < 0 ? 0 : warp.predicates()[carryIn];
    long out = 0;
    long[] registers = warp.values();
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long x = read(registers, a, lane);
      long y = read(registers, b, lane);
      long flag = carryFlags >>> lane & 1;
      long left;
      long right;
      switch (operation) {
        case ADD, SUB -> {
          left = x;
          right = y;
        }
        default -> {
          left = product(x, y);
          right = read(registers, c, lane);
        }
      }
      long result;
      boolean carry;
      if (operation == CarryOperation.SUB) {
        result = left - right - flag;
        carry = borrows(left, right, flag);
      } else {
        result = left + right + flag;
        carry = carries(left, right, flag);
      }
      registers[destination + lane] = wide ? result : result & 0xffff_ffffL;
      if (carry) {
        out |= 1L << lane;
      }
    }
    Predicates.write(warp, carryOut, out, lanes);
  }

  private long read(long[] registers, int operand, int lane) {
    long value = operand >= 0 ? registers[operand + lane] : constants[~operand + lane];
    return wide ? value : value & 0xffff_ffffL;
  }

  private long product(long x, long y) {
    boolean high = operation == CarryOperation.MAD_HI;
    if (wide) {
      return !high ? x * y : signed ? Math.multiplyHigh(x, y) : Math.unsignedMultiplyHigh(x, y);
    }
    long product = signed ? (long) (int) x * (int) y : x * y;
    return (high ? product >>> 32 : product) & 0xffff_ffffL;
  }

  private boolean carries(long left, long right, long flag) {
    if (!wide) {
      return (left + right + flag) >>> 32 != 0;
    }
    long sum = left + right;
    return Long.compareUnsigned(sum, left) < 0 || (flag != 0 && sum == -1L);
  }

  private static boolean borrows(long left, long right, long flag) {
    int order = Long.compareUnsigned(left, right);
    return order < 0 || (flag != 0 && order == 0);
  }
}
