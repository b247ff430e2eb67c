package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.SrspPaper.BASELINE;
import static dev.syncopate.study.paper.SrspPaper.BRSP;
import static dev.syncopate.study.paper.SrspPaper.BRSP_LINES;
import static dev.syncopate.study.paper.SrspPaper.BRSP_LINES_SMALL;
import static dev.syncopate.study.paper.SrspPaper.BRSP_SMALL;
import static dev.syncopate.study.paper.SrspPaper.SCOPE_ONLY;
import static dev.syncopate.study.paper.SrspPaper.SRSP;
import static dev.syncopate.study.paper.SrspPaper.SRSP_OPT;
import static dev.syncopate.study.paper.SrspPaper.STEAL_ONLY;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Figures of the study of selective promotion (srsp §5). */
final class SrspFigures {
  private static final List<String> IMPROVED =
      List.of(SCOPE_ONLY, STEAL_ONLY, BRSP, BRSP_LINES, SRSP);

  private static final List<String> OVER_BRSP =
      List.of("sRSP over bRSP", "sRSP over bRSP, line lock");
  private static final List<String> OPT_OVER_BRSP =
      List.of("sRSPOpt over bRSP", "sRSPOpt over bRSP, line lock");
  private static final String READINGS =
      "bRSP does one remote operation at a time, as srsp's Table A1 says; with the line lock, which"
          + " rsp §4.3 has, one at a time on each line. ";

  private final ResultGrid grid;
  private final PublishedText.Srsp published;
  private final List<String> labels;

  /**
   * @param labels of the subjects
   */
  SrspFigures(ResultGrid grid, PublishedText.Srsp published, List<String> labels) {
    this.grid = grid;
    this.published = published;
    this.labels = labels;
  }

  List<Figure> all() {
    Ratios ratios = new Ratios(grid, SrspPaper.MACHINE, labels, BASELINE);
    List<Figure> figures = new ArrayList<>(published(ratios));
    figures.addAll(new SrspLazy(grid, labels).figures());
    return figures;
  }

  private List<Figure> published(Ratios ratios) {
    return List.of(
        ratios.speedups(
            "fig6",
            "Speed-up over the baseline on 64 compute units (srsp fig. 6)",
            "Cycles of the baseline over cycles of the scenario. Higher is better. "
                + READINGS
                + StudyPhrases.MEANS,
            IMPROVED,
            StudyPhrases.stated(published, IMPROVED)),
        ratios.relative(
            "fig7",
            "L2 accesses relative to the baseline (srsp fig. 7)",
            "Requests that arrived at L2 banks, of any kind, evictions and flush writes included."
                + " Lower is better.",
            "L2 accesses over the baseline's",
            IMPROVED,
            PaperMeasures::l2Accesses,
            List.of()),
        ratios.relative(
            "l1-misses",
            "L1 misses relative to the baseline",
            "Loads that had to wait for bytes from the L2. Lower is better. The paper shows none;"
                + " it is rsp's fig. 10.",
            "L1 misses over the baseline's",
            IMPROVED,
            PaperMeasures::l1Misses,
            List.of()),
        stolen(),
        over(BRSP)
            .bars(
                "fig8",
                "Remote synchronisation overhead relative to bRSP (srsp fig. 8)",
                "Cycles that wavefronts spend blocked in remote operations, summed. Misses that"
                    + " remote operations cause later are not counted. Lower is better. "
                    + READINGS,
                "cycles in remote operations over bRSP's",
                OVER_BRSP,
                Stream.of(BRSP, BRSP_LINES)
                    .map(brsp -> over(brsp).relative(SRSP, PaperMeasures::remoteCycles))
                    .toList(),
                overheadStated()),
        over(BRSP)
            .bars(
                "fig8-operation",
                "Cycles of a remote operation relative to bRSP",
                "From issue to completion. Figure 8 counts all remote operations together, and how"
                    + " many looks for something to steal there are depends on how long one takes."
                    + " Lower is better. "
                    + READINGS,
                "cycles of a remote operation over bRSP's",
                OVER_BRSP,
                Stream.of(BRSP, BRSP_LINES)
                    .map(brsp -> over(brsp).relative(SRSP, PaperMeasures::cyclesOfRemote))
                    .toList(),
                List.of()),
        over(BRSP_SMALL)
            .bars(
                "fig9",
                "sRSPOpt over bRSP, one wavefront a work-group (srsp fig. 9)",
                "Four work-groups of one wavefront on each compute unit, each with a queue. Higher"
                    + " is better. "
                    + READINGS
                    + StudyPhrases.MEANS,
                "speed-up over bRSP",
                OPT_OVER_BRSP,
                Stream.of(BRSP_SMALL, BRSP_LINES_SMALL)
                    .map(brsp -> over(brsp).speedups(SRSP_OPT))
                    .toList(),
                optimisedStated()),
        scaling(),
        overScaling(
            "scaling-remote",
            "Cycles of a remote operation (srsp §5.2.3)",
            "From issue to completion, geometric mean over the subjects.",
            "cycles of a remote operation",
            PaperMeasures::cyclesOfRemote),
        overScaling(
            "scaling-touched",
            "L1 caches that a remote operation touches",
            "L1s that a remote operation flushes or flash-invalidates, the requester's own and those"
                + " whose PA-TBL overflows included; geometric mean over the subjects.",
            "L1 caches",
            PaperMeasures::l1sTouched));
  }

