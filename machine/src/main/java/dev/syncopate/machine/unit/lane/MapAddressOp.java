package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic;

/** {@code mapa}: the address of the same place in the shared memory of another rank. */
public final class MapAddressOp extends LaneOp {
  private static final long RANKS = 0xffff_ffffL;

  private final long[] constants;
  private final int destination;
  private final int a;
  private final int rank;
  private final long base;

  public MapAddressOp(Arithmetic.MapAddress map, HotOperands operands) {
    super(map);
    this.constants = operands.constants;
    this.destination = map.destination();
    this.a = map.a();
    this.rank = map.rank();
    this.base = map.generic() ? AddressMap.SHARED_BASE : 0;
  }

  @Override
  public void compute(Warp warp, long lanes, boolean full) {
    long[] registers = warp.values();
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long offset = AddressMap.inCta(value(registers, a, lane) - base);
      int target = (int) Math.min(value(registers, rank, lane) & RANKS, AddressMap.MOST_RANKS);
      registers[destination + lane] = base + AddressMap.ofRank(target, offset);
    }
  }

  private long value(long[] registers, int operand, int lane) {
    return operand >= 0 ? registers[operand + lane] : constants[~operand + lane];
  }
}
