package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every room says at its door what it is for, what may enter and what may not. */
class PackagesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    Set<Path> packages = new TreeSet<>();
    for (Path source : mainSources()) {
      packages.add(source.getParent());
    }
    assertThat(packages).isNotEmpty();
    for (Path room : packages) {
      Path door = room.resolve("package-info.java");
      assertThat(door).exists();
      assertThat(Files.readString(door).replaceAll("\\s*\\n \\*\\s*", " "))
          .as("%s", ROOT.relativize(door))
          .contains("May enter:", "May not enter:", "@NullMarked");
    }
  }

  @Test
  void noSourceFileIsTooLongToReadInOneGo() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path source : mainSources()) {
      int lines = Files.readAllLines(source).size();
      if (lines > 400) {
        tooLong.add(ROOT.relativize(source) + ": " + lines);
      }
    }
    assertThat(tooLong).as("files of more than 400 lines").isEmpty();
  }

  @Test
  void noPackageHasMoreFilesThanOneKeepsInMind() throws IOException {
    Map<Path, Integer> sizes = new TreeMap<>();
    for (Path source : mainSources()) {
      sizes.merge(ROOT.relativize(source).getParent(), 1, Integer::sum);
    }
    assertThat(sizes).hasSizeGreaterThan(80);
    assertThat(sizes)
        .allSatisfy((room, files) -> assertThat(files).as("%s", room).isLessThanOrEqualTo(25));
  }

  private static List<Path> mainSources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> ROOT.relativize(file).toString().contains("src/main/java"))
          .sorted()
          .collect(Collectors.toList());
    }
  }
}
