package dev.syncopate.study.report;

import dev.syncopate.study.figure.Bars;
import dev.syncopate.study.figure.Boxes;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Claim.Verdict;
import dev.syncopate.study.figure.Judged;
import dev.syncopate.study.figure.Lines;
import dev.syncopate.study.figure.Meshes;
import dev.syncopate.study.figure.Multiples;
import dev.syncopate.study.figure.Stacks;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.Table;
import dev.syncopate.study.grid.Cell;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.TestJobs;
import dev.syncopate.study.sweep.Task;
import java.util.List;
import java.util.Map;

/** A small study with one figure of each kind. */
final class TestFindings {
  private TestFindings() {}

  static StudyFindings findings() {
    Bars bars =
        new Bars(
            "fig1",
            "Speed-up",
            "Higher is better.",
            "speed-up over baseline",
            "×",
            List.of("scope-only", "sRSP"),
            List.of(
                new Bars.Group("A.1", List.of(1.25, Double.NaN)),
                new Bars.Group("B.1", List.of(0.5, 12.0))),
            List.of(new Bars.Group("geometric mean", List.of(0.790569, 12.0))),
            List.of(
                new Bars.Stated("A.1", "scope-only", 1.2, "1.2"),
                new Bars.Stated("geometric mean", "sRSP", 1.25, "1.25")));
    Boxes boxes =
        new Boxes(
            "fig2",
            "Times",
            "Box plot.",
            "time",
            List.of("baseline", "sRSP"),
            List.of(
                new Boxes.Box("A.1", "baseline", 0, 0.5, 1, 1.5, 4, 16),
                new Boxes.Box("A.1", "sRSP", 0.5, 0.75, 1, 1.25, 1.5, 16)));
    Lines lines =
        new Lines(
            "fig3",
            "Scaling",
            "By size.",
            "compute units",
            "speed-up",
            "×",
            List.of("sRSP"),
            List.of(new Lines.Point(8, List.of(1.1)), new Lines.Point(64, List.of(Double.NaN))));
    Multiples multiples =
        new Multiples(
            "fig4",
            "Panels",
            "By size.",
            "compute units",
            "time",
            "",
            List.of("baseline", "sRSP"),
            List.of(
                new Multiples.Panel(
                    "A.1",
                    List.of(
                        new Lines.Point(1, List.of(1.0, 0.5)),
                        new Lines.Point(2, List.of(2.0, 0.75)))),
                new Multiples.Panel("B.1", List.of(new Lines.Point(1, List.of(1.0, 4.0))))),
            2);
    Stacks stacks =
        new Stacks(
            "fig5",
            "Energy",
            "By part.",
            "energy",
            "×",
            List.of("baseline", "sRSP"),
            List.of("L1", "L2"),
            List.of(
                new Stacks.Group("A.1", List.of(List.of(0.25, 0.75), List.of(0.5, Double.NaN)))));
    Meshes meshes =
        new Meshes(
            "fig6",
            "Links",
            "By link.",
            List.of(
                new Meshes.Panel(
                    "A.1 under <GD0>",
                    2,
                    1,
                    List.of(
                        new Meshes.Link(0, "east", 0.25),
                        new Meshes.Link(1, "west", 0),
                        new Meshes.Link(1, "bank", 0.5))),
                new Meshes.Panel("B.1", 2, 1, List.of(new Meshes.Link(0, "unit", 0.125)))));
    Table table =
        new Table(
            "t",
            "Table </script> & \"more\"",
            "All.",
            List.of("", "n"),
            List.of(List.of("a, b", "1,000")),
            1);
    Claim claim =
        new Claim("mean", "§5", "sRSP is fast", "held: if so", "1.25×", "1.10×", Verdict.PARTLY);
    Claim not =
        new Claim("no", "§6", "it is \"always\" so", "all", "-", "0 of 3", Verdict.NOT_HELD);
    return new StudyFindings(
        "tiny",
        "A tiny study",
        List.of("Made up."),
        List.of(new StudyFindings.Input("A.1", "sssp", "USA-road-d.BAY", "bay-like")),
        List.of(bars, boxes, lines, multiples, stacks, meshes, table),
        List.of(claim, not));
  }

  /** One right result and one wrong. */
  static ResultGrid grid() {
    Job right = TestJobs.vecadd(1);
    Job wrong = TestJobs.vecadd(2);
    return ResultGrid.of(
        List.of(
            new Cell(new Coordinate("A.1", "baseline", "m"), new Task("a", right, 1)),
            new Cell(new Coordinate("B.1", "baseline", "m"), new Task("b", wrong, 1))),
        Map.of(
            right,
            TestJobs.result(right, "k1", 1234, Map.of("l1.loads", 7L)),
            wrong,
            TestJobs.wrong(wrong, "k2")));
  }

  /** The same, judged once more where the first claim comes out as published. */
  static StudyFindings judgedTwice() {
    StudyFindings once = findings();
    Claim first = once.claims().getFirst();
    Claim heldClaim =
        new Claim(
            first.id(),
            first.source(),
            first.statement(),
            first.criterion(),
            first.published(),
            "1.24×",
            Verdict.HELD);
    return new StudyFindings(
        once.name(),
        once.title(),
        once.facts(),
        once.inputs(),
        once.figures(),
        once.claims(),
        List.of(new Judged("links", "Narrow links.", List.of(heldClaim, once.claims().getLast()))));
  }
}
