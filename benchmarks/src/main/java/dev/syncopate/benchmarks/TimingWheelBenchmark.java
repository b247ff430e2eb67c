package dev.syncopate.benchmarks;

import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.TimingWheel;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of one event: taken out, fired, scheduled again. The events of a busy compute unit: one that
 * ticks every cycle, a few of the pipeline's latencies, more of the caches', one beyond the ring.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TimingWheelBenchmark {
  private static final int CYCLES = 4096;

  /** Events with each period; every period divides {@link #CYCLES}. */
  private static final int[][] COUNT_AND_PERIOD = {{1, 1}, {4, 4}, {16, 32}, {32, 256}, {8, 2048}};

  private static final int EVENTS = CYCLES + 4 * 1024 + 16 * 128 + 32 * 16 + 8 * 2;

  private TimingWheel wheel = new TimingWheel();
  private PriorityQueue<Entry> queue = new PriorityQueue<>();
  private long now;
  private long sequence;
  private long fired;

  private final class Tick extends Event {
    private final int period;

    Tick(int period) {
      this.period = period;
    }

    @Override
    protected void fire(long time) {
      fired++;
      wheel.schedule(this, time + period);
    }
  }

  private record Entry(long time, long sequence, int period) {}

  @Setup
  public void fill() {
    wheel = new TimingWheel();
    queue =
        new PriorityQueue<>(
            Comparator.comparingLong(Entry::time).thenComparingLong(Entry::sequence));
    now = 0;
    for (int[] kind : COUNT_AND_PERIOD) {
      for (int i = 0; i < kind[0]; i++) {
        wheel.schedule(new Tick(kind[1]), i % kind[1]);
        queue.add(new Entry(i % kind[1], sequence++, kind[1]));
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long wheel() {
    now += CYCLES;
    wheel.runUntil(now);
    return fired;
  }

  /** The same events in a heap, for comparison. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long priorityQueue() {
    now += CYCLES;
    for (Entry first = queue.element(); first.time < now; first = queue.element()) {
      queue.remove();
      fired++;
      queue.add(new Entry(first.time + first.period, sequence++, first.period));
    }
    return fired;
  }
}
