package dev.syncopate.machine.unit;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.warp.Stall;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes on the page that shows how to add an execution unit compile against the machine. */
class InstructionPageTest {
  private static final Path PAGE = Path.of("../docs/develop/adding-an-instruction.md");

  private static List<String> classes() throws IOException {
    return Pattern.compile("```java\n(package .*?)```", Pattern.DOTALL)
        .matcher(Files.readString(PAGE))
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  /** Constants that the reader of the page adds are not there: others stand for them. */
  private static String withoutNewConstants(String text) {
    return text.replace("Pipe.MULTIPLY", "Pipe." + Pipe.INTEGER)
        .replace("Stall.MULTIPLY_BUSY", "Stall." + Stall.SIMD_BUSY);
  }

  private static JavaFileObject source(String text) {
    String name =
        Pattern.compile("^(?:public final )?class (\\w+)", Pattern.MULTILINE)
            .matcher(text)
            .results()
            .map(match -> match.group(1))
            .findFirst()
            .orElseThrow();
    return new SimpleJavaFileObject(
        URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }

  @Test
  void itsClassesCompile(@TempDir Path folder) throws IOException {
    List<JavaFileObject> sources =
        classes().stream().map(text -> source(withoutNewConstants(text))).toList();
    assertThat(sources).as("the unit and its test").hasSize(2);
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                null, null, problems, List.of("-d", folder.toString(), "-proc:none"), null, sources)
            .call();
    String compilerErrors =
        problems.getDiagnostics().stream().map(Diagnostic::toString).collect(joining("\n"));
    assertThat(compiled).as(compilerErrors).isTrue();
  }
}
