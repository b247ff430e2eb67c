package dev.syncopate.workload.stealing;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.Arrays;

/**
 * Queues that are a record each: head, tail, and a ring of slots, in which element i is in slot i
 * modulo their number. Ends grow from launch to launch: what is added begins where the last launch
 * has left the head.
 */
final class QueueRings implements QueueMemory {
  /** A line of 128 bytes, the largest of any machine. */
  private static final int LINE = 32;

  private static final int TAIL = 1;

  private static final int SLOTS = 2;

  private final int[][] dealt;
  private final int capacity;
  private final int[] records;
  private final Buffer ends;

  /**
   * @param dealt elements of each queue
   */
  QueueRings(Device device, int[][] dealt) {
    this.dealt = dealt;
    int limit = Arrays.stream(dealt).mapToInt(queue -> queue.length).max().orElse(0);
    capacity = Math.max(LINE, Integer.highestOneBit(Math.max(1, 2 * limit - 1)));
    records = new int[Math.multiplyExact(dealt.length, capacity + LINE)];
    ends = device.copyOf(records);
  }

  @Override
  public Buffer ends() {
    return ends;
  }

  @Override
  public Buffer makeContents() {
    return ends;
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public void fill() {
    int[] formerRecords = ends.readInts();
    for (int q = 0; q < dealt.length; q++) {
      int record = q * (capacity + LINE);
      int head = formerRecords[record];
      for (int i = 0; i < dealt[q].length; i++) {
        records[record + SLOTS + (head + i & capacity - 1)] = dealt[q][i];
      }
      records[record] = head;
      records[record + TAIL] = head + dealt[q].length;
    }
    ends.write(records);
  }
}
