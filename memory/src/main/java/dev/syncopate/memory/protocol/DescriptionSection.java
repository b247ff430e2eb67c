package dev.syncopate.memory.protocol;

import java.util.List;

/**
 * A section of a protocol's printed description.
 *
 * @param title one or more lines; the text itself where there are no rows
 * @param rows of a table, each with the same number of cells; none for text alone
 */
public record DescriptionSection(String title, List<List<String>> rows) {
  /** Text alone. */
  public static DescriptionSection text(String text) {
    return new DescriptionSection(text, List.of());
  }
}
