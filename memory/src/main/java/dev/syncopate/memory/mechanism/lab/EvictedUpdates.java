package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.WriteGenerations;
import dev.syncopate.memory.kit.update.UpdateRequest;
import dev.syncopate.memory.protocol.CompletionListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Updates evicted from a local atomic buffer that the L1 behind it has neither performed nor sent
 * on, and the flushes that wait for them. The L1 tells this of everything; what is not the buffer's
 * own it passes on.
 */
class EvictedUpdates implements CompletionListener {
  private record Waiter(WarpAccess access, int generation) {}

  private final CompletionListener listener;
  private final WriteGenerations generations = new WriteGenerations();
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

  EvictedUpdates(CompletionListener listener) {
    this.listener = listener;
  }

  /** Something is about to leave: its number. */
  int leaving() {
    return generations.issue();
  }

  /** It has not left: the L1 has refused it. */
  void refused(int number) {
    generations.acknowledge(number);
  }

  /** Whether all that has left is performed; if not, the access is told when it is. */
  boolean await(WarpAccess access) {
    int generation = generations.close();
    if (generations.settled(generation)) {
      return true;
    }
    waiters.add(new Waiter(access, generation));
    return false;
  }

  @Override
  public void performed(LineAccess access) {
    if (!UpdateRequest.is(access)) {
      listener.performed(access);
      return;
    }
    if (!generations.acknowledge(access.parent.outstanding)) {
      throw new IllegalStateException("performed and never sent: updates of line " + access.line);
    }
    while (!waiters.isEmpty() && generations.settled(waiters.getFirst().generation)) {
      listener.stepDone(waiters.removeFirst().access);
    }
  }

  @Override
  public void stepDone(WarpAccess access) {
    listener.stepDone(access);
  }

  @Override
  public void diverted(LineAccess access) {
    listener.diverted(access);
  }

  boolean idle() {
    return generations.open() == 0;
  }

  void canonicalize() {
    generations.canonicalize();
  }

  List<String> checkInvariants() {
    return waiters.isEmpty() || !generations.settled(waiters.getFirst().generation)
        ? List.of()
        : List.of("a flush waits for updates that are all performed");
  }

  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    if (!idle()) {
      lines.add(
          "%d lines of the LAB are not performed, %d flushes wait for that"
              .formatted(generations.open(), waiters.size()));
    }
    return lines;
  }
}
