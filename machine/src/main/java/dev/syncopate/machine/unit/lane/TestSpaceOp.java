package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.StateSpace;

/** {@code isspacep}. */
public final class TestSpaceOp extends LaneOp {
  private final long[] constants;
  private final StateSpace space;
  private final int p;
  private final int a;

  public TestSpaceOp(Arithmetic.TestSpace test, HotOperands operands) {
    super(test);
    this.constants = operands.constants;
    this.space = test.space();
    this.p = test.p();
    this.a = test.a();
  }

  @Override
  public void compute(Warp warp, long lanes, boolean full) {
    long[] inputs = a >= 0 ? warp.values() : constants;
    int base = a >= 0 ? a : ~a;
    long holds = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (isInside(warp, inputs[base + lane])) {
        holds |= 1L << lane;
      }
    }
    Predicates.write(warp, p, holds, lanes);
  }

  /** The window of shared memory is inside that of the cluster's, under the CTA's rank as well. */
  private boolean isInside(Warp warp, long address) {
    StateSpace actualSpace = AddressMap.space(address);
    if (actualSpace == StateSpace.SHARED_CLUSTER && space == StateSpace.SHARED) {
      return AddressMap.rank(address - AddressMap.SHARED_BASE) == warp.owner().clusterRank;
    }
    return actualSpace == space
        || (actualSpace == StateSpace.SHARED && space == StateSpace.SHARED_CLUSTER);
  }
}
