package dev.syncopate.workload.stealing;

import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** The queues in device memory. {@link #launch} fills them, runs a kernel on them and counts. */
public final class QueueSet {
  private static final int COUNTS = 4;

  private final QueuePlan plan;
  private final QueueMemory memory;
  private final Buffer empty;
  private final Buffer counts;
  private final int[] nothingEmpty;
  private final byte[] parameter;
  private final long[] sums = new long[COUNTS];
  private final List<long[]> cycles = new ArrayList<>();

  /**
   * @param elements in all queues together: 0 to {@code elements} - 1
   */
  public QueueSet(Device device, QueuePlan plan, int elements) {
    this(device, plan, elements, element -> 1);
  }

  /**
   * @param elements in all queues together: 0 to {@code elements} - 1
   * @param arcs of an element's vertices together
   */
  public QueueSet(Device device, QueuePlan plan, int elements, IntToLongFunction arcs) {
    this(device, plan, elements, arcs, QueueEnds.APART);
  }

  /**
   * @param elements in all queues together: 0 to {@code elements} - 1
   * @param arcs of an element's vertices together
   * @param layout of a queue
   */
  public QueueSet(
      Device device, QueuePlan plan, int elements, IntToLongFunction arcs, QueueEnds layout) {
    this.plan = plan;
    int queues = plan.queues();
    int[][] dealt = plan.victims().numbered(plan.dealing().deal(queues, elements, arcs));
    memory = layout.memory(device, dealt);
    nothingEmpty = new int[Math.ceilDiv(queues, Integer.SIZE)];
    if (queues % Integer.SIZE != 0) {
      nothingEmpty[nothingEmpty.length - 1] = -1 << queues; // bits of queues that there are not
    }
    empty = device.copyOf(nothingEmpty);
    counts = device.copyOf(new int[COUNTS * queues]);
    parameter =
        new KernelStruct()
            .pointer(memory.ends())
            .pointer(memory.makeContents())
            .pointer(empty)
            .pointer(counts)
            .word(queues)
            .word(memory.capacity())
            .word(plan.units())
            .word(plan.near())
            .bytes();
  }

  /**
   * Runs a kernel whose parameters are the queues and {@code work}, on full queues.
   *
   * @throws dev.syncopate.workload.runtime.LaunchStoppedException if it did not end by itself
   */
  public LaunchResult launch(Kernel kernel, byte[] work) {
    memory.fill();
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

  /**
   * The same without counting: of a launch whose work-groups take their own elements alone.
   *
   * @throws dev.syncopate.workload.runtime.LaunchStoppedException if it did not end by itself
   */
  public LaunchResult launchOwn(Kernel kernel, byte[] work) {
    long[] previousSums = sums.clone();
    LaunchResult result = launch(kernel, work);
    System.arraycopy(previousSums, 0, sums, 0, COUNTS);
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

  /**
   * Steals that found an element and lost it to another work-group (rsp Table 3: steals that fail).
   */
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
    return Map.of("workgroup.cycles", cycles.stream().flatMapToLong(Arrays::stream).toArray());
  }
}
