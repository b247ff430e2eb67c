package dev.syncopate.app.bench;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.generate.LoopedTests;
import dev.syncopate.model.generate.SharedLock;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Work on litmus tests in this process, after rounds that do not count. These go on until rounds
 * get no faster: until then the JVM's compilers have not compiled all of it.
 *
 * @param count how many states, or tests, a round is
 * @param seconds of processor time a round takes, the median; of wall time where it says so
 */
public record LitmusRun(long count, double seconds) {
  /**
   * Rounds of a measurement.
   *
   * @param counted whose median is the result
   * @param steadySeconds rounds that do not count end when none has been faster for so many seconds
   */
  public record Rounds(int counted, double steadySeconds) {
    /** Rounds of what has been compiled as far as it will be. */
    public static Rounds warm(int counted) {
      return new Rounds(counted, 3);
    }
  }

  private static final int BOUND = 3;

  /** As often as {@code explore} has a model follow loops. */
  private static final int LOOP_ROUNDS = 4;

  /** Random tests with loops, of the seeds from 1 on. */
  public static final int LOOPED_TESTS = 105;

  private static final long LOOPED_NANOSECONDS = 10_000_000_000L;

  /**
   * Explores a test of the library: its states, on all machines of a request.
   *
   * @param stop whether to end
   * @throws CancellationException if it was to end
   */
  public static LitmusRun explore(
      String test, String protocol, String model, Rounds rounds, BooleanSupplier stop) {
    LitmusTest read = Library.test(test);
    ExplorationRequest request = ExplorationRequest.of(protocol, model);
    return measure(
        rounds,
        stop,
        () -> {
          Exploration exploration =
              Explorer.explore(read, request, (setup, states, depth) -> !stop.getAsBoolean());
          if (!exploration.complete() && !stop.getAsBoolean()) {
            throw new IllegalStateException(test + " was not explored wholly");
          }
          return exploration.states();
        });
  }

  /**
   * Explores a test on one machine with room for all, on one thread.
   *
   * @throws CancellationException if it was to end
   */
  public static LitmusRun exploreRoomy(LitmusTest test, Rounds rounds, BooleanSupplier stop) {
    return measure(rounds, stop, () -> exploreRoomy(test, stop));
  }

  /**
   * The same on one thread and on several, in rounds by turns.
   *
   * @return seconds of wall time on one thread, and on several
   * @throws CancellationException if it was to end
   */
  public static List<LitmusRun> exploreOnThreads(
      LitmusTest test, int threads, Rounds rounds, BooleanSupplier stop) {
    try (ForkJoinPool single = new ForkJoinPool(1);
        ForkJoinPool several = new ForkJoinPool(threads)) {
      List<ForkJoinPool> pools = List.of(single, several);
      LongSupplier turn =
          () ->
              pools.stream()
                  .mapToLong(pool -> pool.submit(() -> exploreRoomy(test, stop)).join())
                  .sum();
      warmUp(rounds, stop, turn);
      long[] counts = new long[pools.size()];
      List<List<Double>> seconds = List.of(new ArrayList<>(), new ArrayList<>());
      for (int round = 0; round < rounds.counted; round++) {
        for (int i = 0; i < pools.size(); i++) {
          System.gc(); // no round collects what another has left
          long start = System.nanoTime();
          counts[i] = pools.get(i).submit(() -> exploreRoomy(test, stop)).join();
          seconds.get(i).add((System.nanoTime() - start) / 1e9);
          cancelIf(stop);
        }
      }
      return List.of(
          new LitmusRun(counts[0], median(seconds.get(0))),
          new LitmusRun(counts[1], median(seconds.get(1))));
    }
  }

