package dev.syncopate.workload.heterosync;

import dev.syncopate.workload.host.ResultComparison;
import java.util.Arrays;
import java.util.Locale;

/**
 * Evidence that critical sections leave behind, in the layout of {@code spinmutex.cu}:
 * little-endian words
 *
 * <pre>
 * section   0 lock | 32 counter  33 last  34 owner  35 payload | ... 64 words
 * visit     0 section  1 counter found  2 last visitor found  3 1 if another visitor was inside
 * </pre>
 *
 * Visit v of the log belongs to visitor v / acquires + 1; 0 means no visitor.
 *
 * <p>The sections were exclusive, and each visitor saw what its predecessor wrote, if and only if
 * three conditions hold for every section. The counters found are 0, 1, 2, ... each once. Each
 * visitor found the visitor with the preceding counter to be the last. The final section equals
 * that of the visits one after the other. Two visitors at once, or one that reads stale words, find
 * the same counter or the wrong predecessor.
 */
final class VisitLog {
  static final int VISIT_BYTES = 16;

  private static final int SECTION_WORDS = 64;
  private static final int COUNTER = 32;
  private static final int LAST = 33;
  private static final int OWNER = 34;
  private static final int PAYLOAD = 35;
  private static final int VISIT_WORDS = VISIT_BYTES / Integer.BYTES;

  private final int[] sections;
  private final int[] log;
  private final int acquires;
  private final int work;

  /**
   * @param sections words of the sections after the launch
   * @param log words of the visits
   * @param acquires visits of each visitor
   * @param work steps that each visit advances the payload
   */
  VisitLog(int[] sections, int[] log, int acquires, int work) {
    this.sections = sections;
    this.log = log;
    this.acquires = acquires;
    this.work = work;
  }

  /** Sections that no visitor has entered: all zero but the payload, 1. */
  static int[] freshSections(int count) {
    int[] words = new int[count * SECTION_WORDS];
    for (int s = 0; s < count; s++) {
      words[s * SECTION_WORDS + PAYLOAD] = 1;
    }
    return words;
  }

  /** Whether the evidence proves mutual exclusion; if not, the first visit that contradicts it. */
  ResultComparison check() {
    int visits = log.length / VISIT_WORDS;
    int count = sections.length / SECTION_WORDS;
    int[] perSection = new int[count];
    for (int v = 0; v < visits; v++) {
      int section = log[v * VISIT_WORDS];
      if (section < 0 || section >= count) {
        return wrong(
            "%s says that it was in section %d of %d".formatted(visitor(v), section, count));
      }
      if (log[v * VISIT_WORDS + 3] != 0) {
        return wrong("%s was not alone in section %d".formatted(visitor(v), section));
      }
      perSection[section]++;
    }
    int[][] byCounter = new int[count][];
    for (int s = 0; s < count; s++) {
      byCounter[s] = new int[perSection[s]];
      Arrays.fill(byCounter[s], -1);
    }
    for (int v = 0; v < visits; v++) {
      int[] order = byCounter[log[v * VISIT_WORDS]];
      int foundCount = log[v * VISIT_WORDS + 1];
      if (foundCount < 0 || foundCount >= order.length) {
        return wrong(
            "%s found counter %d in section %d, which has %d visits"
                .formatted(visitor(v), foundCount, log[v * VISIT_WORDS], order.length));
      }
      if (order[foundCount] >= 0) {
        return wrong(
            ("%s and %s both found counter %d in section %d: both were inside at once, or one read"
                    + " stale data")
                .formatted(
                    visitor(order[foundCount]), visitor(v), foundCount, log[v * VISIT_WORDS]));
      }
      order[foundCount] = v;
    }
    for (int s = 0; s < count; s++) {
      ResultComparison section = checkSection(s, byCounter[s]);
      if (!section.equal()) {
        return section;
      }
    }
    return new ResultComparison(
        true,
        String.format(
            Locale.ROOT, "%,d visits to %,d sections were one after the other", visits, count));
  }

  private ResultComparison checkSection(int s, int[] order) {
    for (int k = 0; k < order.length; k++) {
      int predecessor = log[order[k] * VISIT_WORDS + 2];
      int expected = k == 0 ? 0 : id(order[k - 1]);
      if (predecessor != expected) {
        return wrong(
            "%s, number %d in section %d, found visitor %d to be the last, expected %d"
                .formatted(visitor(order[k]), k, s, predecessor, expected));
      }
    }
    int[] expected = new int[SECTION_WORDS];
    expected[COUNTER] = order.length;
    expected[LAST] = order.length == 0 ? 0 : id(order[order.length - 1]);
    expected[OWNER] = 0;
    expected[PAYLOAD] = payload((long) order.length * work);
    return ResultComparison.unsigned(
        "section " + s,
        Arrays.copyOfRange(sections, s * SECTION_WORDS, (s + 1) * SECTION_WORDS),
        expected);
  }

  /** xorshift32 (Marsaglia 2003), from 1. */
  private static int payload(long steps) {
    int x = 1;
    for (long i = 0; i < steps; i++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
    }
    return x;
  }

  private int id(int visit) {
    return visit / acquires + 1;
  }

  private String visitor(int visit) {
    return "visit %d of visitor %d".formatted(visit % acquires, id(visit));
  }

  private static ResultComparison wrong(String message) {
    return new ResultComparison(false, message);
  }
}
