package dev.syncopate.model.coverage;

import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tests of one GPU on two: what they ask is of no interest then, but what controllers do is. */
final class SpreadTests {
  private SpreadTests() {}

  /** Whether a test has several CTAs, all on one GPU. */
  static boolean spreads(LitmusTest test) {
    return test.threads().stream().noneMatch(LitmusThread::isOnCpu)
        && test.threads().stream().mapToInt(LitmusThread::gpu).distinct().count() == 1
        && test.threads().stream().mapToInt(LitmusThread::cta).distinct().count() > 1;
  }

  /** The same test with its CTAs on two GPUs in turn. */
  static LitmusTest over2(LitmusTest test) {
    Map<Integer, Integer> ctas = new TreeMap<>();
    List<LitmusThread> threads = new ArrayList<>();
    for (LitmusThread thread : test.threads()) {
      int cta = ctas.computeIfAbsent(thread.cta(), unseen -> ctas.size());
      threads.add(
          new LitmusThread(
              thread.id(), thread.cta(), cta % 2, thread.registers(), thread.instructions()));
    }
    return new LitmusTest(
        test.name(),
        test.locations(),
        test.aliases(),
        threads,
        test.filter(),
        test.quantifier(),
        test.condition(),
        test.barriers(),
        test.shared());
  }
}
