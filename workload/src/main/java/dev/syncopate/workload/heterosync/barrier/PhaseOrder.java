package dev.syncopate.workload.heterosync.barrier;

import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.Comparison;
import java.util.Locale;

/**
 * Whether a barrier kept phases apart, by what CTAs left behind in the layout of {@code
 * heterosync_barrier.cu}.
 *
 * <p>Before each barrier a CTA notes its phase; after it, it has looked at the notes of all CTAs
 * and put down one that was not there. Besides, every word of data went x := a x + visitor through
 * the hands of one CTA of each unit after the other, whose order is known: one that read an older
 * value leaves another last one.
 *
 * @param data words after the launch, {@code accesses} rows of one word a thread for each CTA
 * @param missed of each CTA: a phase counted from 1, a CTA that it missed, what that had noted
 */
record PhaseOrder(int[] data, int[] missed, UnitGrid grid, int phases, int accesses) {
  static final int MISSED_BYTES = 16;

  private static final int MISSED_WORDS = MISSED_BYTES / Integer.BYTES;
  private static final int MULTIPLIER = 1_664_525;
  private static final int ODD = 0x9E37_79B9;

  /** Every word different. */
  static int[] freshData(int words) {
    int[] data = new int[words];
    for (int i = 0; i < words; i++) {
      data[i] = i * ODD;
    }
    return data;
  }

  /**
   * Whether it proves the barrier; if not, what contradicts it first.
   *
   * @param exchanges whether half of the work is done on what a neighbour on the unit has left
   */
  Comparison check(boolean exchanges) {
    for (int cta = 0; cta < grid.active(); cta++) {
      int at = cta * MISSED_WORDS;
      if (missed[at] != 0) {
        return Comparison.wrong(
            "CTA %d went on after phase %d while CTA %d had noted phase %d, or read stale data"
                .formatted(cta, missed[at], missed[at + 1], missed[at + 2]));
      }
    }
    Comparison words = Comparison.unsigned("data", data, replay(exchanges));
    return words.equal()
        ? new Comparison(
            true,
            String.format(
                Locale.ROOT,
                "%,d CTAs saw each other's work after each of %,d barriers",
                grid.active(),
                phases))
        : words;
  }

  private int[] replay(boolean exchanges) {
    int[] words = freshData(data.length);
    for (int phase = 0; phase < phases; phase++) {
      for (int step = 0; step < (exchanges ? 2 : 1); step++) {
        for (int cta = 0; cta < grid.active(); cta++) {
          int rank = (cta / grid.units() + step) % grid.ctas();
          int region = rank * grid.units() + (grid.unit(cta) + phase) % grid.units();
          int begin = region * accesses * grid.block();
          int count = (exchanges ? accesses / 2 : accesses) * grid.block();
          for (int i = begin; i < begin + count; i++) {
            words[i] = words[i] * MULTIPLIER + cta + 1;
          }
        }
      }
    }
    return words;
  }
}
