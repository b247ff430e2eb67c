package dev.syncopate.workload.heterosync.mutex;

import dev.syncopate.workload.heterosync.LineLayout;
import dev.syncopate.workload.host.ResultComparison;
import java.util.Arrays;
import java.util.Locale;

/**
 * Check that critical sections were executed in sequence, from what they left behind in the layout
 * of {@code heterosync_mutex.cu}.
 *
 * <p>CTA i is visitor i + 1 and belongs to section i mod sections; visit k of it is number i ×
 * iterations + k in the log. Each visit notes the count that its first thread found, and the last
 * visitor that its second thread found. The counts put the visits of a section in order; each must
 * have found its predecessor to be the last, and a visitor its own visits in their order. The
 * section's words must then be, to the last bit, what the visits in this order make of them, and so
 * must each thread's digest of all words that it loaded. A visit that overlapped another one, or
 * read a stale word, leaves another word or another digest.
 *
 * @param data words of the sections after the launch
 * @param log words of the visits
 * @param digests of each visitor's threads
 * @param iterations visits of each visitor
 */
record VisitOrder(
    int[] data, int[] log, int[] digests, int sections, int iterations, LineLayout layout) {
  static final int VISIT_WORDS = 2;
  static final int VISIT_BYTES = VISIT_WORDS * Integer.BYTES;

  /** Threads whose words of the second line have special meanings. */
  private static final int COUNTS = 0;

  private static final int NAMES = 1;

  /**
   * Sections that no visitor has entered: nothing counted, no last visitor, every other word
   * different.
   */
  static int[] freshData(int sections, LineLayout layout) {
    int[] words = layout.freshData(sections);
    for (int section = 0; section < sections; section++) {
      for (int line = 0; line <= 1; line++) {
        for (int thread = COUNTS; thread <= NAMES && thread < layout.block(); thread++) {
          words[layout.word(section, thread, line)] = 0;
        }
      }
    }
    return words;
  }

  /** What a visitor's thread does with a section; the digest with what it loads. */
  static int visit(
      int[] words, LineLayout layout, int section, int thread, int visitor, int digest) {
    return switch (thread) {
      case COUNTS -> layout.visit(words, section, thread, 1, 1, digest);
      case NAMES -> layout.visit(words, section, thread, 0, visitor, digest);
      default -> layout.visit(words, section, thread, visitor, digest);
    };
  }

  /** Whether it proves mutual exclusion; if not, what contradicts it first. */
  ResultComparison check() {
    int visitors = log.length / VISIT_WORDS / iterations;
    int[] words = freshData(sections, layout);
    int[] noted = new int[digests.length];
    for (int section = 0; section < sections; section++) {
      int[] order = new int[visitors / sections * iterations];
      Arrays.fill(order, -1);
      for (int visitor = section; visitor < visitors; visitor += sections) {
        for (int k = 0; k < iterations; k++) {
          int visit = visitor * iterations + k;
          int foundCount = log[visit * VISIT_WORDS];
          if (foundCount < 0 || foundCount >= order.length) {
            return ResultComparison.wrong(
                "%s found count %d of %d".formatted(name(visit), foundCount, order.length));
          }
          if (order[foundCount] >= 0) {
            return ResultComparison.wrong(
                ("%s and %s both found count %d in section %d: both were inside at once, or one read"
                        + " stale data")
                    .formatted(name(order[foundCount]), name(visit), foundCount, section));
          }
          order[foundCount] = visit;
        }
      }
      ResultComparison chain = chain(section, order);
      if (!chain.equal()) {
        return chain;
      }
      replay(section, order, words, noted);
    }
    return ResultComparison.unsigned("data", data, words)
        .and(ResultComparison.unsigned("digest of loads", digests, noted))
        .saying(
            String.format(
                Locale.ROOT,
                "%,d visits to %,d sections were one after the other",
                visitors * iterations,
                sections));
  }

  private ResultComparison chain(int section, int[] order) {
    int[] visitsOf = new int[log.length / VISIT_WORDS / iterations];
    for (int k = 0; k < order.length; k++) {
      int last = log[order[k] * VISIT_WORDS + 1];
      int previous = k == 0 ? 0 : order[k - 1] / iterations + 1;
      if (last != previous && layout.block() > NAMES) {
        return ResultComparison.wrong(
            "%s, number %d in section %d, found visitor %d to be the last, expected %d"
                .formatted(name(order[k]), k, section, last, previous));
      }
      if (visitsOf[order[k] / iterations]++ != order[k] % iterations) {
        return ResultComparison.wrong(
            "%s came out of its order in section %d".formatted(name(order[k]), section));
      }
    }
    return new ResultComparison(true, "");
  }

  private void replay(int section, int[] order, int[] words, int[] noted) {
    for (int visit : order) {
      int visitor = visit / iterations;
      for (int thread = 0; thread < layout.block(); thread++) {
        int index = visitor * layout.block() + thread;
        noted[index] = visit(words, layout, section, thread, visitor + 1, noted[index]);
      }
    }
  }

  private String name(int visit) {
    return "visit %d of visitor %d".formatted(visit % iterations, visit / iterations + 1);
  }
}
