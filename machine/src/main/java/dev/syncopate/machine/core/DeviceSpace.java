package dev.syncopate.machine.core;

/**
 * Device addresses that a launch may touch and where its own regions are.
 *
 * @param end first byte behind device memory, which starts at {@link AddressMap#DEVICE_BASE}
 * @param localBase thread-local memory of all warp slots
 * @param localBytesPerThread a multiple of {@link AddressMap#LOCAL_CHUNK}
 * @param heapBase where the arenas of {@code malloc} start
 * @param heapBytesPerUnit size of a compute unit's arena
 */
public record DeviceSpace(
    long end, long localBase, long localBytesPerThread, long heapBase, long heapBytesPerUnit) {

  /** Whether an address is outside device memory. */
  boolean outside(long address) {
    return Long.compareUnsigned(address - AddressMap.DEVICE_BASE, end - AddressMap.DEVICE_BASE)
        >= 0;
  }
}
