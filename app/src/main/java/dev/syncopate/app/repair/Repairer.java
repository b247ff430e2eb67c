package dev.syncopate.app.repair;

import dev.syncopate.app.extract.FenceOracle;
import dev.syncopate.app.extract.LineVerdict;
import dev.syncopate.app.extract.RepairSearch;
import dev.syncopate.app.extract.RepairSubject;
import dev.syncopate.check.Checker;
import dev.syncopate.check.repair.ProgramEdit;
import dev.syncopate.check.repair.ProgramEdit.AddedBarrier;
import dev.syncopate.check.repair.RepairTrial;
import dev.syncopate.check.report.Finding;
import dev.syncopate.check.scope.AdviceRunner;
import dev.syncopate.check.scope.AdviceRunner.Result;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Repairs the races of a run. The model names sets of edits that rule out the recorded races; each
 * set is applied and the run repeated. If the repeated run has further races, they are ruled out in
 * a further round.
 */
public final class Repairer {
  /** Rounds of edits: further races appear because a repaired program takes another course. */
  private static final int ROUNDS = 3;

  /** Ways of ordering accesses of two instructions that are recorded. */
  private static final int WAYS_OF_PAIR = 8;

  private final AdviceRunner runs;
  private final Supplier<Checker> checkers;
  private final int tries;
  private final Consumer<String> progress;
  private final RepairSearch search = new RepairSearch();

  /**
   * Edits of earlier rounds and of this one, which are applied one after the other.
   *
   * @param orders as of {@link Repair}
   * @param judged whether the model orders the accesses of each race by the recorded tests; if not,
   *     only the tests of the repaired run can prove the edits
   */
  private record Trial(List<Set<ProgramEdit>> rounds, boolean orders, boolean judged) {
    Trial(List<Set<ProgramEdit>> rounds) {
      this(rounds, true, true);
    }

    List<ProgramEdit> edits() {
      return rounds.stream().flatMap(Set::stream).toList();
    }

    Trial with(Set<ProgramEdit> round, List<RepairSubject> subjects, RepairSearch search) {
      List<Set<ProgramEdit>> longer = new ArrayList<>(rounds);
      longer.add(round);
      return new Trial(
          longer,
          orders && !search.onlyStrengthens(subjects, round),
          judged && search.orders(subjects, round));
    }
  }

  /**
   * @param checkers of races, for one run each; not recording yet
   * @param tries runs of edited programs
   * @param progress hears what is done
   */
  public Repairer(
      AdviceRunner runs, Supplier<Checker> checkers, int tries, Consumer<String> progress) {
    this.runs = runs;
    this.checkers = checkers;
    this.tries = tries;
    this.progress = progress;
  }

  /**
   * Races of a run that are to be repaired.
   *
   * @param subjects the races
   * @param findings all that the run has shown and that counts
   * @param clean whether the repaired run may have none of the findings; else it may have those
   *     that are no subjects
   * @param cycles of the run as it is
   */
  public record Request(
      List<RepairSubject> subjects, List<Finding> findings, boolean clean, long cycles) {
    /** Keeps copies. */
    public Request {
      subjects = List.copyOf(subjects);
      findings = List.copyOf(findings);
    }

    private boolean isSubject(Finding finding) {
      return subjects.stream().anyMatch(subject -> same(subject.finding(), finding));
    }
  }

  /** Tries to repair races of a run. */
  public RepairReport repair(Request request) {
    List<String> problems = new ArrayList<>();
    List<RepairSubject> posed = new ArrayList<>();
    Set<String> tolerated = new HashSet<>();
    for (RepairSubject subject : request.subjects) {
      if (!subject.isPosed()) {
        problems.add("%s: %s".formatted(title(subject.finding()), subject.problem()));
        tolerated.add(key(subject.finding()));
      } else {
        posed.add(subject);
      }
    }
    int findings = request.subjects.size();
    for (Finding finding : request.findings) {
      if (request.isSubject(finding)) {
        continue;
      }
      if (!request.clean) {
        tolerated.add(key(finding));
      } else if (posed.isEmpty()) {
        findings++;
        problems.add("%s: no order of accesses cures it".formatted(title(finding)));
      }
    }
    Deque<Trial> open = new ArrayDeque<>();
    if (!posed.isEmpty()) {
      progress.accept("repair: sets of edits that suffice by the model");
      List<Set<ProgramEdit>> sets = search.minimal(posed);
      sets.stream()
          .flatMap(set -> Stream.of(fewerBarriers(set), withoutData(set), Stream.of(set)))
          .flatMap(variants -> variants)
          .distinct()
          .sorted(Comparator.comparingInt(Set::size))
          .forEach(set -> open.add(new Trial(List.of()).with(set, posed, search)));
      if (sets.isEmpty()) {
        problems.addAll(unordered(posed));
      }
    }
    return tried(
        open,
        tolerated,
        new RepairReport(findings, request.cycles, List.of(), List.of(), problems, 0, false));
  }

  /**
   * Sets with one barrier in place of several: a barrier orders more than the race for which it was
   * added, as only a run shows.
   */
  private static Stream<Set<ProgramEdit>> fewerBarriers(Set<ProgramEdit> set) {
    Set<ProgramEdit> withoutBarriers =
        set.stream()
            .filter(edit -> !(edit instanceof AddedBarrier))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (withoutBarriers.size() + 1 >= set.size()) {
      return Stream.of();
    }
    return set.stream()
        .filter(AddedBarrier.class::isInstance)
        .map(barrier -> {
          Set<ProgramEdit> fewer = new LinkedHashSet<>(withoutBarriers);
          fewer.add(barrier);
          return fewer;
        });
  }

