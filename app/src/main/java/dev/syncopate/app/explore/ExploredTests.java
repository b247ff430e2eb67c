package dev.syncopate.app.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** The tests of one command: those that were explored, and those that it did not come to. */
public final class ExploredTests {
  private static final int NAMED = 8;

  private final List<ExploredTest> explored = new ArrayList<>();
  private final List<String> notBegun = new ArrayList<>();

  /** Takes one that was explored, perhaps not wholly. */
  public void add(ExploredTest test) {
    explored.add(test);
  }

  /** Takes one that was not begun. */
  public void left(String name) {
    notBegun.add(name);
  }

  /** Those that were explored, in their order. */
  public List<ExploredTest> explored() {
    return List.copyOf(explored);
  }

  /** The names of those that were not begun. */
  public List<String> notBegun() {
    return List.copyOf(notBegun);
  }

  public boolean isEmpty() {
    return explored.isEmpty();
  }

  /** Whether any that was explored is such. */
  public boolean any(Predicate<ExploredTest> predicate) {
    return explored.stream().anyMatch(predicate);
  }

  /** Whether all were begun, and explored and judged to the end. */
  public boolean isWhole() {
    return notBegun.isEmpty() && explored.stream().allMatch(ExploredTest::isWhole);
  }

  /**
   * What is missing and why, on a few lines; nothing where all were begun and none was cut short.
   *
   * @param cause for example {@code Interrupted}
   */
  public String missing(String cause) {
    List<String> parts =
        explored.stream()
            .filter(test -> !test.isWhole())
            .map(test -> test.exploration().test().name())
            .toList();
    if (notBegun.isEmpty() && (parts.isEmpty() || explored.size() == 1)) {
      return "";
    }
    return String.format(
            Locale.ROOT,
            "%s: %,d of %,d tests were explored wholly%n",
            cause,
            explored.size() - parts.size(),
            explored.size() + notBegun.size())
        + line("not wholly", parts)
        + line("not begun", notBegun);
  }

  private static String line(String label, List<String> names) {
    return names.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "  %s: %s%s%n",
            label,
            String.join(", ", names.subList(0, Math.min(NAMED, names.size()))),
            names.size() > NAMED ? ", and %,d more".formatted(names.size() - NAMED) : "");
  }
}
