package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.OwnershipBalance;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Write-back buffer of an L1: words written back but not yet acknowledged by the L2. It serves
 * requests that the L2 forwarded while it still recorded this L1 as the owner. The acknowledgement
 * arrives behind all such requests, so a forwarded request is for the oldest entry with the word.
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

  /** Answer with some words of an entry. */
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

  void holds(OwnershipBalance holdings) {
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
