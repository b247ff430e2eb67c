package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.core.StackTexts;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Arithmetic.ReserveStack;
import dev.syncopate.sim.bits.Bits;

/** Moves the stack pointer of each lane up, within the lane's local memory. */
public final class ReserveStackOp extends CoreOp {
  private static final long POINTER = 0xffff_ffffL;

  private final long[] constants;
  private final int pointer;
  private final int bytes;
  private final long alignment;
  private final int destination;

  public ReserveStackOp(ReserveStack reserve, HotOperands operands) {
    super(reserve);
    this.constants = operands.constants;
    this.pointer = reserve.pointer();
    this.bytes = reserve.bytes();
    this.alignment = reserve.alignment();
    this.destination = operands.valueOrSpare(reserve.destination());
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    long[] registers = warp.values();
    long end = warp.grid().space().localBytesPerThread();
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      long requestedBytes = bytes >= 0 ? registers[bytes + lane] : constants[~bytes + lane];
      long start = alignUp(registers[pointer + lane] & POINTER, alignment);
      long newPointer = alignUp(start + requestedBytes, Arithmetic.STACK_ALIGNMENT);
      if (requestedBytes < 0 || newPointer < start || newPointer > end) {
        throw unit.fault(this, warp, lane, StackTexts.overflow(warp.grid(), warp, requestedBytes));
      }
      registers[destination + lane] = start;
      registers[pointer + lane] = newPointer;
    }
    warp.resultsFrom(writes, now + latency);
    warp.schedule.next();
    return true;
  }

  private static long alignUp(long address, long alignment) {
    return address + alignment - 1 & -alignment;
  }
}
