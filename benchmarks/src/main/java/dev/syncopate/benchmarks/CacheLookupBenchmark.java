package dev.syncopate.benchmarks;

import dev.syncopate.memory.cache.CacheArray;
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
 * Time of one access to a 32 KiB cache: look the line up, on a miss take the victim's frame, then
 * mark it used. The lines fit (every access hits) or are four times too many (three of four miss).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CacheLookupBenchmark {
  private static final int LINE = 128;
  private static final int LINES = 256;
  private static final int ACCESSES = 4096;

  @Param({"4", "64"})
  public int ways;

  @Param({"1", "4"})
  public int pressure;

  private final long[] numbers = new long[ACCESSES];
  private CacheArray cache = new CacheArray(1, 1, LINE);

  @Setup
  public void fill() {
    cache = new CacheArray(LINES / ways, ways, LINE);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ACCESSES; i++) {
      numbers[i] = random.nextInt(LINES * pressure);
    }
  }

  @Benchmark
  @OperationsPerInvocation(ACCESSES)
  public long access() {
    long misses = 0;
    for (long number : numbers) {
      int frame = cache.find(number * LINE, number);
      if (frame == CacheArray.NONE) {
        misses++;
        frame = cache.victim(number);
        if (cache.live(frame)) {
          cache.drop(frame);
        }
        cache.claim(frame, number * LINE);
      } else {
        cache.touch(frame);
      }
    }
    return misses;
  }
}
