package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.kit.l1.L1Writes;
import java.util.ArrayList;
import java.util.List;

/** Lines that an L1 has given up, of which the L2 is told when all that was written is there. */
final class LeavingLines {
  /** No line. */
  static final long NONE = -1;

  private final L1Writes writes;

  /** Few. */
  private final List<Leaving> entries = new ArrayList<>();

  /** A line of which the L2 is told when writes of a generation and the older are acknowledged. */
  private record Leaving(long line, int generation) {}

  LeavingLines(L1Writes writes) {
    this.writes = writes;
  }

  /**
   * A line is given up.
   *
   * @param generation of writes to be acknowledged first, closed
   * @param message for the line's home bank
   */
  void add(int generation, HlrcMessage message) {
    if (!writes.settled(generation)) {
      entries.add(new Leaving(message.line, generation));
    }
    writes.answerWhen(generation, message);
  }

  /** A line of which the L2 has been told, or {@link #NONE}. */
  long settled() {
    for (Leaving entry : entries) {
      if (writes.settled(entry.generation)) {
        return entry.line;
      }
    }
    return NONE;
  }

  /** Removes the first entry of a line of which the L2 has been told. */
  void removeSettled(long line) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).line == line && writes.settled(entries.get(i).generation)) {
        entries.remove(i);
        return;
      }
    }
  }

  boolean contains(long line) {
    for (Leaving entry : entries) {
      if (entry.line == line) {
        return true;
      }
    }
    return false;
  }

  void holds(OwnershipBalance holdings) {
    entries.forEach(entry -> holdings.add(entry.line, HlrcMessage.REGISTRATION, 1));
  }
}
