package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.local.RecentLoads;

/**
 * A load from shared memory by lanes of a warp, until its values are in their registers.
 *
 * @param address of each lane, in the compute unit's shared memory
 * @param ready the cycle from which on they are
 */
record SharedLoad(
    ComputeUnit unit, Warp owner, Cta cta, MemoryOp op, long lanes, long[] address, long ready)
    implements RecentLoads.Load {
  @Override
  public int warp() {
    return owner.slot;
  }

  @Override
  public void overtaken(int offset, int count) {
    if (owner.cta() != cta) {
      return;
    }
    DataType type = op.operation.type();
    int bytes = type.bytes();
    int registerBits = op.operation.registerBits();
    for (int e = 0; e < op.destinations.length; e++) {
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        int place = (int) address[lane] + e * bytes;
        if (place < offset + count && place + bytes > offset) {
          long raw = unit.local.get(owner.slot, lane, place, bytes);
          owner.values()[op.destinations[e] + lane] = AccessTypes.extend(raw, type, registerBits);
        }
      }
    }
  }
}
