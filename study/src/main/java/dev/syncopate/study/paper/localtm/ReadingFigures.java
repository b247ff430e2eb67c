package dev.syncopate.study.paper.localtm;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * The panels of figure 2 under each way to read the paper, and which of its statements each way
 * has. All readings are judged by the same criteria.
 */
final class ReadingFigures {
  private static final String READINGS =
      " R/w sets: two reads do not conflict (tx.conflicts=rw), against the text. Word's number: the"
          + " filter's bit is K modulo 8 of the word's number in all banks. Exact: filters without"
          + " false positives. 3 and 8 attempts: restarts with an equal mask before a wavefront is"
          + " serialised, in place of 2. Serialised to the end: for the rest of the transaction."
          + " Unarbitrated: two wavefronts may serialise the work-group at once. Back-off 8: so many"
          + " cycles, times the attempts that have failed. Back at once: lanes that have all failed do"
          + " not step to tx.commit. Weak isolation: plain accesses are not looked at. Lazy: the shadow"
          + " has new values until commit. Filters an access: a cycle for each access of the slowest"
          + " bank. 4 cycles an entry: the latency of local memory for each entry of the shadow."
          + " Without cost: no cycle for filters and shadow. Whole search: one"
          + " section for all of it, in all versions. Locked search: FGL alone keeps its lock for the"
          + " whole search. A lock a slot; tried without a look: of FGL. One thread: serialisation is"
          + " one thread that inserts all numbers. Slots across entries: the slots of all entries with"
          + " one number lie side by side. Wide entries: room for all 256 numbers in each, which fits"
          + " with its shadow up to HT8. Independent threads: core.divergence=its."
          + " Without sections: by atomics, in the place of TM; no transaction can be faster.";

  /** Claims' names in a narrow table. */
  private static final Map<String, String> SHORT =
      Map.ofEntries(
          Map.entry("tm-over-serialisation", "TM faster"),
          Map.entry("tm-speedup-least", "20×"),
          Map.entry("tm-speedup-most", "70×"),
          Map.entry("tm-speedup-spread", "70:20"),
          Map.entry("tm-speedup-least-inserting", "20×, inserting"),
          Map.entry("tm-speedup-most-inserting", "70×, inserting"),
          Map.entry("tm-reaches-fgl", "reaches FGL"),
          Map.entry("fgl-ahead-with-conflicts", "FGL ahead in HT2"),
          Map.entry("tm-overhead", "15%"),
          Map.entry("cleanup-with-few-conflicts", "clean-up grows"),
          Map.entry("versioning-with-many-conflicts", "versioning falls"),
          Map.entry("ends-of-the-range", "both at the ends"),
          Map.entry("ht256-without-conflicts", "HT256 without conflicts"),
          Map.entry("ht2-most-conflicts", "HT2 with most"),
          Map.entry("no-work-group-serialisation", "no work-group"),
          Map.entry("serialised-with-conflicts", "some serialised"));

  /**
   * A mean over the tables that a reading suits, as the last column.
   *
   * @param label of the column
   */
  private record MeanColumn(String label, ToDoubleFunction<List<Double>> mean) {}

  /** Panels of figure 2: speed-ups, shares of cycles, serialisation. */
  private static final List<String> PANELS = List.of("a", "b", "c");

  /** For ratios of times, as in figure 2a. */
  private static final MeanColumn GEOMETRIC = new MeanColumn("geometric mean", Means::geometric);

  /** For shares of cycles (localtm §IV, "about 15% of cycles"). */
  private static final MeanColumn ARITHMETIC = new MeanColumn("mean", Means::arithmetic);

  private final LocaltmMeasurements measured;

  ReadingFigures(LocaltmMeasurements measured) {
    this.measured = measured;
  }

  List<Figure> all() {
    return List.of(
        perTable(
            "readings",
            "Speed-up of TM over serialisation, by reading (fig. 2a)",
            "Of the whole kernel." + READINGS,
            "speed-up",
            "×",
            (reading, table) -> measured.speedup(table, reading.transactional(), reading.serial()),
            GEOMETRIC),
        perTable(
            "readings-inserting",
            "Speed-up of TM over serialisation, of inserting alone, by reading (fig. 2a)",
            "From the first thread that begins to insert to the last one that has done so.",
            "speed-up",
            "×",
            (reading, table) ->
                measured.insertingSpeedup(table, reading.transactional(), reading.serial()),
            GEOMETRIC),
        perTable(
            "readings-locks",
            "TM over fine-grained locks, by reading (fig. 2a)",
            "FGL's time over TM's, of the whole kernel: below 1 locks are ahead.",
            "speed-up",
            "×",
            (reading, table) -> measured.speedup(table, reading.transactional(), reading.locked()),
            GEOMETRIC),
        perTable(
            "readings-overhead",
            "What transactions cost, by reading (fig. 2b)",
            "Versioning, conflict detection and clean-up, as a share of the kernel's cycles; the paper"
                + " states 15% for the mean.",
            "share of cycles",
            "%",
            (reading, table) -> 100 * measured.overhead(table, reading.transactional()),
            ARITHMETIC),
        perTable(
            "readings-balance",
            "Versioning over clean-up, by reading (fig. 2b)",
            "Cycles of versioning over those of clean-up: the paper has more versioning where there"
                + " are more conflicts.",
            "ratio",
            "×",
            this::balance),
        perTable(
            "readings-serialised",
            "Transactions that had to be serialised, by reading (fig. 2c)",
            "Transactions that committed while their work-item ran alone, over all.",
            "share of transactions",
            "%",
            (reading, table) -> 100 * measured.serialised(table, reading.transactional())),
        perTable(
            "readings-work-groups",
            "Times the work-group was serialised, by reading (fig. 2c)",
            "The paper: never.",
            "times",
            "",
            (reading, table) ->
                measured.counter(table, reading.transactional(), "tx.workGroupSerialisations")),
        statements());
  }

