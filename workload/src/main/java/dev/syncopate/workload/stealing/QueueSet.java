package dev.syncopate.workload.stealing;

import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The queues in device memory. {@link #launch} fills them, runs a kernel on them and counts.
 *
 * <p>Unless interleaved, elements are dealt in one contiguous piece a queue, pieces as equal as can
 * be (rsp §5.1: "the graphs' vertices are evenly distributed across the queues").
 */
public final class QueueSet {
  /** Head and tail of a queue have a line of 128 bytes each: the largest line of any machine. */
  private static final int WORDS_OF_A_QUEUE = 64;

  private static final int TAIL = 32;
  private static final int COUNTS = 4;

  private final QueuePlan plan;
  private final Buffer ends;
  private final Buffer empty;
  private final Buffer counts;
  private final int[] fullEnds;
  private final int[] nothingEmpty;
  private final byte[] parameter;
  private final long[] sums = new long[COUNTS];
  private final List<long[]> cycles = new ArrayList<>();

  /**
   * @param elements in all queues together: 0 to {@code elements} - 1
   */
  public QueueSet(Device device, QueuePlan plan, int elements) {
    this.plan = plan;
    int queues = plan.queues();
    int capacity = Math.max(1, Math.ceilDiv(elements, queues));
    int[] contents = new int[Math.multiplyExact(queues, capacity)];
    fullEnds = new int[queues * WORDS_OF_A_QUEUE];
    for (int q = 0; q < queues; q++) {
      int first = share(q, elements);
      int count =
          plan.interleaved()
              ? (elements + queues - 1 - q) / queues
              : share(q + 1, elements) - first;
      for (int i = 0; i < count; i++) {
        contents[q * capacity + i] = plan.interleaved() ? q + i * queues : first + i;
      }
      fullEnds[q * WORDS_OF_A_QUEUE + TAIL] = count;
    }
    nothingEmpty = new int[Math.ceilDiv(queues, Integer.SIZE)];
    if (queues % Integer.SIZE != 0) {
      nothingEmpty[nothingEmpty.length - 1] = -1 << queues; // bits of queues that there are not
    }
    ends = device.copyOf(fullEnds);
    empty = device.copyOf(nothingEmpty);
    counts = device.copyOf(new int[COUNTS * queues]);
    parameter =
        new KernelStruct()
            .pointer(ends)
            .pointer(device.copyOf(contents))
            .pointer(empty)
            .pointer(counts)
            .word(queues)
            .word(capacity)
            .word(plan.units())
            .word(plan.near())
            .bytes();
  }

  private int share(int queue, int elements) {
    return (int) ((long) queue * elements / plan.queues());
  }

  /**
   * Runs a kernel whose parameters are the queues and {@code work}, on full queues.
   *
   * @throws dev.syncopate.workload.runtime.LaunchStoppedException if it did not end by itself
   */
  public LaunchResult launch(Kernel kernel, byte[] work) {
    ends.write(fullEnds);
    empty.write(nothingEmpty);
    LaunchResult result =
        kernel.launch(LaunchShape.of(plan.queues(), plan.block()), parameter, work);
    int[] counted = counts.readInts();
    for (int i = 0; i < counted.length; i++) {
      sums[i % COUNTS] += Integer.toUnsignedLong(counted[i]);
    }
    cycles.add(result.ctaCycles());
    return result;
  }

  /** Elements that owners took from their own queues, in all launches. */
  public long popped() {
    return sums[0];
  }

  /** Elements taken from others' queues. */
  public long stolen() {
    return sums[1];
  }

  /** Steals that found an element and lost it to somebody else (rsp Table 3: steals that fail). */
  public long failed() {
    return sums[2];
  }

  /** Looks of thieves into queues that turned out to be empty. */
  public long foundEmpty() {
    return sums[3];
  }

  /** The counts as a workload's figures. */
  public Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("queues", (long) plan.queues());
    figures.put("popped", popped());
    figures.put("stolen", stolen());
    figures.put("failed", failed());
    figures.put("foundEmpty", foundEmpty());
    return figures;
  }

  /**
   * {@code workgroup.cycles}: core clock cycles of every work-group, launch after launch (rsp fig.
   * 9).
   */
  public Map<String, long[]> distributions() {
    return Map.of(
        "workgroup.cycles", cycles.stream().flatMapToLong(java.util.Arrays::stream).toArray());
  }
}
