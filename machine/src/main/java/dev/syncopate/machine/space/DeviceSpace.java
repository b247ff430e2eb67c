package dev.syncopate.machine.space;

import org.jspecify.annotations.Nullable;

/**
 * Device addresses that a launch may touch and where its own regions are.
 *
 * @param end first byte behind device memory, which starts at {@link AddressMap#DEVICE_BASE}
 * @param hostEnd first byte that the host cannot allocate; the runtime's own memory follows
 * @param localBase thread-local memory of all warp slots, up to {@code hostEnd}
 * @param localBytesPerThread a multiple of {@link AddressMap#LOCAL_CHUNK}
 * @param heapBase where the arenas of {@code malloc} start
 * @param heapBytesPerUnit size of a compute unit's arena
 * @param strict further misuses that are faults, in addition to those that a machine would not
 *     survive
 * @param names what the host calls its memory, for reports and faults
 */
public record DeviceSpace(
    long end,
    long hostEnd,
    long localBase,
    long localBytesPerThread,
    long heapBase,
    long heapBytesPerUnit,
    Strictness strict,
    AddressNames names) {

  /** What is wrong with an access that must stay inside an allocation or the heap, or null. */
  public @Nullable String stray(long address, int bytes) {
    return !strict.memory() || address >= hostEnd ? null : names.stray(address, bytes);
  }

  /** Whether an address is outside device memory and the guard pages below it. */
  public boolean outside(long address) {
    return Long.compareUnsigned(address - AddressMap.FIRST_MAPPED, end - AddressMap.FIRST_MAPPED)
        >= 0;
  }
}
