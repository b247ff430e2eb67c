package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.SrspPaper.BASELINE;
import static dev.syncopate.study.paper.SrspPaper.HLRC;
import static dev.syncopate.study.paper.SrspPaper.MACHINE;
import static dev.syncopate.study.paper.SrspPaper.SRSP;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * hLRC compared with sRSP (srsp App. A.2): the paper compares their actions, in Tables A2 and A3
 * and in words, and measures nothing.
 */
final class SrspLazy {
  private static final String REGISTRATIONS = "hlrc.registrations";

  /** Counted events of Table A3, for each registration. */
  private enum Action {
    TRANSFERS("transfers from a remote L1", "hlrc.transfers"),
    L1_EVICTIONS("L1 evictions", "hlrc.l1Evictions"),
    L2_EVICTIONS("L2 evictions", "hlrc.l2Evictions"),
    LOADS("loads of colocated data at the L2", "hlrc.once"),
    STORES("stores to colocated data at the L2", "hlrc.updates"),
    LOCAL("atomics without any action", "hlrc.local");

    private final String label;
    private final String counter;

    Action(String label, String counter) {
      this.label = label;
      this.counter = counter;
    }

    double of(JobResult result) {
      return perRegistration(result, result.statistic(counter));
    }
  }

  private final ResultGrid grid;
  private final List<String> subjects;

  SrspLazy(ResultGrid grid, List<String> subjects) {
    this.grid = grid;
    this.subjects = subjects;
  }

  private static double perRegistration(JobResult result, long count) {
    long registrations = result.statistic(REGISTRATIONS);
    return registrations == 0 ? Double.NaN : (double) count / registrations;
  }

  private double measure(String subject, ToDoubleFunction<JobResult> quantity) {
    return grid.measure(subject, HLRC, MACHINE, quantity);
  }

  List<Figure> figures() {
    Ratios ratios = new Ratios(grid, MACHINE, subjects, BASELINE);
    return List.of(
        ratios.speedups(
            "hlrc",
            "hLRC and sRSP: speed-up over the baseline",
            "The paper compares the two in words (App. A.2) and measures nothing. Higher is better."
                + " "
                + StudyPhrases.MEANS,
            List.of(SRSP, HLRC),
            List.of()),
        actions());
  }

  private Figure actions() {
    List<Action> actions = List.of(Action.values());
    List<BarFigure.Group> groups = new ArrayList<>();
    for (String subject : subjects) {
      groups.add(
          new BarFigure.Group(
              subject, actions.stream().map(action -> measure(subject, action::of)).toList()));
    }
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      int column = i;
      means.add(
          Means.arithmetic(groups.stream().map(group -> group.values().get(column)).toList()));
    }
    return new BarFigure(
        "hlrc-actions",
        "What happens to registered lines under hLRC (srsp Tables A2 and A3)",
        "Events of the tables for each registration that an L1 got. Each transfer and eviction"
            + " flushes an L1, each registration invalidates one.",
        "events for each registration",
        "",
        actions.stream().map(action -> action.label).toList(),
        groups,
        List.of(new BarFigure.Group(Ratios.ARITHMETIC, means)),
        List.of());
  }
}
