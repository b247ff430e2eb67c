package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.List;

/** Searches for keys and ranges of keys in a B+ tree, a CTA a query. */
public final class TreeQueries extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "bplustree",
          "Searches for many keys and ranges in a B+ tree, all keys of a node at once.",
          "keys in the tree",
          ClassicDescription.sizes(1 << 14, 1 << 16, 1 << 18, 1_000_000),
          1,
          1 << 20);

  private static final WorkloadOption.Whole QUERIES =
      new WorkloadOption.Whole("queries", "Keys, and ranges, looked for.", 1024, 1, 1 << 20);
  private static final WorkloadOption.Whole ORDER =
      new WorkloadOption.Whole("order", "Keys of a node, threads of a CTA.", 64, 2, 1024);

  /** Largest distance between keys: a million of them stay within 31 bits. */
  private static final int STEP = 1000;

  public TreeQueries() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public TreeQueries(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(QUERIES, ORDER);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int[] keys = job.below(STEP, job.size());
    for (int i = 1; i < keys.length; i++) {
      keys[i] += keys[i - 1] + 1;
    }
    int[] values = RandomInputs.integers(job.random(), keys.length);
    int queries = job.number(QUERIES);
    int[] queryKeys = job.below(keys[keys.length - 1] + STEP, queries);
    int[] rangeEnds = job.below(STEP * STEP, queries);
    int[] answers = new int[queries];
    int[] first = new int[queries];
    int[] count = new int[queries];
    for (int i = 0; i < queries; i++) {
      // Half of them are there.
      queryKeys[i] = i % 2 == 0 ? keys[(int) ((long) i * keys.length / queries)] : queryKeys[i];
      rangeEnds[i] += queryKeys[i];
      int position = Arrays.binarySearch(keys, queryKeys[i]);
      answers[i] = position >= 0 ? values[position] : -1;
      first[i] = rank(keys, queryKeys[i]);
      count[i] = rank(keys, rangeEnds[i]) - first[i];
    }
    int order = job.number(ORDER);
    PackedTree tree = PackedTree.of(keys, values, order);
    Device device = job.device();
    Buffer nodes = device.copyOf(tree.keys());
    Buffer children = device.copyOf(tree.children());
    Buffer wantedBuffer = device.copyOf(queryKeys);
    Buffer answerBuffer = device.allocate((long) Integer.BYTES * queries).fill((byte) -1);
    Buffer firstBuffer = device.allocate((long) Integer.BYTES * queries);
    Buffer countBuffer = device.allocate((long) Integer.BYTES * queries);
    LaunchShape shape = LaunchShape.of(queries, order);
    job.launch("bplustree_find", shape, nodes, children, tree.height(), wantedBuffer, answerBuffer);
    job.launch(
        "bplustree_range",
        shape,
        nodes,
        children,
        tree.height(),
        tree.leaves(),
        wantedBuffer,
        device.copyOf(rangeEnds),
        firstBuffer,
        countBuffer);
    return new OutcomeBuilder()
        .check(ResultComparison.signed("answers", answerBuffer.readInts(), answers))
        .check(ResultComparison.signed("first ranks", firstBuffer.readInts(), first))
        .check(ResultComparison.signed("counts", countBuffer.readInts(), count))
        .figure("keys", keys.length)
        .figure("height", tree.height())
        .figure("queries", 2L * queries)
        .outcome();
  }

  /** How many keys are smaller. */
  private static int rank(int[] keys, int key) {
    int position = Arrays.binarySearch(keys, key);
    return position >= 0 ? position : -position - 1;
  }
}
