package dev.syncopate.app.litmus;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.CandidateExecution;
import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.witness.WitnessDot;
import dev.syncopate.model.axiom.witness.WitnessSvg;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.sim.text.FileName;
import dev.syncopate.sim.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes executions as pictures, named by test, model and number of the outcome. */
public final class WitnessFiles {
  private WitnessFiles() {}

  /** Writes all; how many executions there were. */
  public static int write(Path folder, List<AnsweredTest> tests) throws IOException {
    Files.createDirectories(folder);
    int written = 0;
    for (AnsweredTest answered : tests) {
      LitmusTest test = answered.file().test();
      for (ModelAnswer answer : answered.answers()) {
        AllowedOutcomes findings = answer.findings();
        if (test == null || findings == null) {
          continue;
        }
        String name = simple(answered.file().path()) + "-" + simple(answer.model());
        int number = 0;
        for (Map.Entry<ObservedState, CandidateExecution> entry : findings.outcomes().entrySet()) {
          String title = "%s, %s: %s".formatted(test.name(), answer.model(), entry.getKey());
          write(folder, name + "-" + ++number, test, entry.getValue(), title);
        }
        for (Map.Entry<String, CandidateExecution> entry : findings.flags().entrySet()) {
          String title = "%s, %s: %s".formatted(test.name(), answer.model(), entry.getKey());
          write(folder, name + "-" + simple(entry.getKey()), test, entry.getValue(), title);
        }
        written += findings.outcomes().size() + findings.flags().size();
      }
    }
    return written;
  }

  private static void write(
      Path folder, String name, LitmusTest test, CandidateExecution execution, String title)
      throws IOException {
    WholeFile.write(folder.resolve(name + ".svg"), WitnessSvg.of(test, execution, title));
    WholeFile.write(folder.resolve(name + ".dot"), WitnessDot.of(test, execution, title));
  }

  /** A path without what file names should not have. */
  private static String simple(String path) {
    return FileName.of(path.replaceAll("\\.(litmus|cat)$", ""));
  }
}
