package dev.syncopate.model.explore.report;

import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationFailure;
import dev.syncopate.model.explore.ObservedOutcome;
import dev.syncopate.model.explore.SetupCoverage;
import dev.syncopate.model.explore.search.SearchResult.Extent;
import java.util.List;
import java.util.Locale;

/** An exploration as text. */
public final class ExplorationText {
  private final Exploration exploration;
  private final StringBuilder text = new StringBuilder();

  private ExplorationText(Exploration exploration) {
    this.exploration = exploration;
  }

  /**
   * The exploration.
   *
   * @param schedules whether the schedule of each outcome is shown; those of failures always are
   */
  public static String of(Exploration exploration, boolean schedules) {
    return new ExplorationText(exploration).write(schedules);
  }

  private String write(boolean schedules) {
    text.append(
        String.format(
            Locale.ROOT,
            "%s under %s, model %s%n",
            exploration.test().name(),
            exploration.protocol(),
            exploration.model()));
    List<ObservedOutcome> matching = exploration.matching();
    int width =
        exploration.outcomes().stream()
            .mapToInt(outcome -> outcome.text().length())
            .max()
            .orElse(0);
    for (ObservedOutcome outcome : exploration.outcomes()) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %s %-" + Math.max(1, width) + "s  %s, in %d steps%n",
              matching.contains(outcome) ? "*" : " ",
              outcome.text(),
              count(outcome.states(), "final state"),
              outcome.schedule().steps().size()));
      if (schedules) {
        ScheduleText.of(outcome.schedule())
            .forEach(line -> text.append(String.format(Locale.ROOT, "      %s%n", line)));
      }
    }
    if (!exploration.excluded().isEmpty()) {
      text.append(
          String.format(
              Locale.ROOT,
              "  the filter leaves out %s%n",
              count(exploration.excluded().size(), "outcome")));
    }
    exploration.failures().forEach(this::failure);
    text.append(String.format(Locale.ROOT, "  %s%n", answer()));
    for (SetupCoverage coverage : exploration.coverage()) {
      coverage(coverage);
    }
    return text.toString();
  }

  private void failure(ExplorationFailure failure) {
    text.append(
        String.format(
            Locale.ROOT,
            "  %s: %s (%s, in %d steps)%n",
            failure.kind().name().toLowerCase(Locale.ROOT),
            failure.message(),
            failure.setup(),
            failure.schedule().steps().size()));
    ScheduleText.of(failure.schedule())
        .forEach(line -> text.append(String.format(Locale.ROOT, "      %s%n", line)));
    if (failure.schedule().failure().isEmpty()) {
      failure
          .schedule()
          .waiting()
          .forEach(line -> text.append(String.format(Locale.ROOT, "      waits: %s%n", line)));
    }
  }

  private String answer() {
    return switch (exploration.answer()) {
      case OBSERVED -> "observed: an outcome marked * is as the test's condition says";
      case NOT_OBSERVED -> "not observed: no outcome is as the test's condition says";
      case HOLDS -> "holds: the test's claim is true of all outcomes";
      case VIOLATED -> "VIOLATED: the test's claim is not true of all outcomes";
    };
  }

  private void coverage(SetupCoverage coverage) {
    Extent extent = coverage.extent();
    text.append(
        String.format(
            Locale.ROOT,
            "  %s: %s, %s%s, depth %d%s%s%n",
            coverage.setup(),
            count(extent.states(), "state"),
            count(extent.transitions(), "transition"),
            extent.partTransitions() == 0
                ? ""
                : String.format(
                    Locale.ROOT,
                    " (%,d done by controllers, the others known)",
                    extent.partTransitions()),
            extent.depth(),
            coverage.setup().reduced() ? "; reduced: schedules need not be the shortest" : "",
            coverage.complete() ? "" : "; NOT ALL: stopped before the end"));
  }

  private static String count(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }
}
