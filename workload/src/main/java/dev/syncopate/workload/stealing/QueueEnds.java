package dev.syncopate.workload.stealing;

import dev.syncopate.workload.runtime.Device;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Layout of a queue's head, tail and elements. The papers do not state it; rsp's figure 6 shows a
 * structure with the three.
 */
public enum QueueEnds {
  /** Head and tail in a line each, elements in an array of all queues. */
  APART("") {
    @Override
    QueueMemory memory(Device device, int[][] dealt) {
      return new QueueArrays(device, dealt);
    }
  },
  /** Head and tail side by side in a line. */
  TOGETHER("_together") {
    @Override
    QueueMemory memory(Device device, int[][] dealt) {
      return new QueueArrays(device, dealt);
    }
  },
  /** One record of head, tail and a ring of slots. */
  RING("_ring") {
    @Override
    QueueMemory memory(Device device, int[][] dealt) {
      return new QueueRings(device, dealt);
    }
  };

  private final String suffix;

  QueueEnds(String suffix) {
    this.suffix = suffix;
  }

  /**
   * The queues in device memory.
   *
   * @param dealt elements of each queue
   */
  abstract QueueMemory memory(Device device, int[][] dealt);

  /** End of the names of kernels for this layout, before the scenario. */
  public String suffix() {
    return suffix;
  }

  /** As people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All labels, that of the studies first. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(QueueEnds::label).toList();
  }

  /**
   * @throws IllegalArgumentException for a label that no layout has
   */
  public static QueueEnds of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
