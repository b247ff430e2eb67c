package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.Holdings;
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
    final LineData bytes;
    int words;

    Entry(long line, int words, LineData bytes) {
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
    void with(int words, LineData bytes);
  }

  void add(long line, int words, LineData bytes) {
    entries.add(new Entry(line, words, bytes));
  }

  /** Those of some words that are here. */
  int words(long line, int wordMask) {
    int heldWords = 0;
    for (Entry entry : entries) {
      heldWords |= entry.line == line ? entry.words & wordMask : 0;
    }
    return heldWords;
  }

  /**
   * Answers with words that are here.
   *
   * @param keep whether they stay
   */
  void answer(long line, int words, boolean keep, Answer answer) {
    int remaining = words;
    for (Entry entry : entries) {
      int heldWords = entry.line == line ? entry.words & remaining : 0;
      if (heldWords != 0) {
        answer.with(heldWords, entry.bytes);
        remaining &= ~heldWords;
        entry.words &= keep ? -1 : ~heldWords;
      }
    }
  }

  /**
   * The L2 has answered the oldest of a line.
   *
   * @param takenWords the words that it has taken: all that have not been asked for since
   * @return false when that is not so
   */
  boolean acknowledge(long line, int takenWords) {
    for (Iterator<Entry> i = entries.iterator(); i.hasNext(); ) {
      Entry entry = i.next();
      if (entry.line == line) {
        i.remove();
        return entry.words == takenWords;
      }
    }
    return false;
  }

  void holds(Holdings holdings) {
    for (Entry entry : entries) {
      holdings.add(entry.line, entry.words, 1);
    }
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
