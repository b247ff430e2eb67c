package dev.syncopate.model.explore.table;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Loop whose rounds are independent, on all threads of the caller's pool that are free. */
public final class ParallelLoop {
  private ParallelLoop() {}

  /** Threads that a loop may have: one where the caller is in no pool, or this has other work. */
  public static int threads() {
    ForkJoinPool pool = ForkJoinTask.getPool();
    return pool == null || pool.hasQueuedSubmissions() ? 1 : pool.getParallelism();
  }

  /** Runs rounds 0 to a number, which threads claim in this order. */
  public static void run(int rounds, IntConsumer round) {
    int threads = Math.min(threads(), rounds);
    AtomicInteger claimed = new AtomicInteger();
    Runnable loop =
        () -> {
          for (int next = claimed.getAndIncrement();
              next < rounds;
              next = claimed.getAndIncrement()) {
            round.accept(next);
          }
        };
    List<ForkJoinTask<?>> helpers = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      helpers.add(ForkJoinTask.adapt(loop).fork());
    }
    loop.run();
    for (ForkJoinTask<?> helper : helpers.reversed()) {
      if (!helper.tryUnfork()) { // one that has not begun need not begin
        helper.join();
      }
    }
  }
}
