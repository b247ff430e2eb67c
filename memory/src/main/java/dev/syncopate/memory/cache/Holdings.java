package dev.syncopate.memory.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a controller or a message holds of words that somebody owns: one for each word that it has
 * as their owner, and one less than none for each that it has given away and knows to be owned
 * elsewhere. So a word's sum over all controllers and messages is always nought: an owner is the
 * only one, and there is one wherever a bank thinks so. An event may pass words on, and neither
 * make nor lose one ({@code Conservation}).
 */
public final class Holdings {
  /** Says what it holds. */
  public interface Holder {
    /** Says which words it owns, or knows to be owned elsewhere: none. Changes nothing. */
    default void holds(Holdings holdings) {}
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
  public void add(Holdings holdings, int times) {
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