  private static long exploreRoomy(LitmusTest test, BooleanSupplier stop) {
    ExplorationRequest request =
        ExplorationRequest.of("gpu", "hrf")
            .withSetups(
                List.of(new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART)));
    return Explorer.explore(test, request, (setup, states, depth) -> !stop.getAsBoolean()).states();
  }

  /**
   * Has a model judge every test of the library.
   *
   * @param stop whether to end
   * @throws CancellationException if it was to end
   */
  public static LitmusRun judge(String model, Rounds rounds, BooleanSupplier stop) {
    List<LitmusTest> tests = Library.names().stream().map(Library::test).toList();
    CatModel compiled = ModelCatalog.named(model);
    return measure(
        rounds,
        stop,
        () ->
            tests.stream()
                .takeWhile(_ -> !stop.getAsBoolean())
                .filter(test -> ModelAnswer.of(test, compiled, BOUND).problem() == null)
                .count());
  }

  /**
   * Reads tests and has a model judge each, once: nothing has been compiled before where this is
   * the first that a process does.
   *
   * @param stop whether to end
   * @throws CancellationException if it was to end
   */
  public static LitmusRun readAndJudge(String model, int tests, BooleanSupplier stop) {
    List<String> texts = AskedTests.texts(tests);
    long start = ProcessorTime.nanoseconds();
    CatModel compiled = ModelCatalog.named(model);
    long judged = 0;
    for (String text : texts) {
      cancelIf(stop);
      LitmusTest test = LitmusTest.read("test", text);
      judged += ModelAnswer.of(test, compiled, BOUND).problem() == null ? 1 : 0;
    }
    return new LitmusRun(judged, (ProcessorTime.nanoseconds() - start) / 1e9);
  }

  /** Has a model judge a lock that several threads take, their loops followed three times. */
  public static LitmusRun lock(int threads, String model, Rounds rounds, BooleanSupplier stop) {
    LitmusTest test = SharedLock.of(threads);
    CatModel compiled = ModelCatalog.named(model);
    return measure(
        rounds, stop, () -> ModelAnswer.of(test, compiled, BOUND).problem() == null ? 1 : 0);
  }

  /**
   * Has a model judge random tests of three threads with loops and four accesses each, for the
   * seeds from 1 on. Each test is judged once and for ten seconds at most. Returns the number of
   * judged tests and the time.
   *
   * @param stop whether to end
   * @throws CancellationException if it was to end
   */
  public static LitmusRun looped(String model, BooleanSupplier stop) {
    CatModel compiled = ModelCatalog.named(model);
    long judged = 0;
    long start = ProcessorTime.nanoseconds();
    for (int seed = 1; seed <= LOOPED_TESTS; seed++) {
      LitmusTest test = LoopedTests.of(seed, /* threads= */ 3, /* accesses= */ 4);
      long begin = System.nanoTime();
      Cancellation.Reason patience =
          () ->
              stop.getAsBoolean() || System.nanoTime() - begin > LOOPED_NANOSECONDS
                  ? "it takes too long"
                  : null;
      ModelAnswer answer =
          Cancellation.unless(patience, () -> ModelAnswer.of(test, compiled, LOOP_ROUNDS));
      judged += answer.soFar() == null ? 1 : 0;
      if (stop.getAsBoolean()) {
        throw new CancellationException();
      }
    }
    return new LitmusRun(judged, (ProcessorTime.nanoseconds() - start) / 1e9);
  }

  /** A round shorter than this is measured with others: the clock has ticks of ten milliseconds. */
  private static final double SHORTEST_SECONDS = 0.2;

  /** A round is faster if it takes less than this part of the fastest one before. */
  private static final double FASTER = 0.97;

  private static final double MOST_WARM_UP_SECONDS = 40;

  /**
   * The median of the rounds. Of rounds shorter than what can be measured, each is a group of them.
   */
  static LitmusRun measure(Rounds rounds, BooleanSupplier stop, LongSupplier round) {
    warmUp(rounds, stop, round);
    List<Double> seconds = new ArrayList<>();
    long count = 0;
    for (int i = 0; i < rounds.counted; i++) {
      Group group = Group.of(stop, round);
      count = group.count;
      seconds.add(group.seconds / group.rounds);
    }
    return new LitmusRun(count, median(seconds));
  }

  private static void warmUp(Rounds rounds, BooleanSupplier stop, LongSupplier round) {
    double fastest = Double.POSITIVE_INFINITY;
    double sinceFastest = 0;
    double total = 0;
    for (int i = 0;
        i < rounds.counted || (sinceFastest < rounds.steadySeconds && total < MOST_WARM_UP_SECONDS);
        i++) {
      Group group = Group.of(stop, round);
      double roundSeconds = group.seconds / group.rounds;
      sinceFastest = roundSeconds < FASTER * fastest ? 0 : sinceFastest + group.seconds;
      fastest = Math.min(fastest, roundSeconds);
      total += group.seconds;
    }
  }

  /**
   * Rounds that are measured together.
   *
   * @param count of the last one
   * @param seconds of processor time, all together
   */
  private record Group(long count, int rounds, double seconds) {
    static Group of(BooleanSupplier stop, LongSupplier round) {
      long count;
      int rounds = 0;
      long start = ProcessorTime.nanoseconds();
      double elapsed;
      do {
        count = round.getAsLong();
        cancelIf(stop);
        rounds++;
        elapsed = (ProcessorTime.nanoseconds() - start) / 1e9;
      } while (elapsed < SHORTEST_SECONDS);
      return new Group(count, rounds, elapsed);
    }
  }

  private static double median(List<Double> values) {
    values.sort(null);
    return values.get(values.size() / 2);
  }

  private static void cancelIf(BooleanSupplier stop) {
    if (stop.getAsBoolean()) {
      throw new CancellationException();
    }
  }

  /** How many a second. */
  public double rate() {
    return count / seconds;
  }
}
