package dev.syncopate.workload.heterosync.mutex;

import dev.syncopate.workload.host.Comparison;
import java.util.Arrays;
import java.util.Locale;

/**
 * Whether critical sections were one after the other, by what they left behind in the layout of
 * {@code heterosync_mutex.cu}.
 *
 * <p>CTA i is visitor i + 1 and belongs to section i mod sections; visit k of it is number i ×
 * iterations + k in the log. Each visit notes the count and the last visitor that it found. The
 * counts put the visits of a section in order; each must have found its predecessor to be the last,
 * and a visitor its own visits in their order. The section's words must then be, to the last bit,
 * what the visits in this order make of them: count + 1, the visitor, and for the rest x := a x +
 * visitor, whose value depends on the order. A visit that overlapped another one, or read a stale
 * word, leaves another value in some word of some thread.
 *
 * @param data words of the sections after the launch, {@code accesses} rows each
 * @param log words of the visits
 * @param iterations visits of each visitor
 */
record VisitOrder(int[] data, int[] log, int sections, int accesses, int iterations) {
  static final int VISIT_BYTES = 8;

  private static final int VISIT_WORDS = VISIT_BYTES / Integer.BYTES;

  /** Of what a visit makes of words: x := a x + visitor. */
  static final int MULTIPLIER = 1_664_525;

  private static final int ODD = 0x9E37_79B9;

  /** Sections that nobody has entered: nothing counted, nobody last, every other word different. */
  static int[] freshData(int sections, int accesses, int block) {
    int[] words = new int[sections * accesses * block];
    for (int i = 0; i < words.length; i++) {
      words[i] = i / block % accesses < 2 ? 0 : i * ODD;
    }
    return words;
  }

  /** Whether it proves mutual exclusion; if not, what contradicts it first. */
  Comparison check() {
    int visitors = log.length / VISIT_WORDS / iterations;
    int[] expected = freshData(sections, accesses, data.length / sections / accesses);
    for (int section = 0; section < sections; section++) {
      int[] order = new int[visitors / sections * iterations];
      Arrays.fill(order, -1);
      for (int visitor = section; visitor < visitors; visitor += sections) {
        for (int k = 0; k < iterations; k++) {
          int visit = visitor * iterations + k;
          int found = log[visit * VISIT_WORDS];
          if (found < 0 || found >= order.length) {
            return Comparison.wrong(
                "%s found count %d of %d".formatted(name(visit), found, order.length));
          }
          if (order[found] >= 0) {
            return Comparison.wrong(
                ("%s and %s both found count %d in section %d: both were inside at once, or one read"
                        + " stale data")
                    .formatted(name(order[found]), name(visit), found, section));
          }
          order[found] = visit;
        }
      }
      Comparison chain = chain(section, order);
      if (!chain.equal()) {
        return chain;
      }
      replay(section, order, expected);
    }
    Comparison words = Comparison.unsigned("data", data, expected);
    return words.equal()
        ? new Comparison(
            true,
            String.format(
                Locale.ROOT,
                "%,d visits to %,d sections were one after the other",
                visitors * iterations,
                sections))
        : words;
  }

  private Comparison chain(int section, int[] order) {
    int[] visitsOf = new int[log.length / VISIT_WORDS / iterations];
    for (int k = 0; k < order.length; k++) {
      int last = log[order[k] * VISIT_WORDS + 1];
      int before = k == 0 ? 0 : order[k - 1] / iterations + 1;
      if (last != before) {
        return Comparison.wrong(
            "%s, number %d in section %d, found visitor %d to be the last, expected %d"
                .formatted(name(order[k]), k, section, last, before));
      }
      if (visitsOf[order[k] / iterations]++ != order[k] % iterations) {
        return Comparison.wrong(
            "%s came out of its order in section %d".formatted(name(order[k]), section));
      }
    }
    return new Comparison(true, "");
  }

  private void replay(int section, int[] order, int[] words) {
    int multiplier = 1;
    int sum = 0;
    for (int visit : order) {
      multiplier *= MULTIPLIER;
      sum = sum * MULTIPLIER + visit / iterations + 1;
    }
    int length = words.length / sections;
    int block = length / accesses;
    for (int i = 0; i < length; i++) {
      int at = section * length + i;
      words[at] =
          switch (i / block) {
            case 0 -> order.length;
            case 1 -> order.length == 0 ? 0 : order[order.length - 1] / iterations + 1;
            default -> words[at] * multiplier + sum;
          };
    }
  }

  private String name(int visit) {
    return "visit %d of visitor %d".formatted(visit % iterations, visit / iterations + 1);
  }
}
