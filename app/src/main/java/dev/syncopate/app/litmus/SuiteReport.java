package dev.syncopate.app.litmus;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.sim.text.CsvText;
import java.util.ArrayList;
import java.util.List;

/** Many tests: what each model answers to each, as a table and as CSV. */
public final class SuiteReport {
  private SuiteReport() {}

  /** A row for each test, a column for each model. */
  public static String table(List<AnsweredTest> tests, List<String> models) {
    TextTable table = new TextTable();
    List<String> heading = new ArrayList<>(List.of("test"));
    heading.addAll(models);
    table.row(heading);
    StringBuilder problems = new StringBuilder();
    for (AnsweredTest answered : tests) {
      LitmusTest test = answered.file().test();
      List<String> row = new ArrayList<>(List.of(answered.file().path()));
      if (test == null) {
        row.add("not read");
        problems.append(answered.file().problem()).append('\n');
      } else {
        for (ModelAnswer answer : answered.answers()) {
          row.add(cell(test, answer));
          if (answer.problem() != null) {
            problems.append(
                "%s, by %s: %s\n"
                    .formatted(answered.file().path(), answer.model(), answer.problem()));
          }
        }
      }
      table.row(row);
    }
    return table.text() + (problems.isEmpty() ? "" : "\n" + problems);
  }

  static String cell(LitmusTest test, ModelAnswer answer) {
    AllowedOutcomes findings = answer.findings();
    if (findings == null) {
      return "?";
    }
    List<String> remarks = new ArrayList<>();
    List<String> undefining = new ArrayList<>(answer.undefining());
    if (!undefining.isEmpty()) {
      undefining.remove("race");
      remarks.add(
          undefining.isEmpty() ? "racy" : "undefined: " + String.join(" ", answer.undefining()));
    }
    List<String> flags = new ArrayList<>(findings.flags().keySet());
    flags.removeAll(answer.undefining());
    if (!flags.isEmpty()) {
      remarks.add("flags: " + String.join(" ", flags));
    }
    String verdict = AnsweredTest.verdict(test, answer.verdict());
    return remarks.isEmpty() ? verdict : "%s (%s)".formatted(verdict, String.join("; ", remarks));
  }

  /**
   * Lines of {@code test,model,verdict,outcomes,flags,bounded,problem}; the verdict is 1 or 0, or
   * nothing where there is none.
   */
  public static String csv(List<AnsweredTest> tests) {
    StringBuilder text = new StringBuilder("test,model,verdict,outcomes,flags,bounded,problem\n");
    for (AnsweredTest answered : tests) {
      String path = CsvText.cell(answered.file().path());
      if (answered.file().problem() != null) {
        text.append("%s,,,,,,%s\n".formatted(path, CsvText.cell(answered.file().problem())));
      }
      for (ModelAnswer answer : answered.answers()) {
        AllowedOutcomes findings = answer.findings();
        text.append(path).append(',').append(CsvText.cell(answer.model())).append(',');
        text.append(
            findings == null
                ? ",,,," + CsvText.cell(String.valueOf(answer.problem()))
                : "%d,%d,%s,%d,"
                    .formatted(
                        answer.verdict() ? 1 : 0,
                        findings.outcomes().size(),
                        String.join(" ", findings.flags().keySet()),
                        findings.cut() ? 1 : 0));
        text.append('\n');
      }
    }
    return text.toString();
  }
}
