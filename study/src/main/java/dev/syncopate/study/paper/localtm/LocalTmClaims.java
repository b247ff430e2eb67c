package dev.syncopate.study.paper.localtm;

import static dev.syncopate.study.paper.localtm.Measured.Part.CLEANUP;
import static dev.syncopate.study.paper.localtm.Measured.Part.VERSIONING;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.Published;
import dev.syncopate.study.paper.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What section IV says, statement by statement. */
final class LocalTmClaims {
  private static final String SPEEDUP = "§IV, fig. 2(a)";
  private static final String BREAKDOWN = "§IV, fig. 2(b)";
  private static final String SERIALISED = "§IV, fig. 2(c)";

  /** A time that is longer by no more than this reaches the other one. */
  private static final double REACHES = 1.1;

  /** Parts that differ by less are the same. */
  private static final double SAME = 0.02;

  private final Measured measured;
  private final Verdicts verdicts;
  private final Published.LocalTm published;

  /** By which it is judged. */
  private final Reading reading;

  LocalTmClaims(
      Measured measured, Verdicts verdicts, Published.LocalTm published, Reading reading) {
    this.measured = measured;
    this.verdicts = verdicts;
    this.published = published;
    this.reading = reading;
  }

  /** What figure 2 shows, panel after panel, as far as the text says it. */
  void addFigure() {
    speedups();
    inserting();
    locks();
    overhead();
    parts();
    conflicts();
    serialised();
  }

  private void speedups() {
    List<Case> cases = tables(this::speedup);
    verdicts.places(
        "tm-over-serialisation",
        SPEEDUP,
        "In all cases the proposal surpasses serialisation of the transaction",
        "serialisation's time over TM's above 1",
        cases,
        speedup -> speedup > 1);
    List<Double> there = values(cases);
    verdicts.speedup(
        "tm-speedup-least",
        SPEEDUP,
        "achieving a speed-up between 20× and 70×: the least",
        published.speedup().min(),
        Verdicts.smallest(there));
    verdicts.speedup(
        "tm-speedup-most", SPEEDUP, "and the most", published.speedup().max(), largest(there));
    verdicts.speedup(
        "tm-speedup-spread",
        SPEEDUP,
        "between 20× and 70×: the most over the least",
        published.speedup().max() / published.speedup().min(),
        largest(there) / Verdicts.smallest(there));
  }

  /** The same of inserting alone: what the paper's times are of it does not say. */
  private void inserting() {
    List<Double> there =
        values(
            tables(table ->
                measured.insertingSpeedup(table, reading.transactional(), reading.serial())));
    verdicts.speedup(
        "tm-speedup-least-inserting",
        SPEEDUP,
        "achieving a speed-up between 20× and 70×: the least, of inserting alone",
        published.speedup().min(),
        Verdicts.smallest(there));
    verdicts.speedup(
        "tm-speedup-most-inserting",
        SPEEDUP,
        "and the most, of inserting alone",
        published.speedup().max(),
        largest(there));
  }

  private double speedup(Program table) {
    return measured.speedup(table, reading.transactional(), reading.serial());
  }

  private static double largest(List<Double> values) {
    return -Verdicts.smallest(values.stream().map(value -> -value).toList());
  }

  private void locks() {
    verdicts.places(
        "tm-reaches-fgl",
        SPEEDUP,
        published.statement("favourable")
            + " (HT256, where nobody conflicts and all can insert at once)",
        "TM's time over FGL's at most 1.1",
        List.of(new Case(Program.HT256.label(), overLocks(Program.HT256))),
        ratio -> ratio <= REACHES);
    verdicts.places(
        "fgl-ahead-with-conflicts",
        SPEEDUP,
        published.statement("favourable") + ": so it does not in the least favourable (HT2)",
        "TM's time over FGL's above 1",
        List.of(new Case(Program.HT2.label(), overLocks(Program.HT2))),
        ratio -> ratio > 1);
  }

  /** TM against one lock for everything, which no reading changes. */
  void addAbstract() {
    verdicts.places(
        "tm-over-one-lock",
        "abstract",
        "TM achieves speed-ups above those of coarse-grained locks",
        "the time with one lock over TM's above 1",
        tables(table -> measured.speedup(table, Scenario.TM, Scenario.COARSE)),
        speedup -> speedup > 1);
  }

