package dev.syncopate.model.explore;

import dev.syncopate.model.explore.machine.ExploredSchedule;
import dev.syncopate.model.explore.machine.LiveRun;
import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.machine.setup.TestArrangement;
import dev.syncopate.model.explore.search.FinalOutcome;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.explore.search.SearchResult;
import dev.syncopate.model.explore.search.StateSearch;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.TerminationQuestion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Explores what the hardware can do with a test. */
public final class Explorer {
  /** Told now and then how far an exploration is, by any thread that explores. */
  public interface Progress {
    /**
     * @param setup in progress
     * @param states of it found so far
     * @param depth steps from the start to where the search is
     * @return whether to go on
     */
    boolean at(TestArrangement setup, long states, int depth);
  }

  /** Result of exploring one setup. */
  private record Explored(
      SetupCoverage coverage, List<ObservedOutcome> outcomes, List<ExplorationFailure> failures) {}

  private Explorer() {}

  /**
   * Explores a test in all setups asked for; when called in a {@link
   * java.util.concurrent.ForkJoinPool}, side by side on the pool's threads. What comes out is the
   * same.
   *
   * @throws IllegalArgumentException when the hardware cannot run the test, saying why
   * @throws IllegalStateException when what was found does not happen again on fresh controllers,
   *     or is not found when orders are left out and this is to be checked: the explorer is wrong
   */
  public static Exploration explore(
      LitmusTest test, ExplorationRequest request, Progress progress) {
    if (!test.shared().isEmpty() && !test.isAsynchronous()) {
      throw new IllegalArgumentException(
          "its locations are in a block's shared memory, which no coherence protocol keeps");
    }
    if (test.barriers() == BarrierReading.THREADS_PASS) {
      throw new IllegalArgumentException(
          "threads that pass barriers alone are judged by `model`; a machine's threads wait there");
    }
    Set<String> names = TestObservables.names(test);
    Map<Map<String, Long>, ObservedOutcome> outcomes = new HashMap<>();
    List<ExplorationFailure> failures = new ArrayList<>();
    List<SetupCoverage> coverage = new ArrayList<>();
    for (Explored explored :
        SideBySide.map(
            setups(test, request), setup -> explore(test, request, setup, names, progress))) {
      coverage.add(explored.coverage());
      explored
          .outcomes()
          .forEach(outcome -> outcomes.merge(outcome.values(), outcome, ObservedOutcome::and));
      failures.addAll(explored.failures());
    }
    return Exploration.of(
        test,
        request.protocol().name(),
        request.model().label(),
        outcomes.values(),
        failures,
        coverage);
  }

  /** Those that differ for a test: a cluster has its CTAs on one unit only where they meet. */
  private static List<MachineSetup> setups(LitmusTest test, ExplorationRequest request) {
    List<MachineSetup> setups = request.setups();
    if (Machine.reachesPeers(test)) {
      return setups;
    }
    List<MachineSetup> different =
        setups.stream().filter(setup -> setup.placement() != SetupPlacement.CLUSTERS).toList();
    return different.isEmpty() ? setups : different;
  }

  private static Explored explore(
      LitmusTest test,
      ExplorationRequest request,
      MachineSetup setup,
      Set<String> names,
      Progress progress) {
    Predicate<String> observed = names.isEmpty() ? name -> name.contains(":") : names::contains;
    TerminationQuestion termination = request.termination();
    Machine machine =
        new Machine(
            test,
            request.protocol(),
            request.model(),
            termination == null ? setup : setup.patient());
    StateSearch.Progress patience = (states, depth) -> progress.at(setup, states, depth);
    SearchResult result =
        new StateSearch(machine, observed).run(request.bound(), termination, patience);
    if (request.reduction() == ExplorationRequest.Reduction.CHECK) {
      Machine reducedMachine =
          new Machine(test, request.protocol(), request.model(), setup.reduced(true));
      SearchResult reduced =
          new StateSearch(reducedMachine, observed).run(request.bound(), null, patience);
      ReductionCheck.compare(result, reduced, () -> test.name() + ", " + setup);
    }
    List<ObservedOutcome> outcomes = new ArrayList<>();
    for (FinalOutcome ending : result.endings()) {
      TreeMap<String, Long> values = new TreeMap<>(ending.values());
      names.forEach(name -> values.putIfAbsent(name, 0L)); // registers that nothing sets
      outcomes.add(
          new ObservedOutcome(values, ending.states(), setup, run(machine, ending, observed)));
    }
    List<ExplorationFailure> failures = new ArrayList<>();
    result.faults().forEach(fault -> failures.add(failure(machine, setup, fault)));
    return new Explored(
        new SetupCoverage(setup, result.size(), result.complete()), outcomes, failures);
  }

  /** Runs what was found again, on fresh controllers. */
  private static ExploredSchedule run(
      Machine machine, FinalOutcome ending, Predicate<String> observed) {
    ExploredSchedule schedule = LiveRun.of(machine, ending.path());
    Map<String, Long> values = new TreeMap<>(schedule.values());
    values.keySet().removeIf(name -> !ending.values().containsKey(name) || !observed.test(name));
    if (!values.equals(ending.values())) {
      throw new IllegalStateException(
          "%s: explored %s, but fresh controllers give %s%s"
              .formatted(machine.setup(), ending.values(), values, schedule.failure()));
    }
    return schedule;
  }

  private static ExplorationFailure failure(
      Machine machine, MachineSetup setup, PropertyViolation fault) {
    ExploredSchedule schedule = schedule(machine, fault);
    if ((fault.kind() == PropertyViolation.Kind.ERROR) == schedule.failure().isEmpty()) {
      throw new IllegalStateException(
          "%s: explored \"%s\", but fresh controllers give \"%s\""
              .formatted(setup, fault.message(), schedule.failure()));
    }
    String message =
        fault.kind() == PropertyViolation.Kind.ERROR ? schedule.failure() : fault.message();
    return new ExplorationFailure(fault.kind(), message, setup, schedule);
  }

  private static ExploredSchedule schedule(Machine machine, PropertyViolation fault) {
    return switch (fault.kind()) {
      case ERROR, INVARIANT, PROMISE -> LiveRun.of(machine, fault.path());
      case DEADLOCK -> LiveRun.stuck(machine, fault.path());
      case LIVELOCK -> {
        List<ScheduleChoice> choices = new ArrayList<>(fault.path());
        choices.addAll(fault.round());
        yield fault.round().isEmpty()
            ? LiveRun.stuck(machine, choices)
            : LiveRun.of(machine, choices);
      }
    };
  }
}
