package dev.syncopate.memory.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ownership balance of each word in one controller or message: +1 for a word that it owns, -1 for
 * each word that it has transferred and records as owned elsewhere. Invariant: the sum of a word
 * over all controllers and messages is zero, so each word has at most one owner, and has one
 * whenever a bank records one. An event may transfer ownership but neither creates nor loses it
 * ({@code Conservation}).
 */
public final class OwnershipBalance {
  /** Says what it holds. */
  public interface Holder {
    /** Says which words it owns, or knows to be owned elsewhere: none. Changes nothing. */
    default void holds(OwnershipBalance holdings) {}
  }

  private static final int WORD = WordMask.BYTES;

  /** By address of a word; none that is 0. */
  private final TreeMap<Long, Integer> counts = new TreeMap<>();

  /**
   * Some words of a line are held.
   *
   * @param words bit i is the line's word i
   * @param count 1, or -1 where they are held elsewhere
   */
  public void add(long line, int words, int count) {
    for (int remaining = words; remaining != 0; remaining &= remaining - 1) {
      add(line + (long) WORD * Integer.numberOfTrailingZeros(remaining), count);
    }
  }

  /**
   * Everything that another has is held as often more.
   *
   * @param times negative: less
   */
  public void add(OwnershipBalance holdings, int times) {
    holdings.counts.forEach((word, count) -> add(word, times * count));
  }

  private void add(long word, int count) {
    counts.merge(word, count, (a, b) -> a + b == 0 ? null : a + b);
  }

  /** Whether nothing is held, or as much as is held elsewhere. */
  public boolean balanced() {
    return counts.isEmpty();
  }

  /** For people: a line for each word that is held too often or not often enough. */
  public List<String> surplus() {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Long, Integer> entry : counts.entrySet()) {
      lines.add(
          "word 0x%x has %s"
              .formatted(
                  entry.getKey(),
                  entry.getValue() > 0 ? "come to have an owner more" : "lost its owner"));
    }
    return lines;
  }

  /** The line's or word's address of the first of these. */
  public long first() {
    return counts.firstKey();
  }
}
