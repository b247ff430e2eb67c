package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.fusion.FusibleOp;
import dev.syncopate.machine.fusion.LaneEmitter;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic;

/** {@code cvta}: windows of the generic address space are stretches of it. */
public final class ConvertAddressOp extends LaneOp implements FusibleOp {
  private final long[] constants;
  private final int destination;
  private final int a;
  private final long shift;

  public ConvertAddressOp(Arithmetic.ConvertAddress convert, HotOperands operands) {
    super(convert);
    this.constants = operands.constants;
    this.destination = convert.destination();
    this.a = convert.a();
    long base = AddressMap.base(convert.space());
    this.shift = convert.toGeneric() ? base : -base;
  }

  @Override
  public void emit(LaneEmitter code) {
    code.value(a);
    code.code().loadConstant(shift).ladd();
    code.setValue(destination);
  }

  @Override
  public void compute(Warp warp, long lanes, boolean full) {
    long[] registers = warp.values();
    long[] inputs = a >= 0 ? registers : constants;
    int base = a >= 0 ? a : ~a;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      registers[destination + lane] = inputs[base + lane] + shift;
    }
  }
}
