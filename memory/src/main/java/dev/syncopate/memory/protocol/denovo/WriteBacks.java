package dev.syncopate.memory.protocol.denovo;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Words that an L1 has given back and for which the L2 has not answered. Until then they are here
 * for those to whom the L2 had still named this L1 as their owner. Its answer comes behind what it
 * forwarded before, so what is forwarded is for the oldest entry that has the word.
 */
final class WriteBacks {
  private static final class Entry {
    final long line;
    final byte[] bytes;
    int words;

    Entry(long line, int words, byte[] bytes) {
      this.line = line;
      this.words = words;
      this.bytes = bytes;
    }
  }

  /** Oldest first; few. */
  private final List<Entry> entries = new ArrayList<>();

  /** What answers with some words of an entry. */
  interface Answer {
    /**
     * @param bytes of the line, byte 0 first
     */
    void with(int words, byte[] bytes);
  }

  void add(long line, int words, byte[] bytes) {
    entries.add(new Entry(line, words, bytes));
  }

  /**
   * Answers with those of some words that are here.
   *
   * @param keep whether they stay
   * @return the words answered with
   */
  int answer(long line, int words, boolean keep, Answer answer) {
    int left = words;
    for (Entry entry : entries) {
      int here = entry.line == line ? entry.words & left : 0;
      if (here != 0) {
        answer.with(here, entry.bytes);
        left &= ~here;
        entry.words &= keep ? -1 : ~here;
      }
    }
    return words & ~left;
  }

  /** The L2 has answered the oldest of a line; false when there is none. */
  boolean acknowledge(long line) {
    for (Iterator<Entry> i = entries.iterator(); i.hasNext(); ) {
      if (i.next().line == line) {
        i.remove();
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  List<String> waiting() {
    return entries.stream()
        .map(entry -> "line 0x" + Long.toHexString(entry.line) + " is being written back")
        .toList();
  }
}
