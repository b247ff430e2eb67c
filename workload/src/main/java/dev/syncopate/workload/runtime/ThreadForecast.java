package dev.syncopate.workload.runtime;

import dev.syncopate.sim.engine.WindowMeter;
import dev.syncopate.workload.runtime.api.Internal;
import java.util.Arrays;

/**
 * Times that launches would take on several threads, from a measured run on one. In each window the
 * parts are divided as the simulator divides them: each thread takes its own parts in ascending
 * order, then the remaining parts of other threads. All threads deliver messages, each to its own
 * parts. The wait for the last thread at the end of a window is counted. The costs of meeting and
 * of shared memory are not, so the forecast is an upper bound of the speed-up.
 */
@Internal
public final class ThreadForecast implements WindowMeter {
  /** Longer than parts take: the computer ran another program. Such a time counts as the mean. */
  private static final long INTERRUPTED_NANOSECONDS = 1_000_000;

  private final int[] threads;
  private final double[] makespan;
  private double work;
  private double span;
  private long windows;
  private long runs;

  /**
   * @param threads for which the time is to be forecast
   */
  public ThreadForecast(int... threads) {
    this.threads = threads.clone();
    this.makespan = new double[threads.length];
  }

  @Override
  public long nanoseconds() {
    return System.nanoTime();
  }

  @Override
  public void ran(int[] parts, long[] nanoseconds, int count, long deliverNanoseconds) {
    long longest = 0;
    for (int i = 0; i < count; i++) {
      if (nanoseconds[i] > INTERRUPTED_NANOSECONDS) {
        nanoseconds[i] = runs == 0 ? 0 : (long) (work / runs);
      }
      longest = Math.max(longest, nanoseconds[i]);
      work += nanoseconds[i];
      runs++;
    }
    long deliver = Math.min(deliverNanoseconds, INTERRUPTED_NANOSECONDS);
    work += deliver;
    span += longest;
    windows++;
    for (int i = 0; i < threads.length; i++) {
      makespan[i] +=
          makespan(threads[i], parts, nanoseconds, count) + (double) deliver / threads[i];
    }
  }

  /** Time until the last thread has nothing left to take. */
  static long makespan(int threads, int[] parts, long[] nanoseconds, int count) {
    if (threads >= count) { // each part may have a thread to itself, but owners keep their order
      return Arrays.stream(nanoseconds, 0, count).max().orElse(0);
    }
    long[] free = new long[threads];
    boolean[] isAssigned = new boolean[count];
    long end = 0;
    for (int left = count; left > 0; left--) {
      int thread = 0;
      for (int t = 1; t < threads; t++) {
        thread = free[t] < free[thread] ? t : thread;
      }
      int chosen = next(thread, threads, parts, isAssigned, count);
      isAssigned[chosen] = true;
      free[thread] += nanoseconds[chosen];
      end = Math.max(end, free[thread]);
    }
    return end;
  }

  private static int next(int thread, int threads, int[] parts, boolean[] isAssigned, int count) {
    for (int turn = 0; turn < threads; turn++) {
      int owner = (thread + turn) % threads;
      for (int i = 0; i < count; i++) {
        if (!isAssigned[i] && parts[i] % threads == owner) {
          return i;
        }
      }
    }
    throw new IllegalStateException("no part is left");
  }

  /** Seconds of all parts and deliveries together: the time on one thread. */
  public double workSeconds() {
    return work / 1e9;
  }

  /** Seconds of the longest part of each window, summed: the time on any number of threads. */
  public double spanSeconds() {
    return span / 1e9;
  }

  /** Windows so far. */
  public long windows() {
    return windows;
  }

  /** Parts that run in a window, on average. */
  public double partsPerWindow() {
    return windows == 0 ? 0 : (double) runs / windows;
  }

  /** Time on one thread over the time on several, by the place of their number. */
  public double speedUp(int place) {
    return makespan[place] == 0 ? 1 : work / makespan[place];
  }
}
