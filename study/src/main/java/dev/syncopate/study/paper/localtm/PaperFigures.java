package dev.syncopate.study.paper.localtm;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.figure.StackedBarFigure;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.paper.PublishedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 2, and the numbers of attempts behind it. */
final class PaperFigures {
  private static final List<LocaltmScenario> FASTER =
      List.of(LocaltmScenario.TM, LocaltmScenario.FGL);

  private final LocaltmMeasurements measured;
  private final PublishedText.LocalTm published;

  PaperFigures(LocaltmMeasurements measured, PublishedText.LocalTm published) {
    this.measured = measured;
    this.published = published;
  }

  List<Figure> all() {
    return List.of(speedups(), breakdown(), serialised(), attempts());
  }

  private Figure speedups() {
    return new BarFigure(
        "fig2a",
        "Speed-up over serialisation (fig. 2a)",
        "Execution time of one thread after the other over that of transactions (TM) and of a lock an"
            + " entry (FGL), of the whole kernel and of inserting alone. The paper states %.0f× to %.0f× for TM, in all cases; it draws the rest."
                .formatted(published.speedup().min(), published.speedup().max())
            + " Higher is better.",
        "speed-up",
        "×",
        Stream.of("", ", inserting")
            .flatMap(part -> FASTER.stream().map(scenario -> scenario.label() + part))
            .toList(),
        LocaltmProgram.TABLES.stream()
            .map(table -> new BarFigure.Group(table.label(), speedups(table)))
            .toList(),
        List.of(
            new BarFigure.Group(
                "geometric mean",
                IntStream.range(0, 2 * FASTER.size())
                    .mapToObj(i ->
                        Means.geometric(
                            LocaltmProgram.TABLES.stream()
                                .map(table -> speedups(table).get(i))
                                .toList()))
                    .toList())),
        List.of());
  }

  /** Of the whole kernel, then of inserting. */
  private List<Double> speedups(LocaltmProgram table) {
    return Stream.concat(
            FASTER.stream().map(scenario -> measured.speedup(table, scenario)),
            FASTER.stream()
                .map(
                    scenario -> measured.insertingSpeedup(table, scenario, LocaltmScenario.SERIAL)))
        .toList();
  }

  private Figure breakdown() {
    List<String> parts =
        new ArrayList<>(
            Arrays.stream(LocaltmMeasurements.Part.values())
                .map(LocaltmMeasurements.Part::words)
                .toList());
    parts.add("the rest");
    return new StackedBarFigure(
        "fig2b",
        "What the cycles of TM are spent on (fig. 2b)",
        "Shares of the kernel's cycles. Versioning keeps old values and owners and rolls back,"
            + " conflict detection evaluates filters, clean-up releases what a transaction that"
            + " commits owns; each holds local memory for that long. The rest is everything else, of"
            + " transactions and outside.",
        "share of cycles",
        "%",
        List.of(LocaltmScenario.TM.label()),
        parts,
        LocaltmProgram.TABLES.stream()
            .map(table -> new StackedBarFigure.Group(table.label(), List.of(stack(table))))
            .toList());
  }

  private List<Double> stack(LocaltmProgram table) {
    List<Double> stack = new ArrayList<>();
    for (LocaltmMeasurements.Part part : LocaltmMeasurements.Part.values()) {
      stack.add(100 * measured.share(table, LocaltmScenario.TM, part));
    }
    stack.add(100 * (1 - measured.overhead(table, LocaltmScenario.TM)));
    return stack;
  }

  private Figure serialised() {
    return new BarFigure(
        "fig2c",
        "Transactions that had to be serialised (fig. 2c)",
        "Transactions that committed while their work-item ran alone in its wavefront, over all.",
        "share of transactions",
        "%",
        List.of(LocaltmScenario.TM.label()),
        LocaltmProgram.TABLES.stream()
            .map(table ->
                new BarFigure.Group(
                    table.label(), List.of(100 * measured.serialised(table, LocaltmScenario.TM))))
            .toList(),
        List.of(),
        List.of());
  }

  private Figure attempts() {
    List<String> counters =
        List.of(
            "begins",
            "attempts",
            "conflicts",
            "falseConflicts",
            "serialised",
            "wavefrontSerialisations",
            "workGroupSerialisations");
    List<List<String>> rows = new ArrayList<>();
    for (LocaltmProgram program : LocaltmProgram.all()) {
      List<String> row = new ArrayList<>(List.of(program.label()));
      row.add(count(measured.time(program, LocaltmScenario.TM)));
      counters.forEach(counter ->
          row.add(count(measured.counter(program, LocaltmScenario.TM, "tx." + counter))));
      rows.add(row);
    }
    return new TableFigure(
        "attempts",
        "What became of transactions",
        "Begun and attempted, one for each work-item; attempts that ended in a conflict, and of these"
            + " those that only a filter has seen; transactions committed by a work-item that ran"
            + " alone; times a wavefront and the work-group were serialised.",
        List.of(
            "",
            "cycles",
            "begun",
            "attempts",
            "conflicts",
            "false ones",
            "serialised",
            "wavefronts serialised",
            "work-groups serialised"),
        rows,
        1);
  }

  private static String count(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
  }
}
