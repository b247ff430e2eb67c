package dev.syncopate.sim.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Comma-separated values as RFC 4180 has them. */
public final class CsvText {
  /** What spreadsheets take for a formula: {@code -28 %} is a number, {@code -x()} is none. */
  private static final Pattern FORMULA = Pattern.compile("(?s)[=@\t\r].*|[+-][^0-9., -].*");

  private CsvText() {}

  /** A record without its line's end. */
  public static String line(List<String> cells) {
    return cells.stream().map(CsvText::cell).collect(Collectors.joining(","));
  }

  /**
   * A field: in quotes where it has to be. One that a spreadsheet would take for a formula begins
   * with an apostrophe.
   */
  public static String cell(String text) {
    String plain = FORMULA.matcher(text).matches() ? "'" + text : text;
    boolean quoted = plain.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return quoted ? '"' + plain.replace("\"", "\"\"") + '"' : plain;
  }
}
