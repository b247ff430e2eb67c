package dev.syncopate.study.design;

import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.sim.config.NearestName;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.HeatMap;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.figure.SmallMultiplesFigure;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobEnergy;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.sweep.SweepTask;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The simulations of a design, and the tables and charts of their results. */
public final class DesignFindings {
  private static final String CYCLES = "cycles";
  private static final String LAUNCHES = "launches";
  private static final String ENERGY = "energy.nJ";
  private static final String FIGURE = "figure.";
  private static final double PICO_IN_NANO = 1000;
  private static final int PANEL_COLUMNS = 3;

  /** Points that an error names. */
  private static final int MOST_NAMED = 5;

  private final Design design;
  private final DesignJobs jobs;
  private final Map<Point, ResultCell> cells = new LinkedHashMap<>();
  private final List<String> varied;

  /**
   * A design with its jobs.
   *
   * @throws IllegalArgumentException if points cannot run: those, with the reasons
   */
  public DesignFindings(Design design, DesignJobs jobs) {
    this.design = design;
    this.jobs = jobs;
    varied = design.varied();
    List<String> unusable = new ArrayList<>();
    for (Point point : design.points()) {
      Job job;
      try {
        job = jobs.checked(point);
      } catch (ConfigException
          | LaunchException
          | WorkloadInputException
          | IllegalArgumentException e) {
        unusable.add("%s: %s".formatted(label(point, design.factors()), e.getMessage()));
        continue;
      }
      Coordinate place = new Coordinate(job.workload(), label(point, varied), job.machine());
      cells.put(point, new ResultCell(place, new SweepTask(title(job, point), job, 1)));
    }
    if (!unusable.isEmpty()) {
      throw new IllegalArgumentException(message(unusable));
    }
  }

  private String message(List<String> unusable) {
    return "%d of %d points cannot run; 'where' of a sweep's file leaves them out%n  %s%s"
        .formatted(
            unusable.size(),
            design.points().size(),
            unusable.stream().limit(MOST_NAMED).collect(Collectors.joining("\n  ")),
            unusable.size() > MOST_NAMED ? "\n  and others" : "");
  }

  private String title(Job job, Point point) {
    String values = label(point, varied);
    return values.isEmpty() ? job.workload() : values;
  }

  /** The simulations, in the order of the design. */
  public List<ResultCell> cells() {
    return List.copyOf(cells.values());
  }

