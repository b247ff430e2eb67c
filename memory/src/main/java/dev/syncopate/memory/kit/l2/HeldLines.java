package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The lines an L2 bank holds while the memory side performs a remote access to them, and the
 * messages that wait for them, in order.
 */
public final class HeldLines {
  private static final class Hold {
    final long line;
    final ArrayDeque<MemoryMessage> waiting = new ArrayDeque<>();
    boolean active = true;

    Hold(long line) {
      this.line = line;
    }
  }

  /** Few: one for each promotion in progress, at most. */
  private final List<Hold> holds = new ArrayList<>();

  private @Nullable Hold find(long line) {
    for (Hold hold : holds) {
      if (hold.line == line) {
        return hold;
      }
    }
    return null;
  }

  public void hold(long line) {
    Hold hold = find(line);
    if (hold == null) {
      holds.add(new Hold(line));
    } else {
      hold.active = true;
    }
  }

  /** Ends a hold; false when there is none. */
  public boolean resume(long line) {
    Hold hold = find(line);
    if (hold == null || !hold.active) {
      return false;
    }
    hold.active = false;
    return true;
  }

  /** Lets a message wait if its line is held or others wait for it. */
  public boolean park(MemoryMessage message) {
    if (holds.isEmpty()) {
      return false;
    }
    Hold hold = find(message.line);
    if (hold == null) {
      return false;
    }
    hold.waiting.add(message);
    return true;
  }

  /** Whether a line is held. */
  public boolean holds(long line) {
    if (holds.isEmpty()) {
      return false;
    }
    Hold hold = find(line);
    return hold != null && hold.active;
  }

  /** Lets messages to a held line wait that came before those that wait for it already. */
  public void parkAhead(List<MemoryMessage> messages) {
    for (MemoryMessage message : messages.reversed()) {
      Objects.requireNonNull(find(message.line)).waiting.addFirst(message);
    }
  }

  /** Offers what waits for lines that are not held, in order until one is refused. */
  public void drain(Function<MemoryMessage, ControllerOutcome> offer) {
    for (int i = 0; i < holds.size(); i++) {
      Hold hold = holds.get(i);
      while (!hold.active && !hold.waiting.isEmpty()) {
        MemoryMessage first = hold.waiting.remove();
        if (offer.apply(first).stalled()) {
          hold.waiting.addFirst(first);
          break;
        }
      }
      if (!hold.active && hold.waiting.isEmpty()) {
        holds.remove(i--);
      }
    }
  }

  /**
   * As {@link dev.syncopate.memory.protocol.L2Controller#checkInvariants}.
   *
   * @param misses of the bank
   * @param frame of a line, or {@link CacheArray#NONE}
   */
  public List<String> checkInvariants(L2Misses misses, LongToIntFunction frame) {
    List<String> wrong = new ArrayList<>();
    for (Hold hold : holds) {
      String name = "line 0x%x ".formatted(hold.line);
      MemoryMessage first = hold.waiting.peek();
      if (hold.active && frame.applyAsInt(hold.line) != CacheArray.NONE) {
        wrong.add(name + "is held for a remote access and in a frame");
      }
      if (hold.active && misses.find(hold.line) != L2Misses.NONE) {
        wrong.add(name + "is held for a remote access and asked for");
      }
      if (!hold.active && (first == null || misses.hasRoomFor(first))) {
        wrong.add(name + "is resumed, but its waiting messages are not scheduled");
      }
    }
    return wrong;
  }

  /** Whether a message waits for its line. */
  public boolean waits(MemoryMessage message) {
    Hold hold = find(message.line);
    return hold != null && hold.waiting.contains(message);
  }

  public boolean isEmpty() {
    return holds.isEmpty();
  }

  public List<String> waiting() {
    return holds.stream()
        .map(hold ->
            "line 0x%x is %s, %d messages wait for it"
                .formatted(
                    hold.line,
                    hold.active ? "held for a remote access of system scope" : "resumed",
                    hold.waiting.size()))
        .toList();
  }
}
