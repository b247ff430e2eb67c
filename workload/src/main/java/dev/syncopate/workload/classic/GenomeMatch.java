package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Exact matches of reads in a genome, down its suffix tree. */
public final class GenomeMatch extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "mummergpu",
          "Longest exact matches of short reads in a genome, down its suffix tree.",
          "bases of the genome",
          // The paper's genome has 5.2 million; its tree would be 300 MB.
          ClassicDescription.sizes(1 << 14, 1 << 16, 1 << 18, 1 << 20),
          2,
          1 << 22);

  private static final WorkloadOption.Whole READS =
      new WorkloadOption.Whole("reads", "Reads that are looked for.", 4096, 1, 1 << 20);

  /** Bases of a read, and of the shortest match that is asked for. */
  private static final int BASES = 25;

  private static final int LEAST = 12;
  private static final int BLOCK = 256;

  /** Bases that agree at a place that is none. */
  private static final int NOWHERE = -1;

  public GenomeMatch() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public GenomeMatch(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(READS);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int reads = job.number(READS);
    byte[] genome = new byte[job.size()];
    for (int i = 0; i < genome.length; i++) {
      genome[i] = (byte) job.random().nextInt(4);
    }
    byte[] read = new byte[reads * BASES];
    for (int i = 0; i < reads; i++) {
      int start = job.random().nextInt(genome.length);
      for (int k = 0; k < BASES; k++) {
        // One base in twenty is read wrongly.
        boolean wrong = start + k >= genome.length || job.random().nextInt(20) == 0;
        read[i * BASES + k] = wrong ? (byte) job.random().nextInt(4) : genome[start + k];
      }
    }
    int places = BASES - LEAST + 1;
    Buffer length = job.device().allocate((long) Integer.BYTES * reads * places);
    Buffer place = job.device().allocate((long) Integer.BYTES * reads * places);
    job.launch(
        "mummergpu_match",
        LaunchShape.covering(reads, BLOCK),
        job.device().copyOf(SuffixTree.of(genome)),
        job.device().copyOf(genome),
        job.device().copyOf(read),
        length,
        place,
        reads,
        BASES,
        LEAST);
    int[] actual = length.readInts();
    return new OutcomeBuilder()
        .check(ResultComparison.signed("lengths", actual, lengths(genome, read, places)))
        .check(placed(genome, read, actual, place.readInts()))
        .figure("reads", reads)
        .outcome();
  }

  /** By the two neighbours that each part of a read would have among the sorted suffixes. */
  private static int[] lengths(byte[] genome, byte[] read, int places) {
    Integer[] suffixes = IntStream.range(0, genome.length).boxed().toArray(Integer[]::new);
    Arrays.sort(
        suffixes, (a, b) -> Arrays.compare(genome, a, genome.length, genome, b, genome.length));
    int reads = read.length / BASES;
    int[] lengths = new int[reads * places];
    for (int i = 0; i < lengths.length; i++) {
      int end = (i % reads + 1) * BASES;
      int start = end - BASES + i / reads;
      int low = 0;
      int high = suffixes.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (Arrays.compare(genome, suffixes[middle], genome.length, read, start, end) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      int preceding = low > 0 ? common(genome, suffixes[low - 1], read, start, end) : 0;
      int following = low < suffixes.length ? common(genome, suffixes[low], read, start, end) : 0;
      lengths[i] = Math.max(preceding, following);
    }
    return lengths;
  }

  private static int common(byte[] genome, int position, byte[] read, int start, int end) {
    int differs = Arrays.mismatch(genome, position, genome.length, read, start, end);
    return differs < 0 ? end - start : differs;
  }

  /** Whether what was found is where it was found; of several places any will do. */
  private static ResultComparison placed(byte[] genome, byte[] read, int[] length, int[] place) {
    int reads = read.length / BASES;
    int[] matching = new int[length.length];
    for (int i = 0; i < length.length; i++) {
      int start = i % reads * BASES + i / reads;
      int maxLength = BASES - i / reads;
      boolean inside =
          length[i] >= 0 && length[i] <= maxLength && place[i] >= 0 && place[i] < genome.length;
      matching[i] = inside ? common(genome, place[i], read, start, start + length[i]) : NOWHERE;
    }
    return ResultComparison.signed("bases that agree", matching, length);
  }
}
