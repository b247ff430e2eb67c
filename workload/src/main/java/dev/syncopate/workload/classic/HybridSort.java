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

/** Sorts floats into buckets, whose sizes atomics count, and the buckets by merging. */
public final class HybridSort extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "hybridsort",
          "Sorts keys: buckets of about equal size by histograms, then merging within buckets.",
          "keys",
          ClassicDescription.sizes(1 << 13, 1 << 15, 1 << 17, 1 << 18),
          1,
          1 << 24);

  private static final WorkloadOption.Whole BUCKETS =
      new WorkloadOption.Whole("buckets", "Buckets.", 1024, 1, 1 << 16);
  private static final int BINS = 1024;
  private static final int BLOCK = 256;

  /** Keys that a thread sorts by itself. */
  private static final int QUAD = 4;

  public HybridSort() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public HybridSort(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(UpdateOptions.ATOMIC, BUCKETS);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int n = job.size();
    int buckets = job.number(BUCKETS);
    float[] keys = RandomInputs.floats(job.random(), n);
    float[] expected = keys.clone();
    Arrays.sort(expected);
    float minimum = expected[0];
    float range = expected[n - 1] - minimum;
    float scale = range > 0 ? BINS / range : 0;
    int[] expectedBins = new int[BINS];
    for (float key : keys) {
      expectedBins[Math.min(BINS - 1, (int) ((key - minimum) * scale))]++;
    }
    String atomic = job.word(UpdateOptions.ATOMIC);
    Device device = job.device();
    LaunchShape shape = LaunchShape.covering(n, BLOCK);
    Buffer keyBuffer = device.copyOf(keys);
    Buffer bins = device.copyOf(new int[BINS]);
    job.launch("hybridsort_histogram_" + atomic, shape, keyBuffer, bins, n, BINS, minimum, scale);
    int[] counts = bins.readInts();
    float[] pivots = scale > 0 ? pivots(counts, n, buckets, minimum, scale) : new float[0];
    Buffer bucket = device.allocate((long) Integer.BYTES * n);
    Buffer sizes = device.copyOf(new int[pivots.length + 1]);
    job.launch(
        "hybridsort_bucket_" + atomic,
        shape,
        keyBuffer,
        device.copyOf(Arrays.copyOf(pivots, Math.max(1, pivots.length))),
        bucket,
        sizes,
        n,
        pivots.length);
    int[] size = sizes.readInts();
    OutcomeBuilder answer =
        new OutcomeBuilder()
            .check(ResultComparison.unsigned("bins", counts, expectedBins))
            .check(ResultComparison.unsigned("sizes of buckets", size, sizes(expected, pivots)));
    // Sizes that do not add up would scatter keys anywhere.
    if (Arrays.stream(size).asLongStream().sum() != n) {
      return answer.outcome();
    }
    Buffer sorted = sorted(job, keyBuffer, bucket, size);
    return answer
        .check(ResultComparison.exact("keys", sorted.readFloats(), expected))
        .figure("keys", n)
        .figure("buckets", size.length)
        .outcome();
  }

  /** Scatters the keys into their buckets, and sorts these. */
  private static Buffer sorted(ClassicRun job, Buffer keys, Buffer bucket, int[] size) {
    int n = job.size();
    Device device = job.device();
    LaunchShape shape = LaunchShape.covering(n, BLOCK);
    int[] start = new int[size.length + 1];
    int largest = 0;
    for (int i = 0; i < size.length; i++) {
      start[i + 1] = start[i] + size[i];
      largest = Math.max(largest, size[i]);
    }
    Buffer starts = device.copyOf(start);
    Buffer source = device.allocate((long) Float.BYTES * n);
    Buffer target = device.allocate((long) Float.BYTES * n);
    Buffer owner = device.allocate((long) Integer.BYTES * n);
    job.launch("hybridsort_scatter", shape, keys, bucket, device.copyOf(start), source, owner, n);
    job.launch("hybridsort_quads", shape, source, owner, starts, n);
    for (long width = QUAD; width < largest; width *= 2) {
      job.launch("hybridsort_merge", shape, source, target, owner, starts, (int) width, n);
      Buffer merged = target;
      target = source;
      source = merged;
    }
    return source;
  }

  /** Where the histogram, interpolated linearly, has passed equal parts of all keys. */
  private static float[] pivots(int[] counts, int n, int buckets, float minimum, float scale) {
    float[] pivots = new float[buckets - 1];
    int bin = 0;
    long preceding = 0;
    for (int i = 0; i < pivots.length; i++) {
      double target = (i + 1.0) * n / buckets;
      while (bin < counts.length - 1 && preceding + counts[bin] < target) {
        preceding += counts[bin++];
      }
      double fraction = Math.min(1, (target - preceding) / Math.max(1, counts[bin]));
      pivots[i] = (float) (minimum + (bin + fraction) / scale);
    }
    return pivots;
  }

  private static int[] sizes(float[] sorted, float[] pivots) {
    int[] sizes = new int[pivots.length + 1];
    int bucket = 0;
    for (float key : sorted) {
      while (bucket < pivots.length && pivots[bucket] <= key) {
        bucket++;
      }
      sizes[bucket]++;
    }
    return sizes;
  }
}