  private double balance(LocaltmReading reading, LocaltmProgram table) {
    return measured.counter(
            table, reading.transactional(), LocaltmMeasurements.Part.VERSIONING.counter())
        / measured.counter(
            table, reading.transactional(), LocaltmMeasurements.Part.CLEANUP.counter());
  }

  private static Figure perTable(
      String id,
      String title,
      String note,
      String quantity,
      String unit,
      ToDoubleBiFunction<LocaltmReading, LocaltmProgram> value) {
    return bars(
        id,
        title,
        note,
        quantity,
        unit,
        tables(),
        (reading, i) -> at(reading, LocaltmProgram.TABLES.get(i), value));
  }

  private static Figure perTable(
      String id,
      String title,
      String note,
      String quantity,
      String unit,
      ToDoubleBiFunction<LocaltmReading, LocaltmProgram> value,
      MeanColumn mean) {
    List<String> series = new ArrayList<>(tables());
    series.add(mean.label());
    return bars(
        id,
        title,
        note,
        quantity,
        unit,
        series,
        (reading, i) ->
            i < LocaltmProgram.TABLES.size()
                ? at(reading, LocaltmProgram.TABLES.get(i), value)
                : mean.mean()
                    .applyAsDouble(
                        LocaltmProgram.TABLES.stream()
                            .map(table -> at(reading, table, value))
                            .toList()));
  }

  private static List<String> tables() {
    return LocaltmProgram.TABLES.stream().map(LocaltmProgram::label).toList();
  }

  /** NaN for a table that the reading has no room for. */
  private static double at(
      LocaltmReading reading,
      LocaltmProgram table,
      ToDoubleBiFunction<LocaltmReading, LocaltmProgram> value) {
    return reading.suits(table) ? value.applyAsDouble(reading, table) : Double.NaN;
  }

  private static Figure bars(
      String id,
      String title,
      String note,
      String quantity,
      String unit,
      List<String> series,
      BiFunction<LocaltmReading, Integer, Double> value) {
    List<BarFigure.Group> groups = new ArrayList<>();
    for (LocaltmReading reading : LocaltmReading.all()) {
      List<Double> values = new ArrayList<>();
      for (int i = 0; i < series.size(); i++) {
        values.add(value.apply(reading, i));
      }
      groups.add(new BarFigure.Group(reading.words(), values));
    }
    return new BarFigure(id, title, note, quantity, unit, series, groups, List.of(), List.of());
  }

  private Figure statements() {
    Map<LocaltmReading, List<Claim>> judged = new HashMap<>();
    LocaltmReading.all().forEach(reading -> judged.put(reading, claims(reading)));
    List<String> series =
        new ArrayList<>(
            claims(LocaltmReading.STANDARD).stream()
                .map(claim -> Objects.requireNonNull(SHORT.get(claim.id())))
                .toList());
    PANELS.forEach(panel -> series.add("held, (%s)".formatted(panel)));
    series.add("held");
    return bars(
        "readings-statements",
        "Which of the paper's statements on figure 2 each reading has",
        "By the claims' own criteria: 1 held, ½ partly, 0 not held; and how many are held, of each panel"
            + " and of all.",
        "held",
        "",
        series,
        (reading, i) -> {
          List<Claim> claims = judged.getOrDefault(reading, List.of());
          if (i < claims.size()) {
            return share(claims.get(i).verdict());
          }
          int total = i - claims.size();
          return total < PANELS.size()
              ? held(claims, claim -> panel(claim).equals(PANELS.get(total)))
              : held(claims, _ -> true);
        });
  }

  private static double held(List<Claim> claims, Predicate<Claim> counted) {
    return claims.stream()
        .filter(claim -> claim.verdict() == Claim.Verdict.HELD && counted.test(claim))
        .count();
  }

  /** Conflicts, which no panel shows, are what panel (c)'s serialisation comes from. */
  private static String panel(Claim claim) {
    return PANELS.stream()
        .filter(panel -> claim.source().contains("2(%s)".formatted(panel)))
        .findFirst()
        .orElse(PANELS.getLast());
  }

  private static double share(Claim.Verdict verdict) {
    return switch (verdict) {
      case HELD -> 1;
      case PARTLY -> 0.5;
      case NOT_HELD -> 0;
      case NOT_MEASURED -> Double.NaN;
    };
  }

  /** Those on figure 2. */
  private List<Claim> claims(LocaltmReading reading) {
    return LocalTmVocabulary.judged(measured, reading).claims().stream()
        .filter(claim -> SHORT.containsKey(claim.id()))
        .toList();
  }
}
