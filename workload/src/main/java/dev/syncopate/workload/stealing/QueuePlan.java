package dev.syncopate.workload.stealing;

import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Division of a launch's work: each queue belongs to one work-group (CTA), and an element is as
 * many items as a work-group has threads.
 *
 * @param queues number of queues and of work-groups
 * @param block threads of a work-group, items of an element
 * @param units number of the machine's compute units; the queues' number if they are not evenly
 *     spread over them
 * @param near queues on the same compute unit, a power of two
 * @param dealing which elements a queue has at first
 * @param victims whose queue a thief tries first
 */
public record QueuePlan(
    int queues, int block, int units, int near, QueueAssignment dealing, VictimOrder victims) {
  /** Words of the map of empty queues are 32 bits. */
  private static final int MOST_NEAR = 32;

  private static final int MOST_QUEUES = 4096;
  private static final int WORKGROUP_THREADS = 256;

  /** Work-groups of one wavefront that take the place of a whole one (srsp §5.3). */
  private static final int WAVEFRONTS = 4;

  /** srsp §5.1.1: 64 queues. */
  private static final int USUAL_QUEUES = 64;

  /** rsp Table 1: 8 queues, one a compute unit. */
  private static final int FEW_UNITS = 8;

  private static final String WORKGROUP = "workgroup";

  private static final WorkloadOption.Choice GROUPING =
      new WorkloadOption.Choice(
          "grouping",
          "One work-group of several wavefronts a queue, or four times as many work-groups and"
              + " queues of one wavefront each.",
          List.of(WORKGROUP, "wavefront"));
  private static final WorkloadOption.Whole QUEUES =
      new WorkloadOption.Whole(
          "queues",
          "Queues, and work-groups; 0 for 8 on a machine of 8 compute units and 64 on others,"
              + " four times that with grouping=wavefront.",
          0,
          0,
          MOST_QUEUES);
  private static final WorkloadOption.Whole BLOCK =
      new WorkloadOption.Whole(
          "block",
          "Threads of a work-group and vertices of a queue's element; 0 for 256, or one"
              + " wavefront with grouping=wavefront.",
          0,
          0,
          1024);

  private static final WorkloadOption.Choice SPLIT =
      new WorkloadOption.Choice(
          "split",
          "How elements are dealt to the queues at first: a contiguous piece of the vertices each, one"
              + " element each in turn, or at random, all as evenly as can be; or a contiguous piece"
              + " each with about as many arcs.",
          Arrays.stream(QueueAssignment.values()).map(QueueAssignment::label).toList());

  private static final WorkloadOption.Choice VICTIMS =
      new WorkloadOption.Choice(
          "victims",
          "Whose queue a thief tries first, and then: that of the next piece of the vertices, those of"
              + " pieces at random, or those of distant ones.",
          Arrays.stream(VictimOrder.values()).map(VictimOrder::label).toList());

  public QueuePlan {
    if (queues < 1 || block < 1 || Integer.bitCount(near) != 1 || near > MOST_NEAR) {
      throw new IllegalArgumentException(
          "queues %d, block %d, near %d".formatted(queues, block, near));
    }
  }

  /** What a user may choose of it. */
  public static List<WorkloadOption> options() {
    return List.of(GROUPING, QUEUES, BLOCK, SPLIT, VICTIMS);
  }

  /** As the options say, on the context's machine. */
  public static QueuePlan of(WorkloadContext context) {
    CoreConfig core = context.device().machine().core();
    boolean wide = context.word(GROUPING.name()).equals(WORKGROUP);
    int queues = (int) context.number(QUEUES.name());
    if (queues == 0) {
      queues = core.units() == FEW_UNITS ? FEW_UNITS : USUAL_QUEUES;
      queues = wide ? queues : WAVEFRONTS * queues;
    }
    int block = (int) context.number(BLOCK.name());
    if (block == 0) {
      block = wide ? WORKGROUP_THREADS : core.warpWidth();
    }
    String split = context.word(SPLIT.name());
    String victims = context.word(VICTIMS.name());
    return of(
        queues,
        block,
        core.units(),
        QueueAssignment.valueOf(split.toUpperCase(Locale.ROOT)),
        VictimOrder.valueOf(victims.toUpperCase(Locale.ROOT)));
  }

  /** With as many queues near one another as the even spread of work-groups over units makes. */
  public static QueuePlan of(int queues, int block, int units) {
    return of(queues, block, units, QueueAssignment.PIECES, VictimOrder.NEXT);
  }

  private static QueuePlan of(
      int queues, int block, int units, QueueAssignment dealing, VictimOrder victims) {
    int near = queues / units;
    boolean even = near * units == queues && Integer.bitCount(near) == 1 && near <= MOST_NEAR;
    return even
        ? new QueuePlan(queues, block, units, near, dealing, victims)
        : new QueuePlan(queues, block, queues, 1, dealing, victims);
  }

  /**
   * Elements that hold this many items.
   *
   * @throws WorkloadInputException if the queues' contents would not fit an array
   */
  public int elements(int items) {
    int elements = Math.ceilDiv(items, block);
    if ((long) Math.ceilDiv(elements, queues) * queues > Integer.MAX_VALUE / Integer.BYTES) {
      throw new WorkloadInputException(elements + " elements do not fit the queues");
    }
    return elements;
  }
}