  private double overLocks(Program table) {
    return measured.time(table, reading.transactional()) / measured.time(table, reading.locked());
  }

  private void overhead() {
    double stated = published.percent("overhead");
    double mean =
        Means.arithmetic(
            values(tables(table -> measured.overhead(table, reading.transactional()))));
    verdicts.add(
        new Claim(
            "tm-overhead",
            BREAKDOWN,
            published.statement("overhead") + " (mean of all tables)",
            "held: the share is between half and twice the published one; partly: there is one",
            Verdicts.percent(stated),
            Verdicts.percent(mean),
            Criterion.gain(stated, mean)));
  }

  private void parts() {
    String statement = published.statement("clean-up");
    verdicts.places(
        "cleanup-with-few-conflicts",
        BREAKDOWN,
        statement + ": clean-up",
        "clean-up's part of TM's cycles over that with half as many entries at least 1",
        steps(table -> part(table, CLEANUP)),
        ratio -> ratio >= 1);
    verdicts.places(
        "versioning-with-many-conflicts",
        BREAKDOWN,
        statement + ": versioning",
        "versioning's part of TM's cycles over that with twice as many entries at least 1",
        steps(table -> 1 / part(table, VERSIONING)),
        ratio -> ratio >= 1);
    verdicts.places(
        "ends-of-the-range",
        BREAKDOWN,
        statement + ": the first and the last table",
        "clean-up's part of TM's cycles in HT256 over that in HT2, and versioning's in HT2 over that"
            + " in HT256, at least 1.02",
        List.of(
            new Case("clean-up", part(Program.HT256, CLEANUP) / part(Program.HT2, CLEANUP)),
            new Case(
                "versioning", part(Program.HT2, VERSIONING) / part(Program.HT256, VERSIONING))),
        ratio -> ratio >= 1 + SAME);
  }

  /** Of the cycles that transactions cost. */
  private double part(Program table, Measured.Part part) {
    return measured.share(table, reading.transactional(), part)
        / measured.overhead(table, reading.transactional());
  }

  private void conflicts() {
    verdicts.places(
        "ht256-without-conflicts",
        "§IV",
        "HT256 has no conflict, and all work-items can insert their number at once",
        "attempts that ended in a conflict are 0",
        List.of(
            new Case(
                Program.HT256.label(),
                measured.counter(Program.HT256, reading.transactional(), "tx.conflicts"))),
        count -> count == 0);
    verdicts.places(
        "ht2-most-conflicts",
        "§IV",
        "HT2 has the largest number of conflicts",
        "conflicts over those of HT2 at most 1",
        tables(table ->
            measured.counter(table, reading.transactional(), "tx.conflicts")
                / measured.counter(Program.HT2, reading.transactional(), "tx.conflicts")),
        ratio -> ratio <= 1);
  }

  private void serialised() {
    verdicts.places(
        "no-work-group-serialisation",
        SERIALISED,
        published.statement("never happened"),
        "times a work-group was serialised are 0",
        tables(table ->
            measured.counter(table, reading.transactional(), "tx.workGroupSerialisations")),
        count -> count == 0);
    verdicts.places(
        "serialised-with-conflicts",
        SERIALISED,
        "Some transactions must be serialised (the figure's shares are not stated; judged: more where"
            + " there are most conflicts than where there are none)",
        "the share in HT2 less that in HT256 is above 0",
        List.of(
            new Case(
                Program.HT2.label(),
                measured.serialised(Program.HT2, reading.transactional())
                    - measured.serialised(Program.HT256, reading.transactional()))),
        share -> share > 0);
  }

  private List<Case> tables(ToDoubleFunction<Program> of) {
    return Program.TABLES.stream()
        .filter(reading::suits)
        .map(table -> new Case(table.label(), of.applyAsDouble(table)))
        .toList();
  }

  /** From each table to the next: its number over the one before. */
  private static List<Case> steps(ToDoubleFunction<Program> of) {
    List<Case> cases = new ArrayList<>();
    for (int i = 1; i < Program.TABLES.size(); i++) {
      Program table = Program.TABLES.get(i);
      cases.add(
          new Case(
              table.label(),
              of.applyAsDouble(table) / of.applyAsDouble(Program.TABLES.get(i - 1))));
    }
    return cases;
  }

  private static List<Double> values(List<Case> cases) {
    return cases.stream().map(Case::value).toList();
  }
}
