package dev.syncopate.app.litmus;

import dev.syncopate.model.axiom.answer.TerminationAnswer;
import dev.syncopate.model.axiom.candidate.EndlessExecution;
import dev.syncopate.model.axiom.interleave.Interleavings.EndlessInterleaving;
import dev.syncopate.model.axiom.witness.WitnessText;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.TerminationQuestion;
import dev.syncopate.sim.text.CsvText;
import java.util.ArrayList;
import java.util.List;

/** Report of whether tests end, with a run for each model under which one does not. */
public final class TerminationReport {
  private final TerminationQuestion question;
  private final int bound;

  /**
   * @param bound how often a thread executed an instruction at most in executions of a model
   */
  public TerminationReport(TerminationQuestion question, int bound) {
    this.question = question;
    this.bound = bound;
  }

  /**
   * One test.
   *
   * @param witnesses whether runs that do not end are shown
   */
  public String of(LitmusTest test, List<TerminationAnswer> answers, boolean witnesses) {
    StringBuilder text = new StringBuilder();
    text.append(test.name().isEmpty() ? "test" : test.name());
    text.append(": does every run end under ").append(question).append("?\n\n");
    TextTable table = new TextTable();
    List<String> heading = new ArrayList<>(List.of(""));
    List<String> verdicts = new ArrayList<>(List.of("verdict"));
    for (TerminationAnswer answer : answers) {
      heading.add(answer.model());
      verdicts.add(verdict(answer));
    }
    table.row(heading);
    table.row(verdicts);
    text.append(table.text());
    text.append(notes(answers));
    for (TerminationAnswer answer : answers) {
      if (answer.problem() != null) {
        text.append(answer.model()).append(": ").append(answer.problem()).append('\n');
      } else if (witnesses && !answer.ends()) {
        text.append(witness(test, answer));
      }
    }
    return text.toString();
  }

  /** A row for each test, a column for each model. */
  public String table(List<TerminatedTest> tests, List<String> models) {
    TextTable table = new TextTable();
    List<String> heading = new ArrayList<>(List.of("test"));
    heading.addAll(models);
    table.row(heading);
    StringBuilder problems = new StringBuilder();
    List<TerminationAnswer> allAnswers = new ArrayList<>();
    for (TerminatedTest terminated : tests) {
      List<String> row = new ArrayList<>(List.of(terminated.file().path()));
      if (terminated.file().test() == null) {
        row.add("not read");
        problems.append(terminated.file().problem()).append('\n');
      }
      for (TerminationAnswer answer : terminated.answers()) {
        row.add(verdict(answer));
        allAnswers.add(answer);
        if (answer.problem() != null) {
          problems.append(
              "%s, by %s: %s\n"
                  .formatted(terminated.file().path(), answer.model(), answer.problem()));
        }
      }
      table.row(row);
    }
    return table.text() + notes(allAnswers) + (problems.isEmpty() ? "" : "\n" + problems);
  }

  /** Lines of {@code test,model,fairness,unit,ends,bounded,problem}. */
  public String csv(List<TerminatedTest> tests) {
    StringBuilder text = new StringBuilder("test,model,fairness,unit,ends,bounded,problem\n");
    String cells = question.fairness().text() + "," + question.granularity().text();
    for (TerminatedTest terminated : tests) {
      String path = CsvText.cell(terminated.file().path());
      String unread = terminated.file().problem();
      if (unread != null) {
        text.append("%s,,%s,,,%s\n".formatted(path, cells, CsvText.cell(unread)));
      }
      for (TerminationAnswer answer : terminated.answers()) {
        String problem = answer.problem();
        text.append(
            "%s,%s,%s,%s\n"
                .formatted(
                    path,
                    CsvText.cell(answer.model()),
                    cells,
                    problem == null
                        ? "%d,%d,".formatted(answer.ends() ? 1 : 0, answer.bounded() ? 1 : 0)
                        : ",," + CsvText.cell(problem)));
      }
    }
    return text.toString();
  }

  /** A verdict in a word. */
  private static String verdict(TerminationAnswer answer) {
    if (answer.problem() != null) {
      return "?";
    }
    return answer.ends() ? answer.bounded() ? "ends (bounded)" : "ends" : "may not end";
  }

  private String notes(List<TerminationAnswer> answers) {
    return answers.stream().anyMatch(TerminationAnswer::bounded)
        ? ("bounded: every interleaving ends; of the model's other executions those were judged in"
                + " which\nloops that write iterate up to %d times (--bound).\n")
            .formatted(bound)
        : "";
  }

  private static String witness(LitmusTest test, TerminationAnswer answer) {
    StringBuilder text = new StringBuilder();
    EndlessInterleaving interleaving = answer.interleaving();
    if (interleaving != null) {
      text.append("\nmay not end, by %s, as an interleaving:\n".formatted(answer.model()));
      interleaving.prefix().forEach(step -> text.append("  ").append(step).append('\n'));
      String lead = interleaving.prefix().isEmpty() ? "  " : "  then ";
      text.append(lead);
      text.append(
          interleaving.round().isEmpty() ? "threads wait forever at a barrier\n" : "forever:\n");
      interleaving.round().forEach(step -> text.append("    ").append(step).append('\n'));
    }
    EndlessExecution execution = answer.execution();
    if (execution != null) {
      text.append("\nmay not end, by %s, which no interleaving shows:\n".formatted(answer.model()));
      text.append(WitnessText.of(test, execution.execution(), "  "));
      execution.remarks().forEach(remark -> text.append("  ").append(remark).append('\n'));
    }
    return text.toString();
  }
}
