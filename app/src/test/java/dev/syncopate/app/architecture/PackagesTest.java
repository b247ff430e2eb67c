package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
