package dev.syncopate.workload.runtime;

import dev.syncopate.machine.space.AddressMap;

/**
 * A module's constant memory, at the generic addresses of its window. Launches read it, so that
 * what the host writes between them is there in the next.
 */
record ConstantMemory(byte[] image) implements DeviceMemory {
  @Override
  public void write(long address, byte[] from) {
    System.arraycopy(from, 0, image, offset(address), from.length);
  }

  @Override
  public void read(long address, byte[] into) {
    System.arraycopy(image, offset(address), into, 0, into.length);
  }

  private static int offset(long address) {
    return Math.toIntExact(address - AddressMap.CONSTANT_BASE);
  }
}
