package dev.syncopate.check.report;

import dev.syncopate.machine.space.SharedNames;
import dev.syncopate.ptx.ir.Program;
import org.jspecify.annotations.Nullable;

/** An element of memory for people. */
final class ObjectText {
  private ObjectText() {}

  /**
   * What an element is called.
   *
   * @param address a device address, or an offset in shared memory
   * @param name what the launch calls it in global memory; null where it has no name
   */
  static String of(
      Program program, boolean shared, long address, int bytes, @Nullable String name) {
    if (shared) {
      return SharedNames.known(program, address)
          ? SharedNames.name(program, address, bytes)
          : "shared memory, byte " + address;
    }
    return name == null ? "address 0x" + Long.toHexString(address) : name;
  }
}
