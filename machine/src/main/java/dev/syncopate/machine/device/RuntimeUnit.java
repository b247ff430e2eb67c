package dev.syncopate.machine.device;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.space.DeviceSpace;
import dev.syncopate.machine.unit.memory.MemoryUnit;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions of the runtime as a compute unit performs them: {@code vprintf}, {@code malloc},
 * {@code free} and {@code __assertfail}. What they need from memory they load through the
 * load-store unit, while the warp waits.
 */
public final class RuntimeUnit extends ExecutionUnit {
  final MemoryUnit memory;
  private final OtherHeaps otherHeaps;
  private final @Nullable MemoryReader[] readers;
  private final List<PrintedText> printed = new ArrayList<>();
  private HeapArena arena = new HeapArena(0, 0);

  /**
   * @param memory through which it loads what it needs
   * @param otherHeaps where what other units have allocated is freed
   */
  public RuntimeUnit(MemoryUnit memory, OtherHeaps otherHeaps) {
    super(memory.unit, Pipe.RUNTIME);
    this.memory = memory;
    this.otherHeaps = otherHeaps;
    this.readers = new @Nullable MemoryReader[unit.config.maxWarps()];
  }

  /** Where {@code malloc} of this unit takes from. Keeps what is allocated when it is the same. */
  public void heap(long base, long bytes) {
    if (arena.base() != base || arena.bytes() != bytes) {
      arena = new HeapArena(base, bytes);
    }
  }

  /** Takes from the heap of another unit from now on. */
  public void shareHeap(RuntimeUnit heapOwner) {
    arena = heapOwner.arena;
  }

  @Override
  public boolean issue(Op op, Warp warp, long lanes, long now) {
    int pc = warp.schedule.pc();
    warp.schedule.next();
    if (lanes != 0) {
      call((SystemCallOp) op, warp, pc, lanes, now);
    }
    return true;
  }

  private void call(SystemCallOp op, Warp warp, int pc, long lanes, long now) {
    switch (op.function) {
      case VPRINTF -> start(warp, new PrintTask(this, op, warp, pc, lanes));
      case ASSERTFAIL -> start(warp, new AssertTask(this, op, warp, pc, lanes));
      case MALLOC -> allocate(op, warp, lanes, now);
      case FREE -> free(op, warp, lanes);
    }
  }

  private void allocate(SystemCallOp op, Warp warp, long lanes, long now) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long bytes = op.argument(warp, 0, lane);
      long pointer = arena.allocate(bytes);
      op.result(warp, lane, pointer);
      if (unit.observer != null && pointer != 0) {
        unit.observer.renewed(pointer, bytes);
      }
    }
    warp.resultsFrom(op.writes, now + unit.config.specialLatency());
  }

  private void free(SystemCallOp op, Warp warp, long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long pointer = op.argument(warp, 0, lane);
      if (pointer == 0) {
        continue;
      }
      DeviceSpace space = warp.grid().space();
      long owner = Math.floorDiv(pointer - space.heapBase(), space.heapBytesPerUnit());
      if (owner < 0 || owner >= unit.config.units()) {
        throw unit.fault(op, warp, lane, notAllocated(pointer));
      }
      if (owner == unit.index) {
        if (!arena.free(pointer)) {
          throw unit.fault(op, warp, lane, notAllocated(pointer));
        }
      } else {
        otherHeaps.free(pointer, (int) owner);
      }
    }
  }

  private static String notAllocated(long pointer) {
    return "free of 0x" + Long.toHexString(pointer) + ", which malloc has not returned";
  }

  /** A thread of another unit frees what this one allocated. */
  public void freeForOther(long pointer) {
    arena.free(pointer);
  }

  private void start(Warp warp, MemoryReader reader) {
    readers[warp.slot] = reader;
    unit.park(warp, Wait.SYSTEM, Stall.MEMORY);
    reader.go();
  }

  @Override
  public void retry(Warp warp) {
    MemoryReader reader = readers[warp.slot];
    if (reader != null) {
      reader.go();
    }
  }

  /** A function has done its work for a warp. */
  void finished(Warp warp) {
    readers[warp.slot] = null;
    unit.resume(warp, 0);
  }

  void print(String text) {
    printed.add(new PrintedText(unit.now(), unit.index, text));
  }

  /** What the unit has printed since it was asked last. */
  public List<PrintedText> takePrinted() {
    List<PrintedText> collected = List.copyOf(printed);
    printed.clear();
    return collected;
  }
}
