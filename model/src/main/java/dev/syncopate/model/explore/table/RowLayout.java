package dev.syncopate.model.explore.table;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Bit fields of a row of numbers that is packed into words. A field has as many bits as its numbers
 * have needed so far and lies in one word; fields are in the order of their places.
 */
public final class RowLayout {
  /** Bits of the largest number. */
  private static final int MOST_BITS = 31;

  /** Bits of a place beyond those that its numbers need. */
  private static final int MOST_SPARE_BITS = 4;

  private final int[] widths;
  private final int[] words;
  private final int[] shifts;
  private final int[] masks;

  /** By bit of the words: the place whose field it is in. */
  private final int[] places;

  private final int wordCount;

  /**
   * @param widths bits of each place, from 0 on
   */
  private RowLayout(int[] widths) {
    this.widths = widths;
    words = new int[widths.length];
    shifts = new int[widths.length];
    masks = new int[widths.length];
    int[] places = new int[Long.SIZE];
    int word = 0;
    int shift = 0;
    for (int place = 0; place < widths.length; place++) {
      if (shift + widths[place] > Long.SIZE) {
        word++;
        shift = 0;
        places = Arrays.copyOf(places, (word + 1) * Long.SIZE);
      }
      words[place] = word;
      shifts[place] = shift == Long.SIZE ? 0 : shift; // of no bits behind a full word
      masks[place] = (int) ((1L << widths[place]) - 1);
      Arrays.fill(
          places, word * Long.SIZE + shift, word * Long.SIZE + shift + widths[place], place);
      shift += widths[place];
    }
    this.places = places;
    wordCount = word + 1;
  }

  /**
   * A layout in which each place has room for its numbers.
   *
   * @param counts of the numbers of each place, which are from 0 on
   */
  public static RowLayout of(int[] counts) {
    return new RowLayout(Arrays.stream(counts).map(RowLayout::bits).toArray());
  }

  /**
   * A layout with more room, of no fewer words. A place that lacks room gets a bit more than it
   * needs, and bits that are left in the words go to the places in turn: rows are seldom packed
   * anew.
   *
   * @param counts of the numbers of each place
   */
  public RowLayout widened(int[] counts) {
    int[] wider = new int[widths.length];
    for (int place = 0; place < wider.length; place++) {
      int needed = bits(counts[place]);
      wider[place] = needed > widths[place] ? Math.min(needed + 1, MOST_BITS) : needed;
    }
    int wordLimit = Math.max(wordCount, words(wider));
    spare(wider, wordLimit, counts, place -> counts[place] > 1);
    spare(wider, wordLimit, counts, place -> counts[place] <= 1);
    return new RowLayout(wider);
  }

  /** Gives bits that are left in the words to some places. */
  private static void spare(int[] widths, int wordLimit, int[] counts, IntPredicate places) {
    for (int spare = 1; spare <= MOST_SPARE_BITS; spare++) {
      for (int place = 0; place < widths.length; place++) {
        int width = Math.min(bits(counts[place]) + spare, MOST_BITS);
        int presentWidth = widths[place];
        if (width > presentWidth && places.test(place)) {
          widths[place] = width;
          widths[place] = words(widths) > wordLimit ? presentWidth : width;
        }
      }
    }
  }

  /** Words of rows whose places have some bits. */
  private static int words(int[] widths) {
    int words = 1;
    int used = 0;
    for (int width : widths) {
      used += width;
      if (used > Long.SIZE) {
        words++;
        used = width;
      }
    }
    return words;
  }

  private static int bits(int count) {
    return count <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
  }

  /** Words of a row. */
  public int words() {
    return wordCount;
  }

  /** Places of a row. */
  public int places() {
    return widths.length;
  }

  /** Whether a place has room for a number. */
  public boolean fits(int place, int number) {
    return (number & ~masks[place]) == 0;
  }

  /** The number at a place. */
  public int get(long[] row, int place) {
    return get(row, 0, place);
  }

  /**
   * The number at a place.
   *
   * @param offset of the row's first word
   */
  int get(long[] rows, int offset, int place) {
    return (int) (rows[offset + words[place]] >>> shifts[place]) & masks[place];
  }

  /** Changes the number at a place, for which there is room. */
  public void set(long[] row, int place, int number) {
    int word = words[place];
    row[word] = (row[word] & ~field(place)) | ((long) number << shifts[place]);
  }

  /** The bits of a place in its word. */
  public long field(int place) {
    return (masks[place] & 0xffff_ffffL) << shifts[place];
  }

  /** The word of a place. */
  public int word(int place) {
    return words[place];
  }

  /** The place whose field has a bit of a word. */
  public int place(int word, int bit) {
    return places[word * Long.SIZE + bit];
  }

  /**
   * Packs rows anew, for whose numbers there is room.
   *
   * @param layout of the same places, by which the rows are packed
   * @param source the rows, one behind the other
   * @param target receives them; may be the source if rows have as many words
   */
  void pack(RowLayout layout, long[] source, int rows, long[] target) {
    int[] sourceWords = layout.words;
    long[] row = new long[wordCount];
    long[] fields = new long[widths.length];
    for (int place = 0; place < fields.length; place++) {
      fields[place] = (masks[place] & layout.masks[place]) & 0xffff_ffffL;
    }
    for (int i = 0; i < rows; i++) {
      int offset = i * layout.wordCount;
      Arrays.fill(row, 0);
      for (int place = 0; place < fields.length; place++) {
        row[words[place]] |=
            (source[offset + sourceWords[place]] >>> layout.shifts[place] & fields[place])
                << shifts[place];
      }
      System.arraycopy(row, 0, target, i * wordCount, wordCount);
    }
  }

  /** Packs a row, for whose numbers there is room. */
  public long[] pack(int[] row) {
    long[] packed = new long[wordCount];
    pack(row, packed, 0);
    return packed;
  }

  /**
   * Packs a row, for whose numbers there is room.
   *
   * @param offset of the first word
   */
  void pack(int[] row, long[] target, int offset) {
    Arrays.fill(target, offset, offset + wordCount, 0);
    for (int place = 0; place < widths.length; place++) {
      target[offset + words[place]] |= (long) row[place] << shifts[place];
    }
  }
}
