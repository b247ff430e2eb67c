package dev.syncopate.workload.stealing;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.Arrays;

/** Queues whose elements are rows of an array, from the first slot of a row on. */
final class QueueArrays implements QueueMemory {
  /** Head and tail of a queue have a line of 128 bytes each: the largest line of any machine. */
  private static final int WORDS_OF_A_QUEUE = 64;

  private static final int TAIL = 32;

  /** The tail's word where it is in the head's line. */
  private static final int TAIL_TOGETHER = 1;

  private final int capacity;
  private final int[] fullEnds;
  private final int[] elements;
  private final Device device;
  private final Buffer ends;

  /**
   * @param dealt elements of each queue
   */
  QueueArrays(Device device, int[][] dealt) {
    capacity = Math.max(1, Arrays.stream(dealt).mapToInt(queue -> queue.length).max().orElse(0));
    elements = new int[Math.multiplyExact(dealt.length, capacity)];
    fullEnds = new int[dealt.length * WORDS_OF_A_QUEUE];
    for (int q = 0; q < dealt.length; q++) {
      int count = dealt[q].length;
      System.arraycopy(dealt[q], 0, elements, q * capacity, count);
      fullEnds[q * WORDS_OF_A_QUEUE + TAIL] = count;
      fullEnds[q * WORDS_OF_A_QUEUE + TAIL_TOGETHER] = count;
    }
    this.device = device;
    ends = device.copyOf(fullEnds);
  }

  @Override
  public Buffer ends() {
    return ends;
  }

  @Override
  public Buffer makeContents() {
    return device.copyOf(elements);
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public void fill() {
    ends.write(fullEnds);
  }
}
