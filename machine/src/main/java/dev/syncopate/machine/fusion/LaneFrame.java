package dev.syncopate.machine.fusion;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.functional.PagedMemory;
import org.jspecify.annotations.Nullable;

/** State of a warp that fused code works on. One frame serves all warps of a compute unit. */
public final class LaneFrame {
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
  byte[] sharedBytes() {
    byte[] bytes = unit.local.inPlace();
    if (bytes == null) {
      throw new IllegalStateException("shared memory has transactions or an async proxy");
    }
    return bytes;
  }

  /** First byte of the CTA's shared memory in that of the unit. */
  int sharedBase() {
    return warp().owner().sharedBase;
  }

  /** Bytes of the CTA's shared memory. */
  int sharedLimit() {
    return warp().grid().sharedLimit();
  }

  /**
   * Where an element of the CTA's shared memory is in that of the unit; -1 if it is misaligned or
   * outside.
   *
   * @param sum of a register and an offset
   * @param bytes of the element
   * @param limit bytes of the CTA's shared memory
   * @param base where they begin
   */
  public static int sharedPlace(long sum, int bytes, long limit, int base) {
    long address = AddressMap.inWindow(sum);
    return address > limit - bytes || (address & bytes - 1) != 0 ? -1 : (int) address + base;
  }

  /** A lane may poll a word, of which this is the generic address. */
  public void poll(int lane, long address) {
    warp().needs.poll(lane, address);
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
   * @param shared the same of shared memory
   */
  void stored(long global, long shared) {
    if (global != 0) {
      memory.changed();
    }
    if (shared != 0) {
      unit.progressed();
    }
  }
}
