package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.WriteGenerations;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Unacknowledged requests of an L1 at the L2: writes by generation, for which releases wait, and
 * forwarded accesses, whose answers go to their instructions.
 */
public class L1Writes {
  /** Either an instruction that is told, or an answer that is sent. */
  private record Waiter(
      @Nullable WarpAccess access, @Nullable MemoryMessage answer, int generation) {}

  private final WriteGenerations generations = new WriteGenerations();
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
  private final int limit;
  private final L1Environment environment;
  private final OutstandingAccesses forwarded = new OutstandingAccesses();
  private final CompletionListener listener;

  public L1Writes(int limit, L1Environment environment, CompletionListener listener) {
    this.limit = limit;
    this.environment = environment;
    this.listener = listener;
  }

  /** Whether no more may be sent by choice; evictions forced by fills may exceed the limit. */
  public boolean full() {
    return generations.open() + forwarded.count() >= limit;
  }

  /** A write is sent: what its acknowledgement must carry. */
  public int issue() {
    return generations.issue();
  }

  /** An access is sent that will be answered itself: what the answer must carry. */
  public int forward(LineAccess access) {
    return forwarded.add(access);
  }

  /** The access that an answer is to, or null when it is to none. */
  public @Nullable LineAccess awaiting(MemoryMessage answer) {
    return answer.awaited ? forwarded.get(answer.tag) : null;
  }

  /** The access that is answered, which waits no more; null when there is none. */
  public @Nullable LineAccess answered(MemoryMessage message) {
    return message.awaited ? forwarded.remove(message.tag) : null;
  }

  /** A write is acknowledged; false when there is none in its generation. */
  public boolean acknowledge(int generation) {
    if (!generations.acknowledge(generation)) {
      return false;
    }
    if (!waiters.isEmpty()) { // there seldom is one, and this is done for every write
      tell();
    }
    return true;
  }

  /** Tells those whose writes are all acknowledged. */
  private void tell() {
    for (Iterator<Waiter> i = waiters.iterator(); i.hasNext(); ) {
      Waiter waiter = i.next();
      if (generations.settled(waiter.generation())) {
        i.remove();
        if (waiter.access() != null) {
          listener.stepDone(waiter.access());
        }
        if (waiter.answer() != null) {
          send(waiter.answer());
        }
      }
    }
  }

  /** Whether all writes so far are acknowledged; if not, the access is told when they are. */
  public boolean await(WarpAccess access) {
    int generation = generations.close();
    if (generations.settled(generation)) {
      return true;
    }
    waiters.add(new Waiter(access, null, generation));
    return false;
  }

  /** Ends a generation of writes, for {@link #answerWhen}: all writes so far are in it or older. */
  public int close() {
    return generations.close();
  }

  /**
   * Sends an answer to its line's home once every write of a closed generation and the older ones
   * is acknowledged.
   */
  public void answerWhen(int generation, MemoryMessage answer) {
    if (generations.settled(generation)) {
      send(answer);
    } else {
      waiters.add(new Waiter(null, answer, generation));
    }
  }

  private void send(MemoryMessage answer) {
    environment.send(environment.home(answer.line), answer);
  }

  /** Whether every write of a closed generation and the older ones is acknowledged. */
  public boolean settled(int generation) {
    return generations.settled(generation);
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#canonicalize}. */
  public void canonicalize() {
    generations.canonicalize();
    forwarded.canonicalize();
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#checkInvariants}. */
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    for (Waiter waiter : waiters) {
      if (generations.settled(waiter.generation())) {
        wrong.add("a release waits for writes that are all acknowledged");
      }
    }
    return wrong;
  }

  public boolean idle() {
    return generations.open() == 0 && forwarded.count() == 0;
  }

  public List<String> waiting() {
    List<String> lines = new ArrayList<>();
    if (!idle()) {
      lines.add(
          generations.open()
              + " writes and "
              + forwarded.count()
              + " forwarded accesses unanswered, "
              + waiters.size()
              + " instructions wait for writes");
    }
    return lines;
  }
}
