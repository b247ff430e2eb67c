package dev.syncopate.app.shrink;

import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.app.shrink.ShrinkReport.Outcome;
import dev.syncopate.sim.perturb.Perturbation;
import dev.syncopate.sim.perturb.Perturbation.DrawnOrder;
import dev.syncopate.sim.perturb.Perturbation.MessageDelay;
import dev.syncopate.sim.perturb.Perturbation.PeerDelay;
import dev.syncopate.sim.perturb.PerturbationList;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Search for the few delays that make a run fail. A schedule that fails is written down as a list
 * of delays and drawn orders. Delta debugging removes what does not matter. Then each delay is
 * halved as long as the run fails the same way.
 */
public final class ScheduleShrinker {
  private final ScheduleRuns runs;
  private final ShrinkRequest request;
  private final Consumer<String> progress;
  private final Consumer<PerturbationList> improved;
  private int schedules;
  private int trials;
  private @Nullable ScheduleTrial best;

  /** The failure that is to stay, and what is known of it. */
  private record Target(RunFailureKey key, int seed, ScheduleTrial trial) {}

  /**
   * @param progress hears what is done
   * @param improved hears each schedule that fails and is shorter than the one before
   */
  public ScheduleShrinker(
      ScheduleRuns runs,
      ShrinkRequest request,
      Consumer<String> progress,
      Consumer<PerturbationList> improved) {
    this.runs = runs;
    this.request = request;
    this.progress = progress;
    this.improved = improved;
  }

  /** Searches. */
  public ShrinkReport shrink() {
    progress.accept("shrink: the machine's own schedule");
    ScheduleTrial ownTrial = runs.seeded(0);
    Set<RunFailureKey> always =
        ownTrial.problems().stream().map(RunFailureKey::of).collect(Collectors.toSet());
    Target target = target(always);
    if (target == null) {
      boolean failsAlone = !ownTrial.problems().isEmpty();
      return new ShrinkReport(
          !runs.goesOn()
              ? Outcome.INTERRUPTED
              : failsAlone ? Outcome.FAILS_ALONE : Outcome.NONE_FAILED,
          failsAlone ? ownTrial.problems().getFirst() : null,
          0,
          schedules,
          0,
          PerturbationList.NONE,
          0,
          ownTrial.cycles(),
          null);
    }
    List<Perturbation> drawn = perturbations(target.trial);
    shrink(target, drawn);
    ScheduleTrial shown = best == null ? target.trial : best;
    Outcome outcome =
        !runs.goesOn()
            ? Outcome.INTERRUPTED
            : best == null
                ? Outcome.NOT_REPEATED
                : trials >= request.trials() ? Outcome.OUT_OF_TRIALS : Outcome.MINIMAL;
    return new ShrinkReport(
        outcome,
        shown.problem(target.key).orElseThrow(),
        target.seed,
        schedules,
        drawn.size(),
        PerturbationList.of(perturbations(shown)),
        trials,
        shown.cycles(),
        null);
  }

  /** The first failure that the machine's own schedule does not have; null for none. */
  private @Nullable Target target(Set<RunFailureKey> always) {
    if (!request.resumed().isEmpty()) {
      schedules++;
      return target(0, runs.listed(request.resumed()), always);
    }
    for (int i = 0; i < request.count() && runs.goesOn(); i++) {
      int seed = request.first() + i;
      progress.accept("shrink: schedule %d of %d".formatted(i + 1, request.count()));
      schedules++;
      Target target = target(seed, runs.seeded(seed), always);
      if (target != null) {
        return target;
      }
    }
    return null;
  }

  private static @Nullable Target target(int seed, ScheduleTrial trial, Set<RunFailureKey> always) {
    for (ReportedProblem problem : trial.problems()) {
      RunFailureKey key = RunFailureKey.of(problem);
      if (!always.contains(key)) {
        return new Target(key, seed, trial);
      }
    }
    return null;
  }

  private static List<Perturbation> perturbations(ScheduleTrial trial) {
    return trial.delays().stream().map(PerturbationLog.Entry::perturbation).toList();
  }

  private void shrink(Target target, List<Perturbation> drawn) {
    DeltaDebugging.Test<Perturbation> test =
        new DeltaDebugging.Test<>() {
          @Override
          public Optional<List<Perturbation>> failing(List<Perturbation> elements) {
            return tried(target.key, elements);
          }

          @Override
          public boolean goesOn() {
            return runs.goesOn() && trials < request.trials();
          }
        };
    Optional<List<Perturbation>> replayed = tried(target.key, drawn);
    if (replayed.isEmpty()) {
      return;
    }
    List<Perturbation> shrunk = replayed.get();
    Predicate<Perturbation> isOrder = DrawnOrder.class::isInstance;
    Predicate<Perturbation> isMessage =
        delay -> delay instanceof MessageDelay || delay instanceof PeerDelay;
    for (Predicate<Perturbation> removed :
        List.of(isOrder, isMessage, isOrder.or(isMessage).negate())) {
      List<Perturbation> rest = shrunk.stream().filter(removed.negate()).toList();
      if (!rest.isEmpty() && rest.size() < shrunk.size() && test.goesOn()) {
        shrunk = test.failing(rest).orElse(shrunk);
      }
    }
    DeltaDebugging<Perturbation> debugging = new DeltaDebugging<>(test);
    while (true) {
      List<Perturbation> minimal = debugging.minimise(shrunk);
      List<Perturbation> shorter = shortened(minimal, test);
      if (shorter.equals(shrunk) || !test.goesOn()) {
        return;
      }
      shrunk = shorter;
    }
  }

  /** With each delay halved as long as the test fails. */
  private static List<Perturbation> shortened(
      List<Perturbation> failing, DeltaDebugging.Test<Perturbation> test) {
    List<Perturbation> shortened = new ArrayList<>(failing);
    for (int i = 0; i < shortened.size(); i++) {
      while (shortened.get(i).cycles() > 1 && test.goesOn()) {
        List<Perturbation> halved = new ArrayList<>(shortened);
        halved.set(i, shortened.get(i).withCycles(shortened.get(i).cycles() / 2));
        Optional<List<Perturbation>> stillFailing = test.failing(halved);
        if (stillFailing.isEmpty()) {
          break;
        }
        if (stillFailing.get().size() < halved.size()) {
          return stillFailing.get(); // what no longer occurs is not needed
        }
        shortened = halved;
      }
    }
    return List.copyOf(shortened);
  }

  /** Runs under a listed schedule; returns those of its delays that occurred if it has failed. */
  private Optional<List<Perturbation>> tried(RunFailureKey key, List<Perturbation> elements) {
    trials++;
    ScheduleTrial trial = runs.listed(PerturbationList.of(elements));
    if (trial.problem(key).isEmpty()) {
      return Optional.empty();
    }
    List<Perturbation> occurred = perturbations(trial);
    int shortest = best == null ? Integer.MAX_VALUE : best.delays().size();
    if (occurred.size() <= shortest) {
      best = trial;
      improved.accept(PerturbationList.of(occurred));
    }
    progress.accept(
        String.format(
            Locale.ROOT,
            "shrink: %,d delays and orders left after %,d runs",
            Math.min(shortest, occurred.size()),
            trials));
    return Optional.of(occurred);
  }
}
