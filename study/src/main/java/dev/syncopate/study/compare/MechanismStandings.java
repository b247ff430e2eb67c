package dev.syncopate.study.compare;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.workload.runtime.Mechanisms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Cycles of several workloads under several mechanisms.
 *
 * @param mechanisms the name of each, which may end in a protocol and a model; the reference of
 *     speed-ups first, if it has answers
 */
record MechanismStandings(
    ResultGrid grid, String machine, List<String> workloads, List<String> mechanisms) {
  /** Workloads by where what they synchronise on is shared; by the endings of their names. */
  private enum Kind {
    LOCAL("local", ".*-l"),
    HYBRID("hybrid", ".*-lg"),
    GLOBAL("global", ".*-g"),
    OTHER("others", ".*(?<!-l|-lg|-g)"),
    ALL("all", ".*");

    private final String words;
    private final String pattern;

    Kind(String words, String pattern) {
      this.words = words;
      this.pattern = pattern;
    }

    boolean has(String workload) {
      return workload.matches(pattern);
    }
  }

  /** Recommendation over all workloads that any mechanism has answered. */
  Recommendation advice() {
    return new Recommendation(
        workloads.stream()
            .filter(workload ->
                mechanisms.stream()
                    .anyMatch(mechanism -> !Double.isNaN(cycles(workload, mechanism))))
            .toList(),
        mechanisms,
        this::cycles);
  }

  private double cycles(String workload, String mechanism) {
    return grid.measure(workload, mechanism, machine, JobResult::cycles);
  }

  private double speedup(String workload, String mechanism) {
    return cycles(workload, reference()) / cycles(workload, mechanism);
  }

  /** The first mechanism with a right answer on any workload. */
  private String reference() {
    List<String> answering = answering();
    return answering.isEmpty() ? mechanisms.getFirst() : answering.getFirst();
  }

  /** Mechanisms by their cycles, those that took the same together; the fastest first. */
  private List<Map.Entry<Double, List<String>>> ranked(String workload) {
    TreeMap<Double, List<String>> ranked = new TreeMap<>();
    for (String mechanism : mechanisms) {
      double cycles = cycles(workload, mechanism);
      if (!Double.isNaN(cycles)) {
        ranked.computeIfAbsent(cycles, _ -> new ArrayList<>()).add(mechanism);
      }
    }
    return List.copyOf(ranked.entrySet());
  }

  /** For each workload the fastest, the next and the slowest. */
  Figure winners() {
    List<List<String>> rows = new ArrayList<>();
    for (String workload : workloads) {
      List<Map.Entry<Double, List<String>>> ranked = ranked(workload);
      rows.add(
          List.of(
              workload,
              names(ranked, 0),
              names(ranked, 1),
              ranked.size() > 2 ? names(ranked, ranked.size() - 1) : "-",
              ranked.isEmpty()
                  ? "-"
                  : String.format(Locale.ROOT, "%,.0f", ranked.getFirst().getKey()),
              over(ranked, 1),
              ranked.size() > 2 ? over(ranked, ranked.size() - 1) : "-"));
    }
    return new TableFigure(
        "winners",
        "Who wins where",
        "Cycles of the fastest mechanism, and how many times as long the next one and the slowest"
            + " take. Mechanisms with the same cycles stand together.",
        List.of("", "fastest", "second", "slowest", "cycles", "second takes", "slowest takes"),
        rows,
        4);
  }

  private static String names(List<Map.Entry<Double, List<String>>> ranked, int place) {
    return place < ranked.size() ? together(ranked.get(place).getValue()) : "-";
  }

  private static String over(List<Map.Entry<Double, List<String>>> ranked, int place) {
    return place < ranked.size()
        ? times(ranked.get(place).getKey() / ranked.getFirst().getKey())
        : "-";
  }

  /**
   * {@code gpu, brsp (hrf, drfrlx); denovo (hrf)}: protocols with the same models together. Names
   * that do not end in a model are listed as they are.
   */
  static String together(List<String> mechanisms) {
    if (!mechanisms.stream().allMatch(MechanismStandings::endsInModel)) {
      return String.join(", ", mechanisms);
    }
    Map<String, List<String>> models = new LinkedHashMap<>();
    for (String mechanism : mechanisms) {
      int space = mechanism.lastIndexOf(' ');
      models
          .computeIfAbsent(mechanism.substring(0, space), _ -> new ArrayList<>())
          .add(mechanism.substring(space + 1));
    }
    Map<List<String>, List<String>> protocols = new LinkedHashMap<>();
    models.forEach((protocol, protocolModels) ->
        protocols.computeIfAbsent(protocolModels, _ -> new ArrayList<>()).add(protocol));
    return String.join(
        "; ",
        protocols.entrySet().stream()
            .map(entry ->
                "%s (%s)"
                    .formatted(
                        String.join(", ", entry.getValue()), String.join(", ", entry.getKey())))
            .toList());
  }

  private static boolean endsInModel(String mechanism) {
    return mechanism.indexOf(' ') > 0 && Mechanisms.models().contains(model(mechanism));
  }

  /** Geometric means of speed-ups, and how often each is the fastest and the second. */
  Figure means() {
    List<String> header = new ArrayList<>(List.of(""));
    List<Kind> kinds = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      boolean anyWorkload = workloads.stream().anyMatch(kind::has);
      boolean isDistinct =
          kind != Kind.OTHER || !workloads.stream().allMatch(kind::has); // else as ALL
      if (anyWorkload && isDistinct) {
        kinds.add(kind);
        header.add(kind.words);
      }
    }
    header.addAll(List.of("fastest", "second"));
    List<List<String>> rows = new ArrayList<>();
    for (String mechanism : mechanisms) {
      List<String> row = new ArrayList<>(List.of(mechanism));
      kinds.forEach(kind -> row.add(times(mean(mechanism, kind))));
      row.add(Integer.toString(places(mechanism, 0)));
      row.add(Integer.toString(places(mechanism, 1)));
      rows.add(row);
    }
    return new TableFigure(
        "means",
        "Speed-up over %s, and places".formatted(reference()),
        overComplete()
            + (kinds.size() > 1
                ? ", by where what they synchronise on is shared (by their names)"
                : "")
            + "; and on how many workloads a mechanism is the fastest and the second. Those with the"
            + " same cycles share a place.",
        header,
        rows,
        1);
  }

  private String overComplete() {
    List<String> incomplete = new ArrayList<>(mechanisms);
    incomplete.removeAll(answering());
    return "Geometric means over %d of %d workloads, those with a right answer under all mechanisms%s"
        .formatted(
            complete().size(),
            workloads.size(),
            incomplete.isEmpty() ? "" : " but " + together(incomplete) + ", which has none");
  }

  /** Mechanisms with a right answer on any workload. */
  private List<String> answering() {
    return mechanisms.stream()
        .filter(mechanism ->
            workloads.stream().anyMatch(workload -> !Double.isNaN(cycles(workload, mechanism))))
        .toList();
  }

  /** Workloads that every mechanism with any right answer has answered. */
  private List<String> complete() {
    List<String> answering = answering();
    return workloads.stream()
        .filter(workload ->
            answering.stream().noneMatch(mechanism -> Double.isNaN(cycles(workload, mechanism))))
        .toList();
  }

  private double mean(String mechanism, Kind kind) {
    return Means.geometric(
        complete().stream()
            .filter(kind::has)
            .map(workload -> speedup(workload, mechanism))
            .toList());
  }

  private int places(String mechanism, int place) {
    return (int)
        workloads.stream()
            .map(this::ranked)
            .filter(
                ranked -> ranked.size() > place && ranked.get(place).getValue().contains(mechanism))
            .count();
  }

  /** The means as bars: under protocols and models a group a protocol and a colour a model. */
  Figure chart() {
    boolean byModel = mechanisms.stream().allMatch(MechanismStandings::endsInModel);
    List<String> series =
        byModel
            ? mechanisms.stream().map(MechanismStandings::model).distinct().toList()
            : List.of("speed-up");
    List<BarFigure.Group> groups = new ArrayList<>();
    for (String label :
        mechanisms.stream()
            .map(mechanism -> byModel ? protocol(mechanism) : mechanism)
            .distinct()
            .toList()) {
      groups.add(
          new BarFigure.Group(
              label,
              series.stream()
                  .map(model -> mean(byModel ? label + " " + model : label, Kind.ALL))
                  .toList()));
    }
    return new BarFigure(
        "speedup",
        "Speed-up over %s, geometric mean".formatted(reference()),
        overComplete() + ". Higher is better.",
        "speed-up",
        "×",
        series,
        groups,
        List.of(),
        List.of());
  }

  private static String model(String mechanism) {
    return mechanism.substring(mechanism.lastIndexOf(' ') + 1);
  }

  private static String protocol(String mechanism) {
    return mechanism.substring(0, mechanism.lastIndexOf(' '));
  }

  /** Geometric mean of a mechanism's speed-ups over the workloads that all have answered. */
  double meanSpeedup(String mechanism) {
    return mechanisms.contains(mechanism) ? mean(mechanism, Kind.ALL) : Double.NaN;
  }

  /**
   * Every workload's times over its fastest.
   *
   * @param suite its name where several suites are shown, or nothing
   */
  Figure everything(String suite) {
    List<String> header = new ArrayList<>(List.of(""));
    header.addAll(workloads);
    List<List<String>> rows = new ArrayList<>();
    for (String mechanism : mechanisms) {
      List<String> row = new ArrayList<>(List.of(mechanism));
      for (String workload : workloads) {
        List<Map.Entry<Double, List<String>>> ranked = ranked(workload);
        double fastest = ranked.isEmpty() ? Double.NaN : ranked.getFirst().getKey();
        row.add(times(cycles(workload, mechanism) / fastest));
      }
      rows.add(row);
    }
    return new TableFigure(
        suite.isEmpty() ? "everything" : "everything-" + suite,
        "Time over the fastest mechanism's" + (suite.isEmpty() ? "" : ", suite " + suite),
        "A row a mechanism; 1.00 is the fastest on that workload.",
        header,
        rows,
        1);
  }

  private static String times(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
  }
}