  private Figure stolen() {
    List<String> scenarios = List.of(STEAL_ONLY, BRSP, BRSP_LINES, SRSP);
    List<BarFigure.Group> groups = new ArrayList<>();
    for (String subject : labels) {
      groups.add(
          new BarFigure.Group(
              subject,
              scenarios.stream()
                  .map(scenario ->
                      grid.measure(
                          subject, scenario, SrspPaper.MACHINE, PaperMeasures::percentStolen))
                  .toList()));
    }
    return new BarFigure(
        "stolen",
        "Queue elements stolen",
        "Elements taken from another work-group's queue, per cent of all elements. The paper shows"
            + " none; it is rsp's table 3.",
        "% of elements",
        "%",
        scenarios,
        groups,
        List.of(),
        List.of());
  }

  private Ratios over(String reference) {
    return new Ratios(grid, SrspPaper.MACHINE, labels, reference);
  }

  /** A reduction by 37% is drawn as what is left. */
  private List<BarFigure.Stated> overheadStated() {
    PublishedText.Overhead reduction = published.overhead();
    List<BarFigure.Stated> stated = new ArrayList<>();
    for (String mean : List.of(Ratios.GEOMETRIC, Ratios.ARITHMETIC)) {
      stated.add(left(mean, reduction.mean()));
    }
    stated.add(left(reduction.workload(), reduction.max()));
    return stated;
  }

  private static BarFigure.Stated left(String group, double reduction) {
    return new BarFigure.Stated(
        group,
        OVER_BRSP.getFirst(),
        1 - reduction,
        String.format(Locale.ROOT, "%.2f", 1 - reduction));
  }

  private List<BarFigure.Stated> optimisedStated() {
    double mean = published.optimised().mean();
    String text = Double.toString(mean);
    return List.of(
        new BarFigure.Stated(Ratios.GEOMETRIC, OPT_OVER_BRSP.getFirst(), mean, text),
        new BarFigure.Stated(Ratios.ARITHMETIC, OPT_OVER_BRSP.getFirst(), mean, text));
  }

  private Figure scaling() {
    List<String> labels = SrspPaper.scaledLabels(grid);
    List<LineFigure.Point> points = new ArrayList<>();
    SrspPaper.MACHINES.forEach((units, machine) -> {
      Ratios ratios = new Ratios(grid, machine, labels, BASELINE);
      points.add(
          new LineFigure.Point(
              units,
              IMPROVED.stream()
                  .map(scenario -> Means.geometric(ratios.speedups(scenario)))
                  .toList()));
    });
    return new LineFigure(
        "scaling",
        "Speed-up over the baseline by machine size (srsp §5.2.3)",
        "Geometric mean over %s; each machine against its own baseline. Higher is better."
            .formatted(String.join(", ", labels)),
        "compute units",
        "speed-up over baseline",
        "×",
        IMPROVED,
        points);
  }

  private Figure overScaling(
      String id, String title, String note, String axis, ToDoubleFunction<JobResult> quantity) {
    List<String> scenarios = List.of(BRSP, BRSP_LINES, SRSP);
    List<LineFigure.Point> points = new ArrayList<>();
    SrspPaper.MACHINES.forEach((units, machine) ->
        points.add(
            new LineFigure.Point(
                units,
                scenarios.stream()
                    .map(scenario -> SrspPaper.mean(grid, scenario, machine, quantity))
                    .toList())));
    return new LineFigure(id, title, note, "compute units", axis, "", scenarios, points);
  }
}
