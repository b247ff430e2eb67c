package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Requests to a bank that found no room to wait for their lines, and later requests to these lines.
 */
final class RefusedRequests {
  private final ArrayDeque<MemoryMessage> messages = new ArrayDeque<>();
  private final boolean inOrder;

  /**
   * @param inOrder whether later messages to a line wait behind what was refused. Where L1s hold
   *     the line that does not matter, and messages of the memory side must not wait for room,
   *     which their own answers make
   */
  RefusedRequests(boolean inOrder) {
    this.inOrder = inOrder;
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  void add(MemoryMessage message) {
    messages.add(message);
  }

  boolean contains(MemoryMessage message) {
    return messages.contains(message);
  }

  /** Lets a message wait behind an earlier one to its line, if there is one. */
  boolean park(MemoryMessage message) {
    if (!inOrder) {
      return false;
    }
    for (MemoryMessage earlier : messages) {
      if (earlier.line == message.line) {
        messages.add(message);
        return true;
      }
    }
    return false;
  }

  /** Takes all out and offers them again, in order; what is refused again comes back. */
  void offer(Consumer<MemoryMessage> again) {
    if (!messages.isEmpty()) {
      List<MemoryMessage> offered = List.copyOf(messages);
      messages.clear();
      offered.forEach(again);
    }
  }

  /**
   * What does not hold between two events.
   *
   * @param hasRoom whether a message could wait in the bank
   */
  List<String> checkInvariants(Predicate<MemoryMessage> hasRoom) {
    List<String> wrong = new ArrayList<>();
    Set<Long> lines = new HashSet<>();
    for (MemoryMessage message : messages) {
      if (lines.add(message.line) && hasRoom.test(message)) {
        wrong.add(message + " was refused, but is not scheduled for a retry");
      }
    }
    return wrong;
  }
}
