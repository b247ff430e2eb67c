package dev.syncopate.machine.fusion;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.functional.PagedMemory;
import dev.syncopate.memory.local.LocalStore;
import org.jspecify.annotations.Nullable;

/** State of a warp that fused code works on. One frame serves all warps of a compute unit. */
public final class LaneFrame {
  /** Result of {@link #sharedPlace} for an offset that no lane may access. */
  static final int NO_PLACE = -1;

  /** Compute unit of the warp. */
  public final ComputeUnit unit;

  /** Device memory. */
  final PagedMemory memory;

  /** Lanes that have executed a guarded instruction in the last stretch, summed. */
  public long guardedThreads;

  private @Nullable Warp warp;

  /** A frame that is bound to no warp. */
  public LaneFrame(ComputeUnit unit, PagedMemory memory) {
    this.unit = unit;
    this.memory = memory;
  }

  /** Turns to a warp of the unit. */
  public void bind(Warp next) {
    warp = next;
  }

  /** The warp that runs. */
  public Warp warp() {
    Warp present = warp;
    if (present == null) {
      throw new IllegalStateException("the frame is bound to no warp");
    }
    return present;
  }

  /** Its value registers. */
  long[] registers() {
    return warp().values();
  }

  /** Its predicates. */
  long[] predicates() {
    return warp().predicates();
  }

  /** Shared memory of the compute unit. */
  LocalStore shared() {
    return unit.local;
  }

  /** Slot of the warp. */
  int slot() {
    return warp().slot;
  }

  /**
   * Place in the unit's shared memory of an offset in the CTA's.
   *
   * @param bytes that are accessed there, a power of two
   * @return {@link #NO_PLACE} for an offset that is misaligned or outside
   */
  int sharedPlace(long offset, int bytes) {
    Warp present = warp();
    boolean inside = offset >= 0 && offset <= present.grid().sharedLimit() - bytes;
    return inside && (offset & (bytes - 1)) == 0
        ? present.owner().sharedBase + (int) offset
        : NO_PLACE;
  }

  /**
   * Updates an element of shared memory for a lane.
   *
   * @param place in the unit's shared memory
   * @return whether it has another value than before
   */
  boolean updateShared(int lane, int place, AtomicOp operation, DataType type, long operand) {
    int slot = slot();
    long old = unit.local.get(slot, lane, place, type.bytes());
    long next = operation.apply(type, old, operand, 0);
    return unit.local.put(slot, lane, place, type.bytes(), next);
  }

  /** An access has been performed by some lanes, if any. */
  void performed(FusibleAccess access, long lanes, long address) {
    if (lanes != 0) {
      access.performed(unit, warp(), lanes, address);
    }
  }

  /**
   * Bytes have been stored.
   *
   * @param global bits of device memory that differ from before, in any order
   * @param shared whether a byte of shared memory differs from before
   */
  void stored(long global, boolean shared) {
    if (global != 0) {
      memory.changed();
    }
    if (shared) {
      unit.progressed();
    }
  }
}
