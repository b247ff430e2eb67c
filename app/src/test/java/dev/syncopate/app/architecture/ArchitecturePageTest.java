package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/develop/architecture.md has every package, and names classes that there are. */
class ArchitecturePageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path PAGE = ROOT.resolve("docs/develop/architecture.md");
  private static final Pattern NAME = Pattern.compile("`([a-z0-9.]+(?:\\.\\*)?)`");
  private static final Pattern CLASS =
      Pattern.compile("`([A-Z][a-z]\\w+|[A-Z]\\d[A-Z][a-z]\\w+)\\b");

  /** In the first column; or by its last word in the row of the package that it lies in. */
  @Test
  void everyPackageHasARow() throws IOException {
    List<String> rows =
        Files.readAllLines(PAGE).stream().filter(line -> line.startsWith("| `")).toList();
    List<String> missing = new ArrayList<>();
    for (String name : packages()) {
      if (rows.stream().noneMatch(row -> has(row, name))) {
        missing.add(name);
      }
    }
    assertThat(missing).as("packages without a row in architecture.md").isEmpty();
  }

  private static boolean has(String row, String name) {
    List<String> first = names(row.split("\\|", -1)[1]);
    int dot = name.lastIndexOf('.');
    String parent = dot < 0 ? "" : name.substring(0, dot);
    return first.contains(name)
        || first.stream()
            .filter(pattern -> pattern.endsWith(".*"))
            .anyMatch(
                pattern -> (name + ".").startsWith(pattern.substring(0, pattern.length() - 1)))
        || (first.contains(parent) && names(row).contains(name.substring(dot + 1)));
  }

  private static List<String> names(String text) {
    return NAME.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** Actors on the two paths are classes of the sources. */
  @Test
  void theClassesOnThePathsExist() throws IOException {
    Set<String> sources = new TreeSet<>();
    for (Path file : sources()) {
      sources.add(Objects.requireNonNull(file.getFileName()).toString().replace(".java", ""));
    }
    for (String title : List.of("The path of a store-release", "The path of a DeNovo forward")) {
      String section =
          Files.readString(PAGE).split("\n## " + title + "\n", -1)[1].split("\n## ", -1)[0];
      assertThat(CLASS.matcher(section).results().map(match -> match.group(1)))
          .as(title)
          .hasSizeGreaterThan(5)
          .isSubsetOf(sources);
    }
  }

  private static Set<String> packages() throws IOException {
    return sources().stream()
        .filter(file -> file.endsWith("package-info.java"))
        .map(file ->
            ROOT.relativize(Objects.requireNonNull(file.getParent()))
                .toString()
                .replace('\\', '/')
                .replaceFirst(".*src/main/java/dev/syncopate/", "")
                .replace('/', '.'))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.map(path -> path.resolve("src/main/java")).sorted().toList()) {
        if (Files.isDirectory(module)) {
          try (Stream<Path> files = Files.walk(module)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }
}
