package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Inserts nodes into a sorted list: a long read set, a short write set. */
public final class SortedList extends GroupWorkload {
  private static final int MOST_KEY = 1 << 16;

  private static final WorkloadOption.Whole INSERTS =
      new WorkloadOption.Whole("inserts", "Nodes that a thread inserts.", 1, 1, 8);

  /** With the program's kernels. */
  public SortedList(KernelLibrary kernels) {
    super(kernels, "list", 64, 256);
  }

  @Override
  public String name() {
    return "sorted-list";
  }

  @Override
  public String description() {
    return "Inserts nodes with random keys into a sorted list in shared memory.";
  }

  @Override
  List<WorkloadOption> ownOptions() {
    return List.of(INSERTS);
  }

  @Override
  WorkloadOutcome run(TransactionRun groups) {
    int steps = groups.number(INSERTS);
    int nodes = 1 + steps * groups.threads();
    int[] keys = new int[nodes * groups.count()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = i % nodes == 0 ? 0 : groups.random().nextInt(MOST_KEY);
    }
    Device device = groups.device();
    Buffer out = device.copyOf(new int[keys.length]);
    groups.launch(
        new KernelStruct().pointer(device.copyOf(keys)).pointer(out).word(steps), 2 * nodes, nodes);
    int[] next = out.readInts();
    List<ResultComparison> comparisons = new ArrayList<>();
    for (int g = 0; g < groups.count(); g++) {
      int[] expected = Arrays.copyOfRange(keys, g * nodes + 1, (g + 1) * nodes);
      Arrays.sort(expected);
      int[] actual = walk(next, keys, g * nodes, nodes);
      comparisons.add(
          actual.length == expected.length
              ? ResultComparison.unsigned("keys of CTA " + g, actual, expected)
              : ResultComparison.wrong(
                  "the list of CTA %d has %d nodes or a circle, expected %d"
                      .formatted(g, actual.length, expected.length)));
    }
    long inserts = (long) steps * groups.allThreads();
    return TransactionVerdict.of(
        comparisons,
        "%d lists hold their %d keys in order".formatted(groups.count(), nodes - 1),
        groups.figures(inserts));
  }

  /** The keys from the head on; one too many where there is a circle. */
  private static int[] walk(int[] next, int[] keys, int base, int nodes) {
    int[] walkedKeys = new int[nodes];
    int length = 0;
    int node = next[base];
    while (node > 0 && node < nodes && length < nodes) {
      walkedKeys[length++] = keys[base + node];
      node = next[base + node];
    }
    return Arrays.copyOf(walkedKeys, length);
  }
}
