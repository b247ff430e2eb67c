package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic;

/** {@code getctarank}: the rank of the CTA to whose shared memory an address points. */
public final class AddressRankOp extends LaneOp {
  private final long[] constants;
  private final int destination;
  private final int a;

  public AddressRankOp(Arithmetic.AddressRank rank, HotOperands operands) {
    super(rank);
    this.constants = operands.constants;
    this.destination = rank.destination();
    this.a = rank.a();
  }

  @Override
  public void compute(Warp warp, long lanes, boolean full) {
    long[] registers = warp.values();
    int ownRank = warp.owner().clusterRank;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long address = a >= 0 ? registers[a + lane] : constants[~a + lane];
      int rank = AddressMap.rank(AddressMap.inWindow(address) % AddressMap.SHARED_BASE);
      registers[destination + lane] = rank == AddressMap.NO_RANK ? ownRank : rank;
    }
  }
}
