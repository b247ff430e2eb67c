package dev.syncopate.sim.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs parts in windows of cycles no longer than the shortest latency between any two of them, so
 * that within a window no part can hear another and each may run the whole window alone. Between
 * windows, messages are put into their targets' wheels in the order of the senders' numbers. The
 * result is the same, to the last digit, for any number of threads.
 */
public final class Engine {
  /** Asked between windows, on the calling thread, whether to go on. */
  @FunctionalInterface
  public interface Supervisor {
    /**
     * @param now the cycle up to which everything has happened
     * @param next the cycle of the next event, {@link Long#MAX_VALUE} when no part has any
     * @return true to go on; an engine without events stops all the same
     */
    boolean proceed(long now, long next);
  }

  private final Part[] parts;
  private final int threads;
  private final int window;
  private @Nullable WindowMeter meter;
  private long now;

  /**
   * @param parts in a fixed order: their numbers decide among messages that arrive in the same
   *     cycle
   * @param window cycles; no message may take fewer
   * @param threads simulation threads, at least 1
   */
  public Engine(List<? extends Part> parts, int window, int threads) {
    if (window < 1 || threads < 1) {
      throw new IllegalArgumentException(
          "window " + window + " and threads " + threads + " must be at least 1");
    }
    this.parts = parts.toArray(Part[]::new);
    this.window = window;
    this.threads = Math.clamp(this.parts.length, 1, threads);
    for (int i = 0; i < this.parts.length; i++) {
      this.parts[i].join(i, i % this.threads, this.threads);
    }
  }

  /**
   * Measures each window from now on; on one thread. Nothing but the time of a run depends on it.
   *
   * @throws IllegalStateException with several threads
   */
  public void measure(WindowMeter windowMeter) {
    if (threads > 1) {
      throw new IllegalStateException("windows are measured on one thread, not on " + threads);
    }
    meter = windowMeter;
  }

  /** The cycle up to which everything has happened. */
  public long now() {
    return now;
  }

  /**
   * Runs until no part has an event or the supervisor says stop. What a part throws is thrown here;
   * when several fail in one window it is the failure of the one with the lowest number, for any
   * number of threads. After a failure the parts are of no further use.
   */
  public void run(Supervisor supervisor) {
    if (threads == 1) {
      runAlone(supervisor);
    } else {
      new Team(supervisor).run();
    }
  }

  private void runAlone(Supervisor supervisor) {
    for (Part part : parts) {
      part.deliver(0);
    }
    long[] nexts = new long[parts.length]; // idle parts are not looked at in each window
    for (int i = 0; i < nexts.length; i++) {
      nexts[i] = parts[i].nextTime();
    }
    int[] active = new int[parts.length];
    WindowMeter windowMeter = meter;
    long[] times = new long[windowMeter == null ? 0 : parts.length];
    while (true) {
      long next = Long.MAX_VALUE;
      for (long time : nexts) {
        next = Math.min(next, time);
      }
      if (!supervisor.proceed(now, next) || next == Long.MAX_VALUE) {
        return;
      }
      now = Math.max(now, next) + window;
      if (windowMeter != null) {
        runMeasured(windowMeter, nexts, active, times);
        continue;
      }
      int count = 0;
      for (int i = 0; i < nexts.length; i++) {
        if (nexts[i] < now) {
          nexts[i] = parts[i].run(now);
          active[count++] = i;
        }
      }
      for (int i = 0; i < count; i++) { // only they can have sent anything
        parts[active[i]].deliver(0, nexts);
      }
    }
  }

  private void runMeasured(WindowMeter windowMeter, long[] nexts, int[] active, long[] times) {
    int count = 0;
    long start = windowMeter.nanoseconds();
    for (int i = 0; i < nexts.length; i++) {
      if (nexts[i] < now) {
        nexts[i] = parts[i].run(now);
        long end = windowMeter.nanoseconds();
        active[count] = i;
        times[count++] = end - start;
        start = end;
      }
    }
    for (int i = 0; i < count; i++) {
      parts[active[i]].deliver(0, nexts);
    }
    windowMeter.ran(active, times, count, windowMeter.nanoseconds() - start);
  }

  /**
   * Several threads in step: run parts, meet, take in the messages for one's own, meet while the
   * first thread decides what is next. A thread that has run its own parts runs what the others
   * have not come to yet: in a window some parts have much more to do than others.
   */
  private final class Team {
    /** Elements between two threads' in an array: no two share a line of the host's cache. */
    private static final int APART = 32;

