package dev.syncopate.study.paper.localtm;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.figure.SmallMultiplesFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;

/** Figures of what the paper leaves to future work, or open. */
final class BeyondFigures {
  /** Tables on which wavefronts are varied: many conflicts, some, none with four wavefronts. */
  static final List<LocaltmProgram> SCALED =
      LocaltmProgram.TABLES.stream()
          .filter(table -> List.of(2, 16, 64, 256).contains(table.entries()))
          .toList();

  private static final List<LocaltmScenario> PROGRAMS =
      List.of(
          LocaltmScenario.TM, LocaltmScenario.FGL, LocaltmScenario.COARSE, LocaltmScenario.ATOMICS);
  private static final List<LocaltmScenario> SCALED_WAYS =
      List.of(LocaltmScenario.TM, LocaltmScenario.FGL);

  private final LocaltmMeasurements measured;

  BeyondFigures(LocaltmMeasurements measured) {
    this.measured = measured;
  }

  List<Figure> all() {
    return List.of(
        programs(), wavefronts(), filters(), falseConflicts(), policies(), fallbacks(), givenUp());
  }

  private Figure programs() {
    return new BarFigure(
        "programs",
        "Speed-up over serialisation of other programs",
        "Transfers between random accounts, insertions into a sorted list, a work queue, a histogram"
            + " of three counters an update, sums of k-means. One lock: for all of the work-group's"
            + " data. FGL: a lock for each thing. Atomics: without sections, where the program can do"
            + " it so. Higher is better.",
        "speed-up",
        "×",
        PROGRAMS.stream().map(LocaltmScenario::label).toList(),
        groups(LocaltmProgram.OTHERS, PROGRAMS, measured::speedup),
        List.of(),
        List.of());
  }

  private Figure wavefronts() {
    List<SmallMultiplesFigure.Panel> panels = new ArrayList<>();
    for (LocaltmProgram table : SCALED) {
      panels.add(
          new SmallMultiplesFigure.Panel(
              table.label(),
              LocaltmVariations.WAVEFRONTS.stream()
                  .map(count ->
                      new LineFigure.Point(
                          count,
                          SCALED_WAYS.stream()
                              .map(scenario -> scaled(table, scenario, count))
                              .toList()))
                  .toList()));
    }
    return new SmallMultiplesFigure(
        "wavefronts",
        "Speed-up over serialisation by the work-group's wavefronts",
        "Each wavefront brings 64 work-items with a number each to insert; the paper has four. Over"
            + " one thread after the other with as many wavefronts. Higher is better.",
        "wavefronts",
        "speed-up",
        "×",
        SCALED_WAYS.stream().map(LocaltmScenario::label).toList(),
        panels,
        2);
  }

  private double scaled(LocaltmProgram table, LocaltmScenario scenario, int count) {
    return measured.speedup(
        table,
        LocaltmVariations.wavefronts(scenario, count),
        LocaltmVariations.wavefronts(LocaltmScenario.SERIAL, count));
  }

  private Figure filters() {
    return new BarFigure(
        "filters",
        "Time of transactions by the size of their filters",
        "Bits of a work-item's Bloom filter for a bank, or exact ones. Execution time over that with"
            + " the paper's 8 bits. Lower is better.",
        "relative time",
        "×",
        LocaltmVariations.BITS.stream().map(LocaltmVariations::filterWords).toList(),
        perFilter((program, scenario) ->
            measured.time(program, scenario) / measured.time(program, LocaltmScenario.TM)),
        List.of(),
        List.of());
  }

  private Figure falseConflicts() {
    return new BarFigure(
        "false-conflicts",
        "Attempts that end in a false conflict, by the size of filters",
        "Conflicts that only a filter has seen, over all attempts.",
        "share of attempts",
        "%",
        LocaltmVariations.BITS.stream().map(LocaltmVariations::filterWords).toList(),
        perFilter((program, scenario) ->
            100
                * measured.counter(program, scenario, "tx.falseConflicts")
                / measured.counter(program, scenario, "tx.attempts")),
        List.of(),
        List.of());
  }

  private List<BarFigure.Group> perFilter(
      ToDoubleBiFunction<LocaltmProgram, LocaltmScenario> value) {
    return groups(
        LocaltmProgram.CHOSEN,
        LocaltmVariations.BITS.stream().map(LocaltmVariations::filter).toList(),
        value);
  }

  private Figure policies() {
    return new BarFigure(
        "policies",
        "Time of transactions by policy",
        "Execution time over that of the paper's design. R/w sets: two reads do not conflict"
            + " (tx.conflicts=rw). Lazy: the shadow has new values until commit"
            + " (tx.versioning=lazy). Exact: filters without false positives. Back-off 8: so many cycles, times the attempts that have failed,"
            + " before the next one. 8 attempts: restarts with an equal mask before a wavefront is"
            + " serialised, in place of 2. Serialised to the end: for the rest of the transaction"
            + " (tx.serialise=rest). Lower is better.",
        "relative time",
        "×",
        LocaltmVariations.POLICIES.stream().map(BeyondFigures::words).toList(),
        groups(
            LocaltmProgram.CHOSEN,
            LocaltmVariations.POLICIES,
            (program, scenario) ->
                measured.time(program, scenario) / measured.time(program, LocaltmScenario.TM)),
        List.of(),
        List.of());
  }

  private Figure fallbacks() {
    List<LocaltmScenario> series = new ArrayList<>(List.of(LocaltmVariations.SETS));
    series.addAll(LocaltmVariations.FALLBACKS);
    return new BarFigure(
        "fallbacks",
        "Time of transactions with a way of the program's own",
        "Execution time over that of the paper's design. Fallback: after so many conflicts a lane's"
            + " transaction is given up (tx.fallback), and the program takes one lock for all of the"
            + " work-group's data. Transactions read it first, so that the thread that takes it rolls them"
            + " back; without r/w sets they conflict with each other there. Never: what looking at the"
            + " lock costs by itself. Lower is better.",
        "relative time",
        "×",
        series.stream().map(LocaltmScenario::label).toList(),
        groups(
            LocaltmProgram.CHOSEN,
            series,
            (program, scenario) ->
                measured.time(program, scenario) / measured.time(program, LocaltmScenario.TM)),
        List.of(),
        List.of());
  }

  private Figure givenUp() {
    return new BarFigure(
        "given-up",
        "Transactions that were given up",
        "Their lanes took the lock. Over all that began, those included that found the lock taken and"
            + " did nothing.",
        "share of transactions",
        "%",
        LocaltmVariations.FALLBACKS.stream().map(LocaltmScenario::label).toList(),
        groups(
            LocaltmProgram.CHOSEN,
            LocaltmVariations.FALLBACKS,
            (program, scenario) ->
                100
                    * measured.counter(program, scenario, "tx.fallbacks")
                    / measured.counter(program, scenario, "tx.begins")),
        List.of(),
        List.of());
  }

  private static String words(LocaltmScenario policy) {
    return policy.label().substring(LocaltmScenario.TM.label().length() + 2);
  }

  private static List<BarFigure.Group> groups(
      List<LocaltmProgram> programs,
      List<LocaltmScenario> scenarios,
      ToDoubleBiFunction<LocaltmProgram, LocaltmScenario> value) {
    return groups(
        programs,
        program ->
            scenarios.stream().map(scenario -> value.applyAsDouble(program, scenario)).toList());
  }

  private static List<BarFigure.Group> groups(
      List<LocaltmProgram> programs, Function<LocaltmProgram, List<Double>> values) {
    return programs.stream()
        .map(program -> new BarFigure.Group(program.label(), values.apply(program)))
        .toList();
  }
}
