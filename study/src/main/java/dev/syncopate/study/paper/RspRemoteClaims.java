package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.RspPaper.MACHINE;
import static dev.syncopate.study.paper.RspPaper.REM_SYNC;
import static dev.syncopate.study.paper.RspPaper.STEAL_ONLY;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Claim.Verdict;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.Grid;
import java.util.List;
import java.util.Locale;

/** What rsp.txt says in its section 6.3 on the cost of remote operations. */
final class RspRemoteClaims {
  private static final String SOURCE = "§6.3";

  private final Evidence<Published.Rsp> evidence;
  private final List<String> subjects;
  private final Grid grid;
  private final Verdicts verdicts;

  RspRemoteClaims(Evidence<Published.Rsp> evidence) {
    this.evidence = evidence;
    subjects = evidence.subjects();
    grid = evidence.grid();
    verdicts = evidence.verdicts();
  }

  void add() {
    hundredsOfCycles();
    lessOverall(evidence.shape("take less time overall"));
    String tenTimes = evidence.shape("~10x faster overall");
    faster(
        "remote-is-faster",
        tenTimes + ", read by operation",
        "cycles of a synchronisation instruction in steal-only are at least 5 times those of a"
            + " remote operation in rem-sync",
        subjects.stream().map(this::byOperation).toList());
    faster(
        "remote-is-faster-overall",
        tenTimes + ", read as all time in synchronisation",
        "cycles of all synchronisation instructions together in steal-only are at least 5 times"
            + " those in rem-sync, remote operations included",
        subjects.stream().map(this::overall).toList());
  }

  private void hundredsOfCycles() {
    double mean = Means.geometric(subjects.stream().map(this::cyclesOfRemote).toList());
    double most =
        subjects.stream()
            .mapToDouble(this::cyclesOfRemote)
            .filter(value -> !Double.isNaN(value))
            .max()
            .orElse(Double.NaN);
    verdicts.add(
        new Claim(
            "remote-takes-hundreds",
            SOURCE,
            "A remote operation can take hundreds of cycles",
            "held: from issue to completion 100 to 999 cycles, geometric mean over the subjects of"
                + " each one's average; partly: on some subject 100 or more on average",
            "hundreds",
            Double.isNaN(mean)
                ? "-"
                : String.format(Locale.ROOT, "%.0f cycles, on one subject %.0f", mean, most),
            Double.isNaN(mean)
                ? Verdict.NOT_MEASURED
                : mean >= 100 && mean < 1000
                    ? Verdict.HELD
                    : most >= 100 ? Verdict.PARTLY : Verdict.NOT_HELD));
  }

  private double cyclesOfRemote(String subject) {
    return grid.measure(subject, REM_SYNC, MACHINE, Measures::cyclesOfRemote);
  }

  /**
   * The reason that the paper gives, that pops are of work-group scope, is how rem-sync is built;
   * what is judged is that they outweigh what the remote operations cost.
   */
  private void lessOverall(String statement) {
    verdicts.count(
        "remote-takes-less-overall",
        SOURCE,
        Verdicts.withEach(statement, "steal-only's time over rem-sync's", subjects, this::overall),
        "all synchronisation instructions together, remote operations included, take fewer cycles in"
            + " rem-sync than in steal-only, though a remote operation takes longer than the average"
            + " synchronisation instruction of rem-sync",
        subjects,
        subject -> overall(subject) > 1 && cyclesOfRemote(subject) > average(subject),
        subject -> !Double.isNaN(overall(subject) + cyclesOfRemote(subject) + average(subject)));
  }

  private double average(String subject) {
    return grid.measure(subject, REM_SYNC, MACHINE, Measures::cyclesOfSynchronisation);
  }

  private double byOperation(String subject) {
    return grid.measure(subject, STEAL_ONLY, MACHINE, Measures::cyclesOfSynchronisation)
        / cyclesOfRemote(subject);
  }

  private double overall(String subject) {
    return grid.ratio(subject, STEAL_ONLY, REM_SYNC, MACHINE, Measures::synchronisationCycles);
  }

  private void faster(String id, String statement, String criterion, List<Double> times) {
    double mean = Means.geometric(times);
    verdicts.add(
        new Claim(
            id,
            SOURCE,
            statement,
            "held: " + criterion + ", geometric mean; partly: more than 1 time",
            "~10×",
            Verdicts.times(mean),
            Double.isNaN(mean)
                ? Verdict.NOT_MEASURED
                : mean >= 5 ? Verdict.HELD : mean > 1 ? Verdict.PARTLY : Verdict.NOT_HELD));
  }
}
