package dev.syncopate.app.litmus;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.answer.TerminationAnswer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Stored verdicts of another tool: lines of {@code path,1} or {@code path,0}; lines that start with
 * {@code //} are comments. A path is a test's if it is the end of the test's path.
 */
public final class Expectations {
  private final Map<String, Boolean> verdicts;

  private Expectations(Map<String, Boolean> verdicts) {
    this.verdicts = verdicts;
  }

  /**
   * Result of a comparison.
   *
   * @param compared how many tests
   * @param unlisted how many tests the file does not have, or have no verdict
   * @param differences a line for each
   * @param refused how many of the file's tests have no verdict, by the reason
   */
  public record Comparison(
      int compared, int unlisted, List<String> differences, SortedMap<String, Integer> refused) {
    /** Keeps copies. */
    public Comparison {
      differences = List.copyOf(differences);
      refused = Collections.unmodifiableSortedMap(new TreeMap<>(refused));
    }

    /** A table of the tests that agree, differ and were refused, these with each reason. */
    public String table() {
      TextTable table = new TextTable();
      table.row(List.of("", "tests"));
      table.row(List.of("agree", String.valueOf(compared - differences.size())));
      table.row(List.of("differ", String.valueOf(differences.size())));
      int refusals = refused.values().stream().mapToInt(Integer::intValue).sum();
      table.row(List.of("refused", String.valueOf(refusals)));
      refused.forEach((reason, tests) -> table.row(List.of("  " + reason, String.valueOf(tests))));
      table.row(List.of("not in the file", String.valueOf(unlisted - refusals)));
      return table.text();
    }
  }

  /**
   * Reads such lines.
   *
   * @throws IllegalArgumentException at a line that is none
   */
  public static Expectations read(String file, String text) {
    Map<String, Boolean> verdicts = new TreeMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String stripped = line.strip();
      if (stripped.isEmpty() || stripped.startsWith("//")) {
        continue;
      }
      int comma = stripped.lastIndexOf(',');
      String verdict = stripped.substring(comma + 1).strip();
      if (comma <= 0 || !(verdict.equals("1") || verdict.equals("0"))) {
        throw new IllegalArgumentException(
            "%s:%d: found `%s`, expected a path, a comma, and 1 or 0"
                .formatted(file, number, stripped));
      }
      verdicts.put(normal(stripped.substring(0, comma).strip()), verdict.equals("1"));
    }
    return new Expectations(verdicts);
  }

  /**
   * Answer to compare.
   *
   * @param path of the test
   * @param problem why there is no verdict; null where there is one
   */
  private record Given(String path, @Nullable String problem, boolean verdict) {}

  /** Compares the first model's answers. */
  public Comparison compare(List<AnsweredTest> tests) {
    return compared(
        tests.stream()
            .map(answered -> {
              ModelAnswer answer =
                  answered.answers().isEmpty() ? null : answered.answers().getFirst();
              return new Given(
                  answered.file().path(),
                  answer == null ? answered.file().problem() : answer.problem(),
                  answer != null && answer.verdict());
            })
            .toList());
  }

  /** Compares by the first model whether tests end: 1 says that every run does. */
  public Comparison compareEnds(List<TerminatedTest> tests) {
    return compared(
        tests.stream()
            .map(terminated -> {
              TerminationAnswer answer =
                  terminated.answers().isEmpty() ? null : terminated.answers().getFirst();
              return new Given(
                  terminated.file().path(),
                  answer == null ? terminated.file().problem() : answer.problem(),
                  answer != null && answer.ends());
            })
            .toList());
  }

  private Comparison compared(List<Given> tests) {
    int compared = 0;
    int unlisted = 0;
    List<String> differences = new ArrayList<>();
    SortedMap<String, Integer> refused = new TreeMap<>();
    for (Given answer : tests) {
      Boolean expected = expected(answer.path());
      if (expected == null || answer.problem() != null) {
        unlisted++;
        if (expected != null) {
          refused.merge(reason(String.valueOf(answer.problem())), 1, Integer::sum);
        }
        continue;
      }
      compared++;
      if (answer.verdict() != expected) {
        differences.add(
            "%s: expected %d, found %d"
                .formatted(answer.path(), expected ? 1 : 0, answer.verdict() ? 1 : 0));
      }
    }
    return new Comparison(compared, unlisted, differences, refused);
  }

  /** The first line of a problem, without the place in the one test. */
  private static String reason(String problem) {
    return problem.lines().findFirst().orElse("").replaceFirst("^\\S*?:\\d+:\\d+: ", "");
  }

  private @Nullable Boolean expected(String path) {
    String rest = normal(path);
    while (true) {
      Boolean verdict = verdicts.get(rest);
      int slash = rest.indexOf('/');
      if (verdict != null || slash < 0) {
        return verdict;
      }
      rest = rest.substring(slash + 1);
    }
  }

  private static String normal(String path) {
    return Path.of(path).normalize().toString().replace('\\', '/');
  }
}
