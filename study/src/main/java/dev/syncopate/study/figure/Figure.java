package dev.syncopate.study.figure;

/** Numbers that belong in one chart. A number that was not measured is NaN. */
public sealed interface Figure permits Bars, Boxes, Lines, Table {
  /** Short name for files and links, for example {@code fig8}. */
  String id();

  /** One line. */
  String title();

  /** What was measured and how to read it, in sentences. */
  String note();
}
