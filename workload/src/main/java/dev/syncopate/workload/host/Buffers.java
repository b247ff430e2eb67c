package dev.syncopate.workload.host;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;

/** Device copies of arrays that may be empty, which a graph without arcs makes them. */
public final class Buffers {
  private Buffers() {}

  /** The values, or a word if there are none. */
  public static Buffer of(Device device, int[] values) {
    return values.length == 0 ? device.allocate(Integer.BYTES) : device.copyOf(values);
  }
}
