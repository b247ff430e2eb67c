package dev.syncopate.study.report;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.BoxPlotFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.figure.MeshFigure;
import dev.syncopate.study.figure.RejudgedClaims;
import dev.syncopate.study.figure.SmallMultiplesFigure;
import dev.syncopate.study.figure.StackedBarFigure;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.TestJobs;
import dev.syncopate.study.sweep.SweepTask;
import java.util.List;
import java.util.Map;

/** A small study with one figure of each kind. */
final class TestFindings {
  private TestFindings() {}

  static StudyFindings findings() {
    BarFigure bars =
        new BarFigure(
            "fig1",
            "Speed-up",
            "Higher is better.",
            "speed-up over baseline",
            "×",
            List.of("scope-only", "sRSP"),
            List.of(
                new BarFigure.Group("A.1", List.of(1.25, Double.NaN)),
                new BarFigure.Group("B.1", List.of(0.5, 12.0))),
            List.of(new BarFigure.Group("geometric mean", List.of(0.790569, 12.0))),
            List.of(
                new BarFigure.Stated("A.1", "scope-only", 1.2, "1.2"),
                new BarFigure.Stated("geometric mean", "sRSP", 1.25, "1.25")));
    BoxPlotFigure boxes =
        new BoxPlotFigure(
            "fig2",
            "Times",
            "Box plot.",
            "time",
            List.of("baseline", "sRSP"),
            List.of(
                new BoxPlotFigure.Box("A.1", "baseline", 0, 0.5, 1, 1.5, 4, 16),
                new BoxPlotFigure.Box("A.1", "sRSP", 0.5, 0.75, 1, 1.25, 1.5, 16)));
    LineFigure lines =
        new LineFigure(
            "fig3",
            "Scaling",
            "By size.",
            "compute units",
            "speed-up",
            "×",
            List.of("sRSP"),
            List.of(
                new LineFigure.Point(8, List.of(1.1)),
                new LineFigure.Point(64, List.of(Double.NaN))));
    SmallMultiplesFigure multiples =
        new SmallMultiplesFigure(
            "fig4",
            "Panels",
            "By size.",
            "compute units",
            "time",
            "",
            List.of("baseline", "sRSP"),
            List.of(
                new SmallMultiplesFigure.Panel(
                    "A.1",
                    List.of(
                        new LineFigure.Point(1, List.of(1.0, 0.5)),
                        new LineFigure.Point(2, List.of(2.0, 0.75)))),
                new SmallMultiplesFigure.Panel(
                    "B.1", List.of(new LineFigure.Point(1, List.of(1.0, 4.0))))),
            2);
    StackedBarFigure stacks =
        new StackedBarFigure(
            "fig5",
            "Energy",
            "By part.",
            "energy",
            "×",
            List.of("baseline", "sRSP"),
            List.of("L1", "L2"),
            List.of(
                new StackedBarFigure.Group(
                    "A.1", List.of(List.of(0.25, 0.75), List.of(0.5, Double.NaN)))));
    MeshFigure meshes =
        new MeshFigure(
            "fig6",
            "Links",
            "By link.",
            List.of(
                new MeshFigure.Panel(
                    "A.1 under <GD0>",
                    2,
                    1,
                    List.of(
                        new MeshFigure.Link(0, "east", 0.25),
                        new MeshFigure.Link(1, "west", 0),
                        new MeshFigure.Link(1, "bank", 0.5))),
                new MeshFigure.Panel("B.1", 2, 1, List.of(new MeshFigure.Link(0, "unit", 0.125)))));
    TableFigure table =
        new TableFigure(
            "t",
            "Table </script> & \"more\"",
            "All.",
            List.of("", "n"),
            List.of(List.of("a, b", "1,000")),
            1);
    Claim claim =
        new Claim(
            "mean", "§5", "sRSP is fast", "held: if so", "1.25×", "1.10×", Claim.Verdict.PARTLY);
    Claim not =
        new Claim("no", "§6", "it is \"always\" so", "all", "-", "0 of 3", Claim.Verdict.NOT_HELD);
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
            new ResultCell(new Coordinate("A.1", "baseline", "m"), new SweepTask("a", right, 1)),
            new ResultCell(new Coordinate("B.1", "baseline", "m"), new SweepTask("b", wrong, 1))),
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
            Claim.Verdict.HELD);
    return new StudyFindings(
        once.name(),
        once.title(),
        once.facts(),
        once.inputs(),
        once.figures(),
        once.claims(),
        List.of(
            new RejudgedClaims(
                "links", "Narrow links.", List.of(heldClaim, once.claims().getLast()))));
  }
}
