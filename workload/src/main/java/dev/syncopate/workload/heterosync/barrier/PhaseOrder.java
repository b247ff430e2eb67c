package dev.syncopate.workload.heterosync.barrier;

import dev.syncopate.workload.heterosync.LineLayout;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.ResultComparison;
import java.util.Locale;

/**
 * Check that a barrier separated phases, from what CTAs left behind in the layout of {@code
 * heterosync_barrier.cu}.
 *
 * <p>Each CTA noted the time before and after each meeting: no CTA may have gone on before the last
 * one arrived. In addition, the CTAs updated every region of data one after the other, in a known
 * order. Each wrote x := a x + visitor + copy, and each thread kept a digest of all that it loaded.
 * A thread that read an older value has another digest or left another word.
 *
 * @param data words after the launch, a region for each CTA
 * @param times of each CTA and phase: before and after the meeting of its unit, and of all
 * @param digests of each CTA's threads
 */
record PhaseOrder(
    int[] data, int[] times, int[] digests, UnitGrid grid, int phases, LineLayout layout) {
  static final int TIMES = 4;
  private static final int UNIT = 0;
  private static final int ALL = 2;

  /**
   * Whether it proves the barrier; if not, what contradicts it first.
   *
   * @param exchanges whether each phase has a meeting of the unit's CTAs, and a second visit
   */
  ResultComparison check(boolean exchanges) {
    for (int phase = 0; phase < phases; phase++) {
      for (int cta = 0; cta < grid.active(); cta++) {
        for (int otherCta = 0; otherCta < grid.active(); otherCta++) {
          boolean neighbour = exchanges && grid.unit(cta) == grid.unit(otherCta);
          if (early(phase, cta, otherCta, ALL)
              || (neighbour && early(phase, cta, otherCta, UNIT))) {
            return ResultComparison.wrong(
                "CTA %d went on after phase %d before CTA %d had come"
                    .formatted(cta, phase + 1, otherCta));
          }
        }
      }
    }
    int[] words = layout.freshData(grid.active());
    int[] noted = new int[digests.length];
    replay(exchanges, words, noted);
    return ResultComparison.unsigned("data", data, words)
        .and(ResultComparison.unsigned("digest of loads", digests, noted))
        .saying(
            String.format(
                Locale.ROOT,
                "%,d CTAs saw each other's work after each of %,d barriers",
                grid.active(),
                phases));
  }

  private boolean early(int phase, int cta, int otherCta, int meeting) {
    return time(phase, cta, meeting + 1) - time(phase, otherCta, meeting) < 0;
  }

  private int time(int phase, int cta, int index) {
    return times[(cta * phases + phase) * TIMES + index];
  }

  private void replay(boolean exchanges, int[] words, int[] noted) {
    for (int phase = 0; phase < phases; phase++) {
      for (int step = 0; step <= (exchanges ? 1 : 0); step++) {
        for (int cta = 0; cta < grid.active(); cta++) {
          int region = region(cta, phase, step, exchanges);
          for (int thread = 0; thread < layout.block(); thread++) {
            int index = cta * layout.block() + thread;
            noted[index] = layout.visit(words, region, thread, cta + 1, noted[index]);
          }
        }
      }
    }
  }

  /** A CTA's region is the next one's after each phase, and the next rank's after each exchange. */
  private int region(int cta, int phase, int step, boolean exchanges) {
    int exchanged = exchanges ? phase + step : 0;
    return (int) ((cta + phase + (long) exchanged * grid.units()) % grid.active());
  }
}