    private final Supervisor supervisor;
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();

    /** By thread: how many of its parts are claimed in this window. */
    private final AtomicIntegerArray claimed = new AtomicIntegerArray(threads * APART);

    /** By thread: when the first event of its parts is. */
    private final long[] nextTimes = new long[threads * APART];

    private volatile int phase;
    private volatile boolean stop;
    private volatile long end;

    /** An exception with the number of the part that threw it. */
    private record Failure(int part, Throwable thrown) {
      static Failure lower(@Nullable Failure lowest, Failure candidate) {
        return lowest == null || candidate.part < lowest.part ? candidate : lowest;
      }
    }

    Team(Supervisor supervisor) {
      this.supervisor = supervisor;
    }

    void run() {
      List<Thread> helpers = new ArrayList<>();
      for (int i = 1; i < threads; i++) {
        int index = i;
        helpers.add(Thread.ofPlatform().daemon().name("simulation-" + i).start(() -> work(index)));
      }
      try {
        work(0);
      } finally {
        stop = true;
        for (Thread helper : helpers) {
          joinQuietly(helper);
        }
      }
      Failure first = failure.get();
      if (first != null && first.thrown instanceof Error error) {
        throw error;
      } else if (first != null) {
        throw (RuntimeException) first.thrown;
      }
    }

    private static void joinQuietly(Thread thread) {
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private void work(int index) {
      int meeting = 0;
      while (true) {
        deliverTo(index);
        meet(index, ++meeting, this::decide);
        if (stop) {
          return;
        }
        runWindow(index);
        meet(index, ++meeting, () -> {});
      }
    }

    private void failed(int part, Throwable thrown) {
      failure.accumulateAndGet(new Failure(part, thrown), Failure::lower);
    }

    private void decide() {
      try {
        long next = Long.MAX_VALUE;
        for (int thread = 0; thread < threads; thread++) {
          next = Math.min(next, nextTimes[thread * APART]);
          claimed.setPlain(thread * APART, 0);
        }
        if (failure.get() != null || !supervisor.proceed(now, next) || next == Long.MAX_VALUE) {
          stop = true;
          return;
        }
        now = Math.max(now, next) + window;
        end = now;
      } catch (RuntimeException | Error e) {
        failed(parts.length, e);
        stop = true;
      }
    }

    /**
     * Runs unclaimed parts, those of this thread first. Each thread's parts are claimed in
     * ascending order, so that of those that would fail the one with the lowest number is always
     * run, even if other threads stop at a failure.
     */
    private void runWindow(int index) {
      long windowEnd = end;
      int i = index;
      try {
        for (int turn = 0; turn < threads; turn++) {
          int owner = (index + turn) % threads;
          for (i = claim(owner); i < parts.length; i = claim(owner)) {
            if (parts[i].nextTime() < windowEnd) {
              parts[i].run(windowEnd);
            }
          }
        }
      } catch (RuntimeException | Error e) {
        failed(i, e);
      }
    }

    private int claim(int owner) {
      return owner + threads * claimed.getAndIncrement(owner * APART);
    }

    private void deliverTo(int index) {
      int i = 0;
      try {
        for (; i < parts.length; i++) {
          parts[i].deliver(index);
        }
      } catch (RuntimeException | Error e) {
        failed(i, e);
      }
      long next = Long.MAX_VALUE;
      for (int partIndex = index; partIndex < parts.length; partIndex += threads) {
        next = Math.min(next, parts[partIndex].nextTime());
      }
      nextTimes[index * APART] = next;
    }

    /**
     * Waits until every thread is here; then the first one acts and lets all go on. Spins, and
     * yields after a while: with fewer free cores than threads pure spinning starves the one waited
     * for.
     */
    private void meet(int index, int meeting, Runnable action) {
      if (index == 0) {
        spinUntil(() -> arrived.get() == threads - 1);
        arrived.set(0);
        action.run();
        phase = meeting;
      } else {
        arrived.incrementAndGet();
        spinUntil(() -> phase == meeting);
      }
    }

    @SuppressWarnings("ThreadPriorityCheck") // the yield is for speed; nothing relies on it
    private static void spinUntil(BooleanSupplier condition) {
      for (int spins = 0; !condition.getAsBoolean(); spins++) {
        if (spins < 2000) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
    }
  }
}
