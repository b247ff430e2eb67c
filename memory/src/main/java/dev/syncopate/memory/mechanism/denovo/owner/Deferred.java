package dev.syncopate.memory.mechanism.denovo.owner;

import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Predicate;

/** Requests of L1s for lines whose access is deferred by the cache behind the owners. */
public final class Deferred {
  private final ArrayDeque<DenovoMessage> messages = new ArrayDeque<>();

  public void add(DenovoMessage message) {
    messages.add(message);
  }

  /** Whether anything about a line waits here. */
  public boolean has(long line) {
    return messages.stream().anyMatch(waiting -> waiting.line == line);
  }

  /**
   * Offers everything again; what stays keeps its order.
   *
   * @param takes whether a message is done with here
   */
  public void offer(Predicate<DenovoMessage> takes) {
    if (messages.isEmpty()) {
      return;
    }
    List<DenovoMessage> again = List.copyOf(messages);
    messages.clear();
    for (DenovoMessage message : again) {
      if (!takes.test(message)) {
        messages.add(message);
      }
    }
  }

  /** For reports of hangs. */
  public List<String> waiting() {
    return messages.stream()
        .map(message -> message + " waits for a remote access to its line")
        .toList();
  }

  public boolean isEmpty() {
    return messages.isEmpty();
  }
}
