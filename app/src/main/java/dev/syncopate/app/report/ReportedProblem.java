package dev.syncopate.app.report;

import dev.syncopate.app.extract.RaceJudgement;
import dev.syncopate.check.report.Finding;
import dev.syncopate.check.report.Finding.Severity;
import dev.syncopate.sim.text.KernelName;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.CodePlace;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Problem in a report: the finding of a check, or a launch ended by a fault or a hang.
 *
 * @param check which has found it; null for a launch that did not end by itself
 * @param rule a short name of the kind of mistake
 * @param severity how much it weighs
 * @param kernel in which; empty for what the host does
 * @param title what is wrong, in one line
 * @param heading the same for people, who see no other field
 * @param details lines below it
 * @param ptx the instruction; null if there is none to tell
 * @param source the line that it was compiled from; null where the PTX does not say
 * @param file to show it in: the source if it is known, else the PTX; null for none
 * @param line there, from 1; 0 where no file is known
 * @param count how often it was seen
 * @param identity what tells it from others of its rule in its kernel
 * @param related other places that take part
 * @param model what the PTX model says of a race; null for what is none
 * @param sighting under which schedules; null where only the machine's own was run
 */
public record ReportedProblem(
    @Nullable String check,
    String rule,
    Severity severity,
    String kernel,
    String title,
    String heading,
    List<String> details,
    @Nullable String ptx,
    @Nullable String source,
    @Nullable String file,
    int line,
    long count,
    String identity,
    List<Finding.Related> related,
    @Nullable RaceJudgement model,
    @Nullable Seen sighting) {
  /**
   * Under how many schedules something was seen.
   *
   * @param schedules with it
   * @param totalSchedules how many that were run
   * @param seed of the first with it
   */
  public record Seen(int schedules, int totalSchedules, int seed) {
    @Override
    public String toString() {
      return totalSchedules == 1
          ? "under the schedule of seed " + seed
          : String.format(
              Locale.ROOT,
              "under %,d of %,d schedules, seed %d the first",
              schedules,
              totalSchedules,
              seed);
    }
  }

  /** What a check has found. */
  static ReportedProblem of(Finding finding, @Nullable Seen sighting) {
    return new ReportedProblem(
        finding.check().label(),
        finding.rule(),
        finding.severity(),
        finding.kernel(),
        finding.title(),
        finding.kernel().isEmpty()
            ? finding.title()
            : finding.title() + " in " + KernelName.readable(finding.kernel()),
        finding.details(),
        finding.ptxPlace(),
        finding.sourcePlace(),
        finding.file(),
        finding.line(),
        finding.count(),
        finding.identity(),
        finding.related(),
        null,
        sighting);
  }

  /** A launch that a fault or a hang has ended. */
  static ReportedProblem of(LaunchResult launch, @Nullable Seen sighting) {
    List<String> lines = launch.report().strip().lines().toList();
    String rule = launch.ending() == Ending.HANG ? "hang" : "fault";
    String first = lines.isEmpty() ? launch.kernel() : lines.getFirst();
    CodePlace codePlace = launch.codePlace();
    return new ReportedProblem(
        null,
        rule,
        Severity.ERROR,
        launch.kernel(),
        rule + " in " + KernelName.readable(launch.kernel()),
        first.startsWith(rule + ": ") ? first : rule + ": " + first,
        lines,
        codePlace == null ? null : codePlace.ptx(),
        codePlace == null ? null : codePlace.source(),
        codePlace == null ? null : codePlace.file(),
        codePlace == null ? 0 : codePlace.line(),
        1,
        rule.equals("hang") || codePlace == null ? "" : codePlace.ptx(),
        List.of(),
        null,
        sighting);
  }

  /**
   * Something wrong with what the kernel that was launched last has left.
   *
   * @param rule for example {@code wrong-answer}
   * @param subject the same in words
   * @param message what is wrong with it
   * @param details more of it
   */
  public static ReportedProblem of(
      Device device, String rule, String subject, String message, List<String> details) {
    List<LaunchResult> launches = device.launches();
    String kernel = launches.isEmpty() ? "" : launches.getLast().kernel();
    List<String> lines = new ArrayList<>(List.of(message));
    lines.addAll(details);
    return new ReportedProblem(
        null,
        rule,
        Severity.ERROR,
        kernel,
        subject + " of " + kernel,
        subject + " of " + kernel + ": " + message,
        lines,
        null,
        null,
        null,
        0,
        1,
        "",
        List.of(),
        null,
        CheckResults.seen(device));
  }

  /**
   * The same with the model's judgement. Where the model orders the accesses, the finding is an
   * error of the check, and says so.
   */
  ReportedProblem judged(RaceJudgement judgement) {
    List<String> lines = new ArrayList<>(details);
    if (judgement.standing() == RaceJudgement.Standing.ORDERED) {
      lines.add(
          "the PTX model orders these accesses: this finding is a fault of Syncopate's check; please"
              + " report it with the kernel and this command");
    }
    return new ReportedProblem(
        check,
        rule,
        severity,
        kernel,
        title,
        heading,
        List.copyOf(lines),
        ptx,
        source,
        file,
        line,
        count,
        identity,
        related,
        judgement,
        sighting);
  }

  /** The same with another count, under other schedules. */
  ReportedProblem seen(long times, Seen newSighting) {
    return new ReportedProblem(
        check,
        rule,
        severity,
        kernel,
        title,
        heading,
        details,
        ptx,
        source,
        file,
        line,
        times,
        identity,
        related,
        model,
        newSighting);
  }

  /** Whether a run with it has failed. */
  public boolean counts() {
    return severity != Severity.NOTE;
  }

  /** Whether it is the same mistake, independent of the schedule. */
  boolean is(ReportedProblem candidate) {
    return rule.equals(candidate.rule)
        && kernel.equals(candidate.kernel)
        && identity.equals(candidate.identity);
  }

  /** Lines below the title, what is to be said of schedules included. */
  public List<String> lines() {
    return sighting == null
        ? details
        : Stream.concat(details.stream(), Stream.of(sighting.toString())).toList();
  }
}
