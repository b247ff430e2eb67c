package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.table.Additions;
import dev.syncopate.model.explore.table.ExploredStates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Looks at many states at once, on all threads of the caller's pool that are free. New states have
 * numbers for the time being; they get those for good in the order in which one thread alone would
 * have met them, when what was seen is taken in.
 */
final class ParallelExpansion {
  /** Fewer states are not worth waking another thread for. */
  static final int LEAST = 512;

  /** States that a thread takes at a time. */
  private static final int STRETCH = 64;

  private final int minimumStates;
  private final int maximumSuccessors;
  private final Additions additions;
  private final Function<StateExpander.Numbers, StateExpander> expanders;
  private final List<Worker> workers = new ArrayList<>();
  private final List<ExpansionBatch> stretches = new ArrayList<>();
  private final AtomicInteger claimed = new AtomicInteger();
  private int start;
  private int end;

  /**
   * @param minimumStates states that are worth it
   * @param maximumSuccessors states that may follow one
   * @param expanders makes one for a thread
   */
  ParallelExpansion(
      int minimumStates,
      int maximumSuccessors,
      ExploredStates table,
      Function<StateExpander.Numbers, StateExpander> expanders) {
    this.minimumStates = minimumStates;
    this.maximumSuccessors = maximumSuccessors;
    this.expanders = expanders;
    additions = new Additions(table);
  }

  /**
   * Whether so many states may be looked at and are worth it.
   *
   * @param room for so many new states
   */
  boolean pays(int states, long room) {
    return states >= minimumStates && (long) states * maximumSuccessors <= room && threads() > 1;
  }

  /** Threads that may look: one where the pool has other work waiting. */
  private static int threads() {
    ForkJoinPool pool = ForkJoinTask.getPool();
    return pool == null || pool.hasQueuedSubmissions() ? 1 : pool.getParallelism();
  }

  /** Looks at the states of some numbers; what was seen, in their order. */
  List<ExpansionBatch> look(int firstState, int endState) {
    int threads = ForkJoinTask.getPool().getParallelism();
    while (workers.size() < threads) {
      workers.add(new Worker(additions.new Writer()));
    }
    int count = (endState - firstState + STRETCH - 1) / STRETCH;
    while (stretches.size() < count) {
      stretches.add(new ExpansionBatch());
    }
    additions.begin((endState - firstState) * maximumSuccessors, threads);
    start = firstState;
    end = endState;
    claimed.set(0);
    List<ForkJoinTask<?>> helpers = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      helpers.add(ForkJoinTask.adapt(workers.get(i)).fork());
    }
    workers.getFirst().run();
    for (ForkJoinTask<?> helper : helpers.reversed()) {
      if (!helper.tryUnfork()) { // one that has not begun need not begin
        helper.join();
      }
    }
    return stretches.subList(0, count);
  }

  /** As {@link Additions#settle}; numbers for good are left as they are. */
  int settled(int target, int parent) {
    return Additions.isNew(target) ? additions.settle(target, parent) : target;
  }

  private final class Worker implements Runnable {
    private final Additions.Writer writer;
    private final StateExpander expander;

    Worker(Additions.Writer writer) {
      this.writer = writer;
      expander = expanders.apply((row, hash, parent) -> writer.add(row, hash));
    }

    @Override
    public void run() {
      writer.begin();
      for (int next = take(); next < end; next = take()) {
        ExpansionBatch stretch = stretches.get((next - start) / STRETCH);
        stretch.clear();
        try {
          for (int state = next; state < Math.min(next + STRETCH, end); state++) {
            expander.expand(state, stretch);
          }
        } catch (RuntimeException e) {
          stretch.errors.add(e); // of several, the first in order is thrown
        }
      }
    }

    private int take() {
      return start + STRETCH * claimed.getAndIncrement();
    }
  }
}