  /**
   * The set without the strengthening of data: the course that led to a race may not occur once the
   * synchronisation is right, as only a run shows.
   */
  private static Stream<Set<ProgramEdit>> withoutData(Set<ProgramEdit> set) {
    Set<ProgramEdit> synchronisation =
        set.stream()
            .filter(edit -> !edit.site().description().startsWith("weak "))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return synchronisation.isEmpty() || synchronisation.size() == set.size()
        ? Stream.of()
        : Stream.of(synchronisation);
  }

  /** Why no set of edits rules a race out. */
  private static String unordered(RepairSubject subject) {
    if (subject.finding().rule().equals("race-size")) {
      return "strong accesses to the same bytes must be of one size and address";
    }
    return !subject.excerpts().isEmpty() && subject.excerpts().getFirst().connected()
        ? "no set of orders, scopes and fences rules it out by the model"
        : "nothing leads from the one thread to the other; they need a flag, a lock,"
            + " or the end of a kernel between them";
  }

  /** Why no set of edits was found. */
  private List<String> unordered(List<RepairSubject> posed) {
    List<String> problems = new ArrayList<>();
    for (RepairSubject subject : posed) {
      if (search.minimal(List.of(subject)).isEmpty()) {
        problems.add("%s: %s".formatted(title(subject.finding()), unordered(subject)));
      }
    }
    return problems.isEmpty()
        ? List.of("each race has a set of edits that rules it out, and no set rules out all")
        : problems;
  }

  private RepairReport tried(Deque<Trial> open, Set<String> tolerated, RepairReport begun) {
    List<Repair> right = new ArrayList<>();
    List<Repair> failed = new ArrayList<>();
    int ran = 0;
    while (!open.isEmpty() && ran < tries && runs.goesOn()) {
      Trial trial = open.removeFirst();
      if (right.stream().anyMatch(repair -> trial.edits().containsAll(repair.edits()))) {
        continue;
      }
      ran++;
      progress.accept("repair: run %d, %d sets of edits left".formatted(ran, open.size()));
      Checker checker = checkers.get();
      checker.record(WAYS_OF_PAIR);
      Result result = runs.run(RepairTrial.of(trial.rounds, checker::watch));
      List<Finding> remaining =
          checker.findings().stream()
              .filter(Finding::counts)
              .filter(finding -> !tolerated.contains(key(finding)))
              .toList();
      String objection = result.failure();
      if (objection == null && !checker.unchecked().isEmpty()) {
        objection = "not all of the run can be checked";
      }
      if (objection == null && !remaining.isEmpty()) {
        List<Trial> further = further(trial, checker, remaining);
        if (!further.isEmpty()) {
          further.reversed().forEach(open::addFirst);
          continue;
        }
        objection = "it still has: " + title(remaining.getFirst());
      }
      LineVerdict verdict =
          objection == null
              ? proof(
                  trial.judged,
                  FenceOracle.unchanged(
                      checker.orderedPairs(),
                      trial.edits().stream()
                          .map(edit -> edit.site().line())
                          .collect(Collectors.toSet())))
              : null;
      (objection == null ? right : failed)
          .add(new Repair(trial.edits(), result.cycles(), objection, trial.orders, verdict));
    }
    right.sort(
        Comparator.comparing(Repair::orders)
            .reversed()
            .thenComparingLong(Repair::cycles)
            .thenComparingInt(repair -> repair.edits().size()));
    List<String> problems = new ArrayList<>(begun.problems());
    if (right.isEmpty() && !failed.isEmpty()) {
      problems.add("no set of edits that suffices by the model makes the run right");
    }
    return new RepairReport(
        begun.findings(), begun.cycles(), right, failed, problems, open.size(), !runs.goesOn());
  }

  /**
   * The verdict on a repaired run. Edits that the model was not asked about, or did not accept, are
   * proved by tests of the run or not at all.
   *
   * @param judged whether the model orders the accesses of each race by the recorded tests
   */
  static LineVerdict proof(boolean judged, LineVerdict ofRun) {
    return judged || ofRun.tests() > 0
        ? ofRun
        : new LineVerdict(
            LineVerdict.Standing.NOT_DECIDED,
            0,
            "the repaired run gave no test of the accesses",
            null);
  }

  /** The trial with edits for the races that it still has; none if there are none for all. */
  private List<Trial> further(Trial trial, Checker checker, List<Finding> remaining) {
    List<RepairSubject> subjects =
        RepairSubject.of(checker).stream()
            .filter(subject -> remaining.stream().anyMatch(rest -> same(rest, subject.finding())))
            .filter(RepairSubject::isPosed)
            .toList();
    if (trial.rounds.size() == ROUNDS || subjects.size() < remaining.size()) {
      return List.of();
    }
    return search.minimal(subjects).stream()
        .filter(set -> set.stream().noneMatch(trial.edits()::contains))
        .limit(2)
        .map(set -> trial.with(set, subjects, search))
        .toList();
  }

  private static boolean same(Finding left, Finding right) {
    return key(left).equals(key(right));
  }

  /** Identity of a finding, independent of the schedule. */
  private static String key(Finding finding) {
    return String.join(" ", finding.rule(), finding.kernel(), finding.identity());
  }

  private static String title(Finding finding) {
    return finding.title();
  }
}