  /** Values of factors, as one text. */
  private static String label(Point point, List<String> factors) {
    return factors.stream()
        .map(point::value)
        .filter(value -> !value.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** Charts and a table of every simulation. */
  public StudyFindings findings(ResultGrid grid) {
    List<Figure> figures = new ArrayList<>();
    List<String> facts = new ArrayList<>();
    int number = 0;
    for (Chart chart : charts()) {
      String id = "chart" + ++number;
      unknownMetric(chart, grid).ifPresent(facts::add);
      figures.addAll(figures(id, chart, grid));
    }
    figures.add(table(grid));
    facts.add(
        "%d simulations vary %s."
            .formatted(cells.size(), varied.isEmpty() ? "nothing" : String.join(", ", varied)));
    if (!design.baseline().isEmpty()) {
      facts.add(
          "Baseline of each simulation: the one with %s and otherwise the same values."
              .formatted(
                  design.baseline().entrySet().stream()
                      .map(entry -> entry.getKey() + " " + entry.getValue())
                      .collect(Collectors.joining(", "))));
      long unpaired =
          cells.keySet().stream().filter(point -> design.baselineOf(point).isEmpty()).count();
      if (unpaired > 0) {
        facts.add("%d simulations have no baseline in the sweep.".formatted(unpaired));
      }
    }
    design.factors().stream()
        .filter(factor -> !varied.contains(factor))
        .map(factor -> "%s: %s.".formatted(factor, design.values(factor).getFirst()))
        .forEach(facts::add);
    return new StudyFindings(design.name(), design.title(), facts, List.of(), figures, List.of());
  }

  /** Those of the file; of none, bars of the cycles. */
  private List<Chart> charts() {
    if (!design.charts().isEmpty() || varied.isEmpty()) {
      return design.charts();
    }
    return List.of(
        new Chart(
            Chart.Kind.BARS,
            CYCLES,
            design.baseline().isEmpty() ? Chart.Ratio.NONE : Chart.Ratio.SPEEDUP,
            varied.getFirst(),
            Optional.empty(),
            List.of(),
            Optional.empty()));
  }

  // What a chart shows

  private double measure(String metric, Point point, ResultGrid grid) {
    ResultCell cell = cells.get(point);
    JobResult result = cell == null ? null : grid.results().get(cell.coordinate());
    if (cell == null || result == null || !result.right()) {
      return Double.NaN;
    }
    return switch (metric) {
      case CYCLES -> result.cycles();
      case LAUNCHES -> result.launches();
      case ENERGY -> JobEnergy.picojoules(result, jobs.machine(cell.task().job())) / PICO_IN_NANO;
      default ->
          metric.startsWith(FIGURE)
              ? number(result.figures().get(metric.substring(FIGURE.length())))
              : number(result.statistics().get(metric));
    };
  }

  private static double number(@Nullable Long value) {
    return value == null ? Double.NaN : value;
  }

  private double height(Chart chart, Point point, ResultGrid grid) {
    double own = measure(chart.metric(), point, grid);
    if (chart.ratio() == Chart.Ratio.NONE) {
      return own;
    }
    double base =
        design
            .baselineOf(point)
            .map(other -> measure(chart.metric(), other, grid))
            .orElse(Double.NaN);
    double over = chart.ratio() == Chart.Ratio.SPEEDUP ? base : own;
    double under = chart.ratio() == Chart.Ratio.SPEEDUP ? own : base;
    return under == 0 ? Double.NaN : over / under;
  }

  private Optional<String> unknownMetric(Chart chart, ResultGrid grid) {
    SequencedSet<String> known = new LinkedHashSet<>(List.of(CYCLES, LAUNCHES, ENERGY));
    TreeSet<String> counted = new TreeSet<>();
    grid.results()
        .values()
        .forEach(result -> {
          counted.addAll(result.statistics().keySet());
          result.figures().keySet().forEach(name -> counted.add(FIGURE + name));
        });
    known.addAll(counted);
    return known.contains(chart.metric()) || counted.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "No simulation has the metric %s%s."
                .formatted(chart.metric(), NearestName.hint(chart.metric(), known)));
  }

  // Figures

  private List<Figure> figures(String id, Chart chart, ResultGrid grid) {
    List<String> series = series(chart);
    if (chart.panel().isPresent() && chart.kind() == Chart.Kind.LINES) {
      return List.of(multiples(id, chart, series, grid));
    }
    List<String> panels = chart.panel().map(design::values).orElse(List.of(""));
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < panels.size(); i++) {
      String panel = panels.get(i);
      List<Point> points =
          chart
              .panel()
              .map(factor ->
                  design.points().stream()
                      .filter(each -> each.value(factor).equals(panel))
                      .toList())
              .orElse(design.points());
      String name = panels.size() > 1 ? id + "-" + (i + 1) : id;
      String title = title(chart) + (panel.isEmpty() ? "" : ", " + panel);
      figures.add(
          switch (chart.kind()) {
            case BARS -> bars(name, title, chart, series, points, grid);
            case LINES -> lines(name, title, chart, series, points, grid);
            case HEAT -> heat(name, title, chart, points, grid);
            case TABLE -> numbers(name, title, chart, series, points, grid);
          });
    }
    return figures;
  }

