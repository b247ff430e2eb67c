package dev.syncopate.workload.runtime;

import dev.syncopate.machine.space.AddressMap;

/**
 * A module's constant memory, at the generic addresses of its window. Launches read it, so that
 * what the host writes between them is there in the next.
 */
record ConstantMemory(byte[] image) implements DeviceMemory {
  @Override
  public void write(long address, byte[] source) {
    System.arraycopy(source, 0, image, offset(address), source.length);
  }

  @Override
  public void read(long address, byte[] target) {
    System.arraycopy(image, offset(address), target, 0, target.length);
  }

  private static int offset(long address) {
    return Math.toIntExact(address - AddressMap.CONSTANT_BASE);
  }
}
