package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Variables have the name of what they hold: a registration is {@code registration}, and not {@code
 * at}. Fields, parameters, record components and local variables are looked at, of the main sources
 * and the tests; loop counters are not.
 */
class VariableNamesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

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
    List<String> wrong = functionWords(sources());
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
    assertThat(functionWords(List.of(new Text("A", text))))
        .extracting(found -> found.substring(found.lastIndexOf(' ') + 1))
        .containsExactlyInAnyOrder("at", "from", "to", "found", "each", "other", "one");
  }

  private static List<JavaFileObject> sources() throws IOException {
    List<JavaFileObject> sources = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(VariableNamesTest::isSource).sorted().toList()) {
        sources.add(new Text(ROOT.relativize(file).toString(), Files.readString(file)));
      }
    }
    assertThat(sources).hasSizeGreaterThan(2000);
    return sources;
  }

  private static boolean isSource(Path file) {
    String name = ROOT.relativize(file).toString().replace('\\', '/');
    return name.matches("[a-z]+/src/(main|test)/java/.*\\.java");
  }

  private static List<String> functionWords(List<JavaFileObject> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> wrong = new ArrayList<>();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null, sources);
      for (CompilationUnitTree unit : task.parse()) {
        new Names(unit.getSourceFile().getName(), wrong).scan(unit, null);
      }
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

  private static final class Text extends SimpleJavaFileObject {
    private final String name;
    private final String text;

    Text(String name, String text) {
      super(URI.create("string:///" + name.replace('\\', '/')), Kind.SOURCE);
      this.name = name;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoresErrors) {
      return text;
    }

    @Override
    public String getName() {
      return name;
    }
  }
}