  /** Factors that have a colour each: the chart's, or all that it names nowhere else. */
  private List<String> series(Chart chart) {
    return !chart.series().isEmpty()
        ? chart.series()
        : varied.stream()
            .filter(factor -> !factor.equals(chart.across()))
            .filter(factor -> chart.panel().filter(factor::equals).isEmpty())
            .filter(factor -> chart.down().filter(factor::equals).isEmpty())
            .toList();
  }

  private static String title(Chart chart) {
    return switch (chart.ratio()) {
      case NONE -> "%s by %s".formatted(chart.metric(), chart.across());
      case SPEEDUP -> "Speed-up by %s".formatted(chart.across());
      case RATIO -> "%s over the baseline's by %s".formatted(chart.metric(), chart.across());
    };
  }

  private static String axis(Chart chart) {
    return switch (chart.ratio()) {
      case NONE -> chart.metric();
      case SPEEDUP -> "speed-up";
      case RATIO -> chart.metric() + " over the baseline's";
    };
  }

  private static String unit(Chart chart) {
    return chart.ratio() == Chart.Ratio.NONE ? "" : "×";
  }

  private static String note(Chart chart) {
    return switch (chart.ratio()) {
      case NONE -> "";
      case SPEEDUP -> "Cycles of the baseline over those of each. Higher is better.";
      case RATIO -> "Of each over its baseline.";
    };
  }

  /** The series that points are in: another panel's are left out. */
  private static List<String> labels(List<String> series, List<Point> points) {
    SequencedSet<String> labels = new LinkedHashSet<>();
    points.forEach(point -> labels.add(label(point, series)));
    return labels.stream().map(label -> label.isEmpty() ? "all" : label).toList();
  }

  /** Heights at a place, one for each series; the mean where several points meet. */
  private List<Double> heights(
      Chart chart, List<String> series, List<String> labels, List<Point> points, ResultGrid grid) {
    return labels.stream()
        .map(label ->
            mean(
                chart,
                points.stream()
                    .filter(each -> label(each, series).equals(label.equals("all") ? "" : label))
                    .map(each -> height(chart, each, grid))
                    .filter(height -> !height.isNaN())
                    .toList()))
        .toList();
  }

