package dev.syncopate.app.bench;

import dev.syncopate.model.axiom.answer.Answer;
import dev.syncopate.model.axiom.candidate.Observables;
import dev.syncopate.model.axiom.candidate.Search;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.Request;
import dev.syncopate.model.generate.LoopedTests;
import dev.syncopate.model.generate.SharedLock;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Work on litmus tests in this process, on one thread, after as many rounds that do not count.
 *
 * @param count how many states, or tests, a round is
 * @param seconds a round takes, the median
 */
public record LitmusRun(long count, double seconds) {
  private static final int BOUND = 3;

  /** As often as {@code explore} has a model follow loops. */
  private static final int LOOP_ROUNDS = 4;

  private static final int LOOPED_TESTS = 105;

  /** Explores a test of the library: its states, on all machines of a request. */
  public static LitmusRun explore(String test, String protocol, String model, int rounds) {
    LitmusTest read = Library.test(test);
    Request request = Request.of(protocol, model);
    return measure(
        rounds,
        () -> {
          Exploration exploration = Explorer.explore(read, request, (setup, states, depth) -> true);
          if (!exploration.complete()) {
            throw new IllegalStateException(test + " was not explored wholly");
          }
          return exploration.states();
        });
  }

  /** Has a model judge every test of the library. */
  public static LitmusRun judge(String model, int rounds) {
    List<LitmusTest> tests = Library.names().stream().map(Library::test).toList();
    CatModel compiled = ModelCatalog.named(model);
    return measure(
        rounds,
        () ->
            tests.stream()
                .filter(test -> Answer.of(test, compiled, BOUND).problem() == null)
                .count());
  }

  /** Has a model judge a lock that several threads take, their loops followed three times. */
  public static LitmusRun lock(int threads, String model, int rounds) {
    LitmusTest test = SharedLock.of(threads);
    CatModel compiled = ModelCatalog.named(model);
    return measure(rounds, () -> Answer.of(test, compiled, BOUND).problem() == null ? 1 : 0);
  }

  /**
   * Has a model judge random tests of three threads with four accesses each and loops, those of the
   * seeds from 1 on, each once.
   */
  public static LitmusRun looped(String model) {
    CatModel compiled = ModelCatalog.named(model);
    long start = System.nanoTime();
    for (int seed = 1; seed <= LOOPED_TESTS; seed++) {
      LitmusTest test = LoopedTests.of(seed, /* threads= */ 3, /* accesses= */ 4);
      Search.of(test, compiled, Observables.asked(test), LOOP_ROUNDS);
    }
    return new LitmusRun(LOOPED_TESTS, (System.nanoTime() - start) / 1e9);
  }

  private static LitmusRun measure(int rounds, LongSupplier round) {
    long count = 0;
    double[] seconds = new double[rounds];
    for (int i = -rounds; i < rounds; i++) {
      long start = System.nanoTime();
      count = round.getAsLong();
      seconds[Math.max(0, i)] = (System.nanoTime() - start) / 1e9;
    }
    Arrays.sort(seconds);
    return new LitmusRun(count, seconds[rounds / 2]);
  }

  /** How many a second. */
  public double rate() {
    return count / seconds;
  }
}
