package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.table.Additions;
import dev.syncopate.model.explore.table.ExploredStates;
import dev.syncopate.model.explore.table.IntLog;
import dev.syncopate.model.explore.table.ParallelLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * Looks at many states at once, on all threads of the caller's pool that are free. New states get
 * provisional numbers, and then those that one thread alone would have given them.
 */
final class ParallelExpansion {
  /** Fewer states are not worth waking another thread for. */
  static final int LEAST = 512;

  /** States that a thread takes at a time, and that are looked at in one round. */
  private static final int STRETCH = 64;

  private static final int MOST = 1 << 15;

  /** New states for each state of a round that there is room for at first. */
  private static final int FIRST_ROOM = 4;

  private final int minimumStates;
  private final int maximumSuccessors;
  private final Additions additions;
  private final Function<StateExpander.Numbers, StateExpander> expanders;
  private final List<Worker> workers = new ArrayList<>();
  private final List<ExpansionBatch> stretches = new ArrayList<>();
  private final AtomicInteger claimed = new AtomicInteger();

  /** By stretch: new states before it. */
  private int[] ranks = {};

  private int roomForEach;
  private int rounds;
  private int start;
  private int end;

  /** The first stretch in which a number or a row had no room; behind the last for none. */
  private final AtomicInteger exceeded = new AtomicInteger();

  private boolean hasExceeded;

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
    roomForEach = Math.min(FIRST_ROOM, maximumSuccessors);
  }

  /**
   * How many states may be looked at together; none where that is not worth it.
   *
   * @param states that there are
   * @param room for so many new states
   */
  int pays(int states, long room) {
    long limit = Math.min(MOST, Math.min(room, Integer.MAX_VALUE) / maximumSuccessors);
    int count = (int) Math.min(states, limit);
    return count >= minimumStates && ParallelLoop.threads() > 1 ? count : 0;
  }

  /**
   * Looks at the states of some numbers.
   *
   * @return what was seen, in their order: not of the last ones where a number or a row had no room
   *     ({@link #hasExceeded}). Then the table must be packed anew, which forgets what else was
   *     seen.
   */
  List<ExpansionBatch> look(int firstState, int endState) {
    int threads = ForkJoinTask.getPool().getParallelism();
    while (workers.size() < threads) {
      workers.add(new Worker(additions.new Writer()));
    }
    int allStretches = (endState - firstState + STRETCH - 1) / STRETCH;
    while (stretches.size() < allStretches) {
      stretches.add(new ExpansionBatch());
    }
    int states = endState - firstState;
    additions.begin(states * roomForEach, threads);
    start = firstState;
    end = endState;
    exceeded.set(allStretches);
    rounds++;
    forEachStretch(threads, allStretches, Worker::look);
    int count = exceeded.get();
    hasExceeded = count < allStretches;
    if (hasExceeded) {
      roomForEach = Math.min(2 * roomForEach, maximumSuccessors);
    }
    ranks = new int[count + 1];
    forEachStretch(threads, count, (_, stretch) -> countNew(stretch));
    for (int stretch = 0; stretch < count; stretch++) {
      ranks[stretch + 1] += ranks[stretch];
    }
    additions.extend(ranks[count]);
    forEachStretch(threads, count, (_, stretch) -> number(stretch));
    forEachStretch(threads, count, (_, stretch) -> settle(stretch));
    return stretches.subList(0, count);
  }

  /** Whether a number or a row had no room when states were looked at last. */
  boolean hasExceeded() {
    return hasExceeded;
  }

  private interface StretchWork {
    void on(Worker worker, int stretch);
  }

  /** Does something for each stretch, by threads that each take the next one. */
  private void forEachStretch(int threads, int count, StretchWork work) {
    claimed.set(0);
    IntConsumer loop =
        thread -> {
          Worker worker = workers.get(thread);
          for (int next = take(); next < count; next = take()) {
            work.on(worker, next);
          }
        };
    List<ForkJoinTask<?>> helpers = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      int thread = i;
      helpers.add(ForkJoinTask.adapt(() -> loop.accept(thread)).fork());
    }
    loop.accept(0);
    for (ForkJoinTask<?> helper : helpers.reversed()) {
      if (!helper.tryUnfork()) { // one that has not begun need not begin
        helper.join();
      }
    }
  }

  private int take() {
    return claimed.getAndIncrement();
  }

  private boolean isFirst(IntLog claims, int index) {
    return additions.isFirst(claims.get(index), claims.get(index + 1));
  }

  private void countNew(int stretch) {
    IntLog claims = stretches.get(stretch).claims;
    int count = 0;
    for (int i = 0; i < claims.size(); i += 2) {
      count += isFirst(claims, i) ? 1 : 0;
    }
    ranks[stretch + 1] = count;
  }

  private void number(int stretch) {
    IntLog claims = stretches.get(stretch).claims;
    int rank = ranks[stretch];
    for (int i = 0; i < claims.size(); i += 2) {
      if (isFirst(claims, i)) {
        additions.settle(claims.get(i), rank++, start + claims.get(i + 1) / maximumSuccessors);
      }
    }
  }

  private void settle(int stretch) {
    stretches.get(stretch).summarize(start + stretch * STRETCH, additions::settled);
  }

  private final class Worker {
    private final Additions.Writer writer;
    private final StateExpander expander;
    private IntLog claims = new IntLog();
    private int round;

    Worker(Additions.Writer writer) {
      this.writer = writer;
      expander = expanders.apply(this::add);
    }

    private int add(long[] rows, int offset, long hash, int parent, int index) {
      int position = (parent - start) * maximumSuccessors + index;
      int number = writer.add(rows, offset, hash, position);
      if (writer.isLowest()) {
        claims.add(number);
        claims.add(position);
      }
      return number;
    }

    void look(int stretch) {
      if (stretch > exceeded.get()) {
        return; // what is seen of it would be forgotten
      }
      if (round != rounds) {
        round = rounds;
        writer.begin();
      }
      ExpansionBatch batch = stretches.get(stretch);
      batch.clear();
      claims = batch.claims;
      int first = start + stretch * STRETCH;
      try {
        if (!expander.expand(first, Math.min(first + STRETCH, end), batch)) {
          exceeded.accumulateAndGet(stretch, Math::min);
        }
      } catch (RuntimeException e) {
        batch.clear();
        batch.errors.add(e); // of several, the first in order is thrown
      }
    }
  }
}
