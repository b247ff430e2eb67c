package dev.syncopate.study.figure;

import java.util.function.UnaryOperator;

/** Numbers that belong in one chart. A number that was not measured is NaN. */
public sealed interface Figure
    permits BarFigure,
        BoxPlotFigure,
        HeatMap,
        LineFigure,
        MeshFigure,
        SmallMultiplesFigure,
        StackedBarFigure,
        TableFigure {
  /** Between a subject and the graph that it ran on, in labels. */
  String ON = " on ";

  /** Short name for files and links, for example {@code fig8}. */
  String id();

  /** One line. */
  String title();

  /** What was measured and how to read it, in sentences. */
  String note();

  /** Whether anything in it was measured. */
  default boolean isMeasured() {
    return true;
  }

  /** The same without groups or panels of which nothing was measured. */
  default Figure measured() {
    return this;
  }

  /**
   * The same with other labels of groups, where a figure has any: the graph that ran may not be the
   * paper's.
   */
  default Figure relabelled(UnaryOperator<String> label) {
    return this;
  }
}