  /** Ratios have a geometric mean, amounts an arithmetic one. */
  private static double mean(Chart chart, List<Double> heights) {
    if (heights.isEmpty()) {
      return Double.NaN;
    }
    return chart.ratio() == Chart.Ratio.NONE
        ? heights.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN)
        : Means.geometric(heights);
  }

  private static List<Point> having(List<Point> points, String factor, String value) {
    return points.stream().filter(point -> point.value(factor).equals(value)).toList();
  }

  private BarFigure bars(
      String id,
      String title,
      Chart chart,
      List<String> series,
      List<Point> points,
      ResultGrid grid) {
    List<String> labels = labels(series, points);
    List<BarFigure.Group> groups = new ArrayList<>();
    for (String value : design.values(chart.across())) {
      groups.add(
          new BarFigure.Group(
              value, heights(chart, series, labels, having(points, chart.across(), value), grid)));
    }
    return new BarFigure(
        id, title, note(chart), axis(chart), unit(chart), labels, groups, List.of(), List.of());
  }

  private LineFigure lines(
      String id,
      String title,
      Chart chart,
      List<String> series,
      List<Point> points,
      ResultGrid grid) {
    List<String> labels = labels(series, points);
    return new LineFigure(
        id,
        title,
        note(chart),
        chart.across(),
        axis(chart),
        unit(chart),
        labels,
        linePoints(chart, series, labels, points, grid));
  }

  private List<LineFigure.Point> linePoints(
      Chart chart, List<String> series, List<String> labels, List<Point> points, ResultGrid grid) {
    return design.values(chart.across()).stream()
        .sorted((a, b) -> Long.compare(place(a), place(b)))
        .map(value ->
            new LineFigure.Point(
                place(value),
                value,
                heights(chart, series, labels, having(points, chart.across(), value), grid)))
        .toList();
  }

  /** The place of a value on an axis of numbers. */
  private static long place(String value) {
    return PointCondition.number(value).orElseThrow().longValue();
  }

  private SmallMultiplesFigure multiples(
      String id, Chart chart, List<String> series, ResultGrid grid) {
    String factor = chart.panel().orElseThrow();
    List<String> labels = labels(series, design.points());
    List<SmallMultiplesFigure.Panel> panels = new ArrayList<>();
    for (String value : design.values(factor)) {
      panels.add(
          new SmallMultiplesFigure.Panel(
              value,
              linePoints(chart, series, labels, having(design.points(), factor, value), grid)));
    }
    return new SmallMultiplesFigure(
        id,
        title(chart),
        note(chart),
        chart.across(),
        axis(chart),
        unit(chart),
        labels,
        panels,
        Math.clamp(panels.size(), 1, PANEL_COLUMNS));
  }

  private HeatMap heat(String id, String title, Chart chart, List<Point> points, ResultGrid grid) {
    String down = chart.down().orElseThrow();
    List<List<Double>> values = new ArrayList<>();
    for (String row : design.values(down)) {
      values.add(
          design.values(chart.across()).stream()
              .map(column ->
                  heights(
                          chart,
                          List.of(),
                          List.of("all"),
                          having(having(points, down, row), chart.across(), column),
                          grid)
                      .getFirst())
              .toList());
    }
    return new HeatMap(
        id,
        title,
        note(chart),
        chart.across(),
        down,
        axis(chart),
        unit(chart),
        design.values(chart.across()),
        design.values(down),
        values);
  }

  private TableFigure numbers(
      String id,
      String title,
      Chart chart,
      List<String> series,
      List<Point> points,
      ResultGrid grid) {
    List<String> header = new ArrayList<>(List.of(chart.across()));
    List<String> labels = labels(series, points);
    header.addAll(labels);
    List<List<String>> rows = new ArrayList<>();
    for (String value : design.values(chart.across())) {
      List<String> row = new ArrayList<>(List.of(value));
      heights(chart, series, labels, having(points, chart.across(), value), grid)
          .forEach(height -> row.add(text(height, chart)));
      rows.add(row);
    }
    return new TableFigure(id, title, note(chart), header, rows, 1);
  }

  private static String text(double value, Chart chart) {
    return Double.isNaN(value)
        ? "-"
        : chart.ratio() == Chart.Ratio.NONE
            ? String.format(Locale.ROOT, "%,.0f", value)
            : String.format(Locale.ROOT, "%.2f", value);
  }

  /** A row a simulation: what it varies, and what came out. */
  private TableFigure table(ResultGrid grid) {
    boolean compared = !design.baseline().isEmpty();
    List<String> header = new ArrayList<>(varied);
    header.add(CYCLES);
    if (compared) {
      header.add("speed-up");
    }
    header.add("answer");
    Chart speedup =
        new Chart(
            Chart.Kind.TABLE,
            CYCLES,
            Chart.Ratio.SPEEDUP,
            "",
            Optional.empty(),
            List.of(),
            Optional.empty());
    List<List<String>> rows = new ArrayList<>();
    for (Map.Entry<Point, ResultCell> each : cells.entrySet()) {
      List<String> row = new ArrayList<>();
      varied.forEach(factor -> row.add(each.getKey().value(factor)));
      JobResult result = grid.results().get(each.getValue().coordinate());
      row.add(result == null ? "-" : String.format(Locale.ROOT, "%,d", result.cycles()));
      if (compared) {
        row.add(text(height(speedup, each.getKey(), grid), speedup));
      }
      row.add(result == null ? "-" : result.ending().name().toLowerCase(Locale.ROOT));
      rows.add(row);
    }
    return new TableFigure(
        "table",
        "Simulations",
        "Every counter of each is in the table of results.",
        header,
        rows,
        varied.size());
  }
}
