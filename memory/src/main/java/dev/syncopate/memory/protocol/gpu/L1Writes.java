package dev.syncopate.memory.protocol.gpu;

import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.WriteGenerations;
import dev.syncopate.memory.protocol.L1Environment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What an L1 has sent to be written or performed at the L2 and not been answered: writes by
 * generation, for releases to wait for, and accesses to whose instruction the answer goes.
 */
class L1Writes {
  private record Waiter(WarpAccess access, int generation) {}

  private final WriteGenerations generations = new WriteGenerations();
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
  private final int limit;
  private final L1Environment environment;
  private int forwarded;

  L1Writes(int limit, L1Environment environment) {
    this.limit = limit;
    this.environment = environment;
  }

  /** Whether no more may be sent by choice; evictions forced by fills may exceed the limit. */
  boolean full() {
    return generations.open() + forwarded >= limit;
  }

  /** A write is sent: what its acknowledgement must carry. */
  int issue() {
    return generations.issue();
  }

  /** An access is sent that will be answered itself. */
  void forward() {
    forwarded++;
  }

  /** One of those accesses is answered; false when there is none. */
  boolean answer() {
    return forwarded-- > 0;
  }

  /** A write is acknowledged; false when there is none in its generation. */
  boolean acknowledge(int generation) {
    if (!generations.acknowledge(generation)) {
      return false;
    }
    for (Waiter first = waiters.peek();
        first != null && generations.settled(first.generation());
        first = waiters.peek()) {
      waiters.remove();
      environment.stepDone(first.access());
    }
    return true;
  }

  /** Whether all writes so far are acknowledged; if not, the access is told when they are. */
  boolean await(WarpAccess access) {
    int generation = generations.close();
    if (generations.settled(generation)) {
      return true;
    }
    waiters.add(new Waiter(access, generation));
    return false;
  }

  boolean idle() {
    return generations.open() == 0 && forwarded == 0;
  }

  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    if (!idle()) {
      lines.add(
          generations.open()
              + " writes and "
              + forwarded
              + " forwarded accesses unanswered, "
              + waiters.size()
              + " instructions wait for writes");
    }
    return lines;
  }
}
