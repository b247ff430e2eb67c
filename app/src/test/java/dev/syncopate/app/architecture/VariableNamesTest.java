package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Variables have the name of what they hold: a registration is {@code registration}, and not {@code
 * at}. Fields, parameters, record components and local variables are looked at, of the main sources
 * and the tests; loop counters are not.
 */
class VariableNamesTest {
  /** Words that say nothing of a value. */
  private static final Set<String> FUNCTION_WORDS =
      Set.of(
          "after",
          "all",
          "alone",
          "another",
          "any",
          "apart",
          "as",
          "asked",
          "at",
          "before",
          "behind",
          "between",
          "both",
          "by",
          "done",
          "each",
          "found",
          "from",
          "given",
          "gone",
          "here",
          "held",
          "in",
          "into",
          "it",
          "its",
          "kept",
          "known",
          "least",
          "less",
          "made",
          "many",
          "more",
          "most",
          "none",
          "of",
          "on",
          "one",
          "other",
          "others",
          "over",
          "own",
          "said",
          "same",
          "seen",
          "some",
          "such",
          "taken",
          "then",
          "there",
          "through",
          "to",
          "together",
          "told",
          "under",
          "until",
          "wanted",
          "what",
          "when",
          "where",
          "which",
          "who",
          "whole",
          "with",
          "within",
          "without");

  /**
   * Names that are still such a word: record components whose names users write or read ({@code
   * LabSettings.from}, {@code Published.Also.where}), the positions of PTX syntax ({@code at}), and
   * the first of a series ({@code one}, {@code two}).
   */
  private static final int ALLOWANCE = 60;

  @Test
  void variablesAreNamedByWhatTheyHold() throws IOException {
    List<String> wrong = functionWords(SourceUnits.mainAndTests());
    assertThat(wrong)
        .as("variables whose name is a function word:%n%s", String.join("\n", wrong))
        .hasSizeLessThanOrEqualTo(ALLOWANCE);
  }

  @Test
  void everyKindOfVariableIsLookedAtButLoopCounters() throws IOException {
    String text =
        """
        record A(int at) {
          static int from;
          void m(int to) {
            int found = 0;
            for (int in = 0; in < 1; in++) {}
            for (var each : list) {}
            if (o instanceof B other) {}
            list.map(one -> one);
            int registration = 1;
          }
        }
        """;
    assertThat(functionWords(SourceUnits.of("A", text)))
        .extracting(line -> line.substring(line.lastIndexOf(' ') + 1))
        .containsExactlyInAnyOrder("at", "from", "to", "found", "each", "other", "one");
  }

  private static List<String> functionWords(List<CompilationUnitTree> units) {
    List<String> wrong = new ArrayList<>();
    for (CompilationUnitTree unit : units) {
      new Names(unit.getSourceFile().getName(), wrong).scan(unit, null);
    }
    return wrong;
  }

  private static final class Names extends TreeScanner<Void, Void> {
    private final String file;
    private final List<String> wrong;

    Names(String file, List<String> wrong) {
      this.file = file;
      this.wrong = wrong;
    }

    @Override
    public Void visitVariable(VariableTree variable, Void unused) {
      if (FUNCTION_WORDS.contains(variable.getName().toString())) {
        wrong.add(file + ": " + variable.getType() + " " + variable.getName());
      }
      return super.visitVariable(variable, null);
    }

    @Override
    public Void visitForLoop(ForLoopTree loop, Void unused) {
      scan(loop.getStatement(), null);
      return null;
    }
  }
}
