package dev.syncopate.benchmarks;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Latency of the host's memory, which bounds a simulation whose machine's state exceeds the host's
 * caches: loads that each depend on the one before, over an array of a given size. The heap is in
 * huge pages, as under the launcher.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseTransparentHugePages")
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class HostMemoryBenchmark {
  private static final int LOADS = 10_000;

  /** Elements of a line of 64 bytes. */
  private static final int LINE = 16;

  @Param({"256", "2048", "4096", "8192", "16384", "65536"})
  private int kibibytes;

  private int[] following = new int[0];
  private int position;

  /** One cycle through all lines in random order, by Sattolo's algorithm. */
  @Setup
  public void link() {
    int lines = kibibytes * 1024 / 64;
    int[] order = new int[lines];
    for (int i = 0; i < lines; i++) {
      order[i] = i;
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = lines - 1; i > 0; i--) {
      int chosen = random.nextInt(i);
      int line = order[i];
      order[i] = order[chosen];
      order[chosen] = line;
    }
    following = new int[lines * LINE];
    for (int i = 0; i < lines; i++) {
      following[i * LINE] = order[i] * LINE;
    }
    position = 0;
  }

  @Benchmark
  @OperationsPerInvocation(LOADS)
  public int load() {
    int place = position;
    for (int i = 0; i < LOADS; i++) {
      place = following[place];
    }
    position = place;
    return place;
  }
}
