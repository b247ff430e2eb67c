package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.DataType;
import java.util.ArrayDeque;

/**
 * Loads from shared memory whose values are not in their registers yet. What the copy unit writes
 * meanwhile overtakes them: they return it. A proxy fence waits for them.
 */
final class RecentLoads {
  private record Load(
      Warp warp, Cta cta, MemoryOp op, long lanes, long[] address, long readyCycle) {}

  private final ComputeUnit unit;
  private final ArrayDeque<Load> loads = new ArrayDeque<>();

  RecentLoads(ComputeUnit unit) {
    this.unit = unit;
  }

  void clear() {
    loads.clear();
  }

  /** Lanes have issued a load. */
  void issued(MemoryOp op, Warp warp, long lanes, long[] address, long now, long readyCycle) {
    while (!loads.isEmpty() && loads.getFirst().readyCycle <= now) {
      loads.removeFirst();
    }
    loads.add(new Load(warp, warp.owner(), op, lanes, address.clone(), readyCycle));
  }

  /** The first cycle in which all loads of a warp have returned. */
  long returned(Warp warp, long now) {
    long last = now;
    for (Load load : loads) {
      last = load.warp == warp ? Math.max(last, load.readyCycle) : last;
    }
    return last;
  }

  /** The copy unit has written bytes: loads that have not returned return them. */
  void overtaken(int offset, int count) {
    if (loads.isEmpty()) {
      return;
    }
    long now = unit.now();
    for (Load load : loads) {
      if (load.readyCycle > now && load.warp.cta() == load.cta) {
        returns(load, offset, count);
      }
    }
  }

  private void returns(Load load, int offset, int count) {
    MemoryOp op = load.op;
    DataType type = op.operation.type();
    int bytes = type.bytes();
    int registerBits = op.operation.registerBits();
    for (int e = 0; e < op.destinations.length; e++) {
      for (long rest = load.lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        int place = (int) load.address[lane] + e * bytes;
        if (place < offset + count && place + bytes > offset) {
          long raw = unit.local.get(load.warp.slot, lane, place, bytes);
          load.warp.values()[op.destinations[e] + lane] =
              AccessTypes.extend(raw, type, registerBits);
        }
      }
    }
  }
}
