package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Syntax trees of the project's Java sources, and of texts in tests of the checks of names. */
final class SourceUnits {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private SourceUnits() {}

  /** The units of the main sources and the tests of all modules. */
  static List<CompilationUnitTree> mainAndTests() throws IOException {
    return files("(main|test)", 2000);
  }

  /** The units of the main sources of all modules. */
  static List<CompilationUnitTree> main() throws IOException {
    return files("main", 1500);
  }

  /** The unit of a text. */
  static List<CompilationUnitTree> of(String name, String text) throws IOException {
    return parse(List.of(new Text(name, text)));
  }

  private static List<CompilationUnitTree> files(String folder, int minimum) throws IOException {
    List<JavaFileObject> sources = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(ROOT)) {
      for (Path path : paths.sorted().toList()) {
        String name = ROOT.relativize(path).toString().replace('\\', '/');
        if (name.matches("[a-z]+/src/" + folder + "/java/.*\\.java")) {
          sources.add(new Text(name, Files.readString(path)));
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(minimum);
    return parse(sources);
  }

  private static List<CompilationUnitTree> parse(List<JavaFileObject> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<CompilationUnitTree> units = new ArrayList<>();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null, sources);
      task.parse().forEach(units::add);
    }
    return units;
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String name;
    private final String text;

    Text(String name, String text) {
      super(URI.create("string:///" + name), Kind.SOURCE);
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
