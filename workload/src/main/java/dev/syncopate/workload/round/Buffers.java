package dev.syncopate.workload.round;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;

/** Device copies of arrays that may be empty, which a graph without arcs makes them. */
final class Buffers {
  private Buffers() {}

  static Buffer of(Device device, int[] values) {
    return values.length == 0 ? device.allocate(Integer.BYTES) : device.copyOf(values);
  }
}
