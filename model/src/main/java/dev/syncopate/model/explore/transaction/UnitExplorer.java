package dev.syncopate.model.explore.transaction;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationFailure;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.ObservedOutcome;
import dev.syncopate.model.explore.SetupCoverage;
import dev.syncopate.model.explore.TestObservables;
import dev.syncopate.model.explore.machine.ExploredSchedule;
import dev.syncopate.model.explore.machine.ScheduleStep;
import dev.syncopate.model.explore.search.SearchResult.Extent;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Explores what the transaction unit can do with a test on shared memory. */
public final class UnitExplorer {
  /** What explorations call the hardware. */
  public static final String NAME = "localtm";

  private static final int MOST_LANES = 20;

  private UnitExplorer() {}

  /**
   * Explores a test in some setups, those left out in which its values do not fit.
   *
   * @param bound states of one setup after which to stop
   * @throws IllegalArgumentException when the unit cannot run the test, saying why
   */
  public static Exploration explore(
      LitmusTest test, List<UnitSetup> setups, long bound, Explorer.Progress progress) {
    check(test);
    if (bound < 1) {
      throw new IllegalArgumentException("the bound is " + bound + " states, expected at least 1");
    }
    Set<String> names = TestObservables.names(test);
    Predicate<String> observed = names.isEmpty() ? name -> name.contains(":") : names::contains;
    Map<Map<String, Long>, ObservedOutcome> outcomes = new HashMap<>();
    List<ExplorationFailure> failures = new ArrayList<>();
    List<SetupCoverage> coverage = new ArrayList<>();
    TooWideException tooWide = null;
    for (UnitSetup setup : setups) {
      UnitSearch search;
      try {
        search =
            new UnitSearch(test, setup)
                .run(
                    bound,
                    run -> UnitSearch.only(run.values(), observed),
                    (states, depth) -> progress.at(setup, states, depth));
      } catch (TooWideException e) {
        tooWide = e;
        continue;
      }
      for (UnitSearch.Ending ending : search.endings()) {
        TreeMap<String, Long> values = new TreeMap<>(ending.values());
        names.forEach(name -> values.putIfAbsent(name, 0L)); // registers that nothing sets
        ObservedOutcome outcome =
            new ObservedOutcome(
                values, ending.states(), setup, schedule(test, setup, ending.path()));
        outcomes.merge(values, outcome, ObservedOutcome::and);
      }
      for (UnitSearch.Wrong wrong : search.wrong()) {
        boolean isKnown =
            failures.stream()
                .anyMatch(failure ->
                    failure.kind() == wrong.kind() && failure.message().equals(wrong.message()));
        if (!isKnown) {
          failures.add(
              new ExplorationFailure(
                  wrong.kind(), wrong.message(), setup, schedule(test, setup, wrong.path())));
        }
      }
      coverage.add(new SetupCoverage(setup, extent(search.graph()), search.complete()));
    }
    if (coverage.isEmpty() && tooWide != null) {
      throw tooWide;
    }
    return Exploration.of(
        test, NAME, isolation(setups.getFirst()), outcomes.values(), failures, coverage);
  }

  /** What the hardware is said to promise: its isolation. */
  public static String isolation(UnitSetup setup) {
    return setup.config().isolation() == TxConfig.Isolation.STRONG ? "strong" : "weak";
  }

  private static void check(LitmusTest test) {
    if (test.barriers() == BarrierReading.THREADS_PASS) {
      throw new IllegalArgumentException(
          "threads that pass barriers alone are judged by `model`; a machine's threads wait there");
    }
    LitmusThread first = test.threads().getFirst();
    if (test.threads().stream()
        .anyMatch(thread -> thread.cta() != first.cta() || thread.gpu() != first.gpu())) {
      throw new IllegalArgumentException(
          "threads of several blocks, where the shared memory of one block is explored");
    }
    if (test.shared().size() < test.locations().size()) {
      String unsupported =
          test.locations().keySet().stream()
              .filter(location -> !test.shared().contains(location))
              .findFirst()
              .orElse("");
      throw new IllegalArgumentException(
          "`%s` is in global memory: explored are shared locations alone, or global ones alone"
              .formatted(unsupported));
    }
    if (test.shared().size() > Long.SIZE) {
      throw new IllegalArgumentException(
          "%d locations, where at most %d are explored".formatted(test.shared().size(), Long.SIZE));
    }
    if (test.threads().size() > MOST_LANES) {
      throw new IllegalArgumentException(
          "%d threads, where at most %d lanes are explored"
              .formatted(test.threads().size(), MOST_LANES));
    }
  }

  private static Extent extent(StateGraph graph) {
    int depth = graph.states() == 0 ? 0 : graph.depth(graph.states() - 1);
    return new Extent(graph.states(), graph.edges(), depth, 0, 0, 0);
  }

  /** Takes the steps again, on a fresh unit, and takes down what happens. */
  private static ExploredSchedule schedule(LitmusTest test, UnitSetup setup, List<LaneStep> path) {
    UnitRun run = new UnitRun(test, setup);
    List<String> parts = new ArrayList<>();
    for (int warp = 0; warp < run.warps(); warp++) {
      parts.add("warp " + warp);
    }
    List<ScheduleStep> steps = new ArrayList<>();
    StepLog.Text log = new StepLog.Text();
    String failure = "";
    for (LaneStep step : path) {
      try {
        boolean _ = run.apply(step, log);
      } catch (ProtocolException | IllegalStateException e) {
        failure = String.valueOf(e.getMessage());
      }
      steps.add(new ScheduleStep(step.warp(), log.take(), 0, List.of()));
      if (!run.fault().isEmpty()) {
        run.unwatched();
      }
    }
    return new ExploredSchedule(
        parts, steps, failure.isEmpty() ? run.values() : Map.of(), failure, run.waiting());
  }
}
