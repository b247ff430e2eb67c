package dev.syncopate.model.explore.search;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Controllers of a tile for several threads, and what each thread does by them: a thing is done by
 * one thread, while others that ask for the same wait. So each is done once.
 */
final class TileReplicas {
  /** Work that one thread does once, and the table that keeps its result. */
  private record Task(Object table, int state, int operand) {}

  /** What is done by controllers. */
  interface Work<T> {
    T by(TileReplica replica);
  }

  private final TileReplica first;
  private final Deque<TileReplica> free = new ArrayDeque<>();
  private final Set<Task> begun = new HashSet<>();

  /**
   * @param count to begin with, which are used in turn
   */
  TileReplicas(TileReplica first, int count) {
    this.first = first;
    free.add(first);
    while (free.size() < count) {
      free.add(first.again());
    }
  }

  /** Begins something; waits while another thread does the same. */
  synchronized void begin(Object table, int state, int operand) {
    Task task = new Task(table, state, operand);
    try {
      while (!begun.add(task)) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Ends what the thread has begun. */
  synchronized void end(Object table, int state, int operand) {
    begun.remove(new Task(table, state, operand));
    notifyAll();
  }

  /** Does something by controllers that no other thread uses. */
  <T> T run(Work<T> work) {
    TileReplica replica = take();
    T result = work.by(replica); // if this fails, the controllers are in no state to be used again
    giveBack(replica);
    return result;
  }

  private TileReplica take() {
    synchronized (this) {
      TileReplica replica = free.poll();
      if (replica != null) {
        return replica;
      }
    }
    return first.again();
  }

  private synchronized void giveBack(TileReplica replica) {
    free.add(replica);
  }
}
