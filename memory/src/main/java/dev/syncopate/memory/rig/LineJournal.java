package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

/** Recent history of one line: messages that name it, and threads' accesses to it. */
final class LineJournal {
  private static final int LENGTH = 400;

  private static final long NO_LINE = -1;

  private final int lineBytes;
  private final Deque<String> entries = new ArrayDeque<>();
  private long line = NO_LINE;

  LineJournal(int lineBytes) {
    this.lineBytes = lineBytes;
  }

  /** Keeps a journal of an address's line from now on. */
  void watch(long address) {
    line = address & -lineBytes;
  }

  List<String> entries() {
    return List.copyOf(entries);
  }

  /** A message is sent or arrives, if it is of the line. */
  void message(long step, Supplier<String> description, MemoryMessage message) {
    if (line != NO_LINE && message.line == line) {
      add(step, description.get() + ": " + describe(message));
    }
  }

  /** A thread's access is issued or done, if it touches the line. */
  void access(long step, String actor, String action, WarpAccess access) {
    if (line == NO_LINE) {
      return;
    }
    for (LineAccess part : access.lines) {
      if (part.line == line) {
        add(
            step,
            actor
                + " warp "
                + access.warp
                + action
                + dev.syncopate.memory.access.Ordering.of(access.operation)
                + bytes(part.maskLow, part.maskHigh));
      }
    }
  }

  private void add(long step, String entry) {
    if (entries.size() == LENGTH) {
      entries.removeFirst();
    }
    entries.add("step " + step + ": " + entry);
  }

  private static String describe(MemoryMessage message) {
    String data =
        message.data().length == 0
            ? ""
            : " = " + HexFormat.of().formatHex(message.data()) + " from byte " + message.first();
    return message.type.name() + bytes(message.maskLow, message.maskHigh) + data;
  }

  /** For example {@code bytes 0-3,8}. */
  private static String bytes(long low, long high) {
    StringBuilder text = new StringBuilder();
    int index = 0;
    while (index < 128) {
      if (!has(low, high, index)) {
        index++;
        continue;
      }
      int end = index;
      while (end + 1 < 128 && has(low, high, end + 1)) {
        end++;
      }
      text.append(text.isEmpty() ? " bytes " : ",").append(index);
      if (end > index) {
        text.append('-').append(end);
      }
      index = end + 1;
    }
    return text.toString();
  }

  private static boolean has(long low, long high, int index) {
    return ((index < 64 ? low : high) >>> index & 1) != 0;
  }
}
