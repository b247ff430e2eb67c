package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.core.AccessCompletion;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.unit.transaction.LocalStores;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;

/** Stores to local memory that a roll-back makes: like those of {@code st.local.b32}. */
final class RollBackStores implements LocalStores {
  private static final MemoryOperation STORE = MemoryOperation.store(DataType.B32);
  private static final int[] NO_DESTINATIONS = {};

  private final MemoryUnit memory;

  RollBackStores(MemoryUnit memory) {
    this.memory = memory;
  }

  @Override
  public long store(int pc, Warp warp, long lanes, long address, int[] words, long now) {
    if (!memory.canIssue(warp, STORE)) {
      return REFUSED;
    }
    int width = warp.width;
    long[] targets = new long[width];
    long[] operand = new long[width];
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      targets[lane] = memory.addresses.ofLocal(warp, lane, address);
      operand[lane] = Integer.toUnsignedLong(words[lane]);
    }
    WarpAccess access =
        new WarpAccess(
            STORE,
            warp.slot,
            lanes,
            targets,
            operand,
            WarpAccess.NO_VALUES,
            WarpAccess.NO_VALUES,
            NO_DESTINATIONS,
            width);
    ComputeUnit unit = memory.unit;
    long free = unit.queue(Pipe.MEMORY, now, 0);
    memory.issue(access, new Stored(pc), STORE.bytesPerLane(), free);
    return unit.queue(Pipe.MEMORY, now, 0);
  }

  /** Only an instruction that waits for all accesses of the warp waits for it. */
  private record Stored(int pc) implements AccessCompletion {
    @Override
    public void completed(ComputeUnit unit, Warp warp, WarpAccess access, long ready) {
      // the load-store unit has counted it
    }
  }
}
