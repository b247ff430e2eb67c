package dev.syncopate.check.memory;

import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.observer.PeerStoreEvent;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.space.SharedNames;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Finds reads of global memory that was never written, and of shared memory that nothing in the CTA
 * has. What a kernel writes counts from the moment at which a thread asks for it: whether the
 * reader sees it is a question of races.
 */
public final class InitCheck implements Observer {
  private record Key(String kernel, int pc) {}

  private final UnwrittenBytes bytes = new UnwrittenBytes();

  /** Shared memory of all compute units, one behind the other. */
  private final UnwrittenBytes sharedBytes = new UnwrittenBytes();

  private final Map<Key, UnwrittenRead> reads = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();

  /** What was found so far, each instruction once, in the order of finding. */
  public List<UnwrittenRead> reads() {
    List<UnwrittenRead> countedReads = new ArrayList<>();
    reads.forEach((key, read) -> countedReads.add(read.counted(counts.getOrDefault(key, 1L))));
    return countedReads;
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
  public boolean watchesOverlap() {
    return true;
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    return new Launch(grid);
  }

  private final class Launch implements LaunchObserver {
    /** Where no shared memory is. */
    private static final long NOWHERE = Long.MAX_VALUE >> 1;

    private final Grid grid;

    /** By number of a CTA, where its bytes are among {@link #sharedBytes}. */
    private final Map<Long, Long> places = new HashMap<>();

    Launch(Grid grid) {
      this.grid = grid;
    }

    @Override
    public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
      MemoryOperation operation = access.operation;
      AccessKind kind = operation.kind();
      if (kind == AccessKind.FENCE) {
        return;
      }
      int count = operation.bytesPerLane();
      if (reads(operation)) {
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
          int lane = Long.numberOfTrailingZeros(rest);
          long address = access.address[lane];
          long unwritten = bytes.of(address, count);
          if (unwritten != 0) {
            found(warp, pc, lane, operation, address, unwritten, false);
          }
        }
      }
      if (kind != AccessKind.LOAD) {
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
          bytes.remove(access.address[Long.numberOfTrailingZeros(rest)], count);
        }
      }
    }

    private boolean reads(MemoryOperation operation) {
      boolean exchanged = operation.atomic() == AtomicOp.EXCH && !operation.resultUsed();
      return operation.kind() == AccessKind.LOAD
          || (operation.kind() == AccessKind.ATOMIC && !exchanged);
    }

    @Override
    public void started(int unit, Cta cta) {
      places.put(cta.index, place(unit, cta.sharedBase));
      sharedBytes.add(place(unit, cta.sharedBase), grid.sharedBytes());
    }

    @Override
    public void shared(int unit, SharedAccess access) {
      MemoryOperation operation = access.operation();
      int count = operation.bytesPerLane();
      boolean reads = reads(operation);
      boolean writes = operation.kind() != AccessKind.LOAD;
      for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        long laneAddress = access.address()[lane];
        long unwritten = reads ? sharedBytes.of(place(unit, laneAddress), count) : 0;
        if (unwritten != 0) {
          long offset = laneAddress - access.base();
          found(access.warp(), access.pc(), lane, operation, offset, unwritten, true);
        }
        if (writes) {
          sharedBytes.remove(place(unit, laneAddress), count);
        }
      }
    }

    @Override
    public void copied(
        int unit, Warp warp, int pc, long lanes, long[] targets, int base, int count) {
      wroteShared(unit, lanes, targets, count);
    }

    @Override
    public void mbarrier(int unit, MbarrierAccess access) {
      wroteShared(unit, access.lanes(), access.address(), Long.BYTES);
    }

    @Override
    public void bulkLocated(int unit, BulkTransfer transfer) {
      if (!transfer.toShared) {
        transfer.inGlobal(bytes::remove);
      }
      for (long target : transfer.targets) {
        long base =
            target == transfer.issuer
                ? place(unit, transfer.cta.sharedBase)
                : places.getOrDefault(target, NOWHERE);
        sharedBytes.remove(base + transfer.shared, transfer.bytes);
      }
    }

    @Override
    public void peerIssued(int unit, long cta, SharedAccess access) {
      wroteToPeer(cta, access);
    }

    @Override
    public void peerStores(int unit, long cta, PeerStoreEvent store) {
      wroteToPeer(cta, store.data());
    }

    /** Lanes ask for an access to the shared memory of another CTA: what they write is there. */
    private void wroteToPeer(long cta, SharedAccess access) {
      MemoryOperation operation = access.operation();
      long base = places.getOrDefault(cta, NOWHERE);
      for (long rest = access.lanes();
          operation.kind() != AccessKind.LOAD && rest != 0;
          rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        sharedBytes.remove(base + access.offset(lane, 0), operation.bytesPerLane());
      }
    }

    private void wroteShared(int unit, long lanes, long[] targets, int count) {
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        sharedBytes.remove(place(unit, targets[Long.numberOfTrailingZeros(rest)]), count);
      }
    }

    /** Where a byte of a unit's shared memory is among those of all units. */
    private static long place(int unit, long address) {
      return unit * AddressMap.SHARED_SIZE + address;
    }

    /**
     * Notes what a lane has read.
     *
     * @param base where the access begins; in shared memory the offset in the CTA's
     */
    private void found(
        Warp warp,
        int pc,
        int lane,
        MemoryOperation operation,
        long base,
        long unwritten,
        boolean shared) {
      Key key = new Key(grid.kernel().program.name(), pc);
      if (counts.merge(key, 1L, Long::sum) > 1) {
        return;
      }
      int size = operation.type().bytes();
      int element = Long.numberOfTrailingZeros(unwritten) / size;
      long address = base + (long) element * size;
      long ofElement = (unwritten >>> (element * size)) & (-1L >>> (Long.SIZE - size));
      reads.put(
          key,
          new UnwrittenRead(
              grid,
              pc,
              (int) warp.owner().index,
              warp.indexInCta() * warp.width + lane,
              address,
              size,
              Long.bitCount(ofElement),
              shared
                  ? SharedNames.name(grid.kernel().program, address, size)
                  : grid.space().names().name(address, size),
              shared,
              1));
    }

    @Override
    public void renewed(long address, long count) {
      bytes.add(address, count); // malloc in a kernel
    }
  }
}
