package dev.syncopate.check.memory;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Finds reads of global memory that nobody has written. What a kernel writes counts from the moment
 * at which a thread asks for it: whether the reader sees it is a question of races.
 */
public final class InitCheck implements Observer {
  private record Key(String kernel, int pc) {}

  private final UnwrittenBytes bytes = new UnwrittenBytes();
  private final Map<Key, UnwrittenRead> reads = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();

  /** What was found so far, each instruction once, in the order of finding. */
  public List<UnwrittenRead> reads() {
    List<UnwrittenRead> all = new ArrayList<>();
    reads.forEach((key, read) -> all.add(read.counted(counts.getOrDefault(key, 1L))));
    return all;
  }

  @Override
  public void unwritten(long address, long count) {
    bytes.add(address, count);
  }

  @Override
  public void written(long address, long count) {
    bytes.remove(address, count);
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    return new Launch(grid);
  }

  private final class Launch implements LaunchObserver {
    private final Grid grid;

    Launch(Grid grid) {
      this.grid = grid;
    }

    @Override
    public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
      MemoryOperation operation = access.operation;
      Kind kind = operation.kind();
      if (kind == Kind.FENCE) {
        return;
      }
      int count = operation.bytesPerLane();
      boolean exchanged = operation.atomic() == AtomicOp.EXCH && !operation.resultUsed();
      boolean reads = kind == Kind.LOAD || (kind == Kind.ATOMIC && !exchanged);
      if (reads) {
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
          int lane = Long.numberOfTrailingZeros(rest);
          long unwritten = bytes.of(access.address[lane], count);
          if (unwritten != 0) {
            found(warp, pc, lane, access, unwritten);
          }
        }
      }
      if (kind != Kind.LOAD) {
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
          bytes.remove(access.address[Long.numberOfTrailingZeros(rest)], count);
        }
      }
    }

    private void found(Warp warp, int pc, int lane, WarpAccess access, long unwritten) {
      Key key = new Key(grid.kernel().program.name(), pc);
      if (counts.merge(key, 1L, Long::sum) > 1) {
        return;
      }
      int size = access.operation.type().bytes();
      int element = Long.numberOfTrailingZeros(unwritten) / size;
      long address = access.address[lane] + (long) element * size;
      long ofElement = (unwritten >>> (element * size)) & (-1L >>> (Long.SIZE - size));
      reads.put(
          key,
          new UnwrittenRead(
              grid,
              pc,
              (int) warp.owner().index,
              warp.indexInCta * warp.width + lane,
              address,
              size,
              Long.bitCount(ofElement),
              grid.space().names().name(address, size),
              1));
    }

    @Override
    public void renewed(long address, long count) {
      bytes.add(address, count); // malloc in a kernel
    }
  }
}
