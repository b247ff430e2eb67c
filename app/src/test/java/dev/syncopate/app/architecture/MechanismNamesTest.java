package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Shared rooms name no mechanism, not even in words: of the local atomic buffer the registry alone
 * knows, outside the mechanism's folder and the study of its paper. Names of compositions that
 * users type ({@code gpu+lab64}) are data.
 */
class MechanismNamesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
  private static final Pattern NAMED =
      Pattern.compile(
          "\\bLab[A-Z]\\w*|\\bLAB\\b|\"lab\\b|\"--lab\\b|mechanisms\\.lab\\b|\\blab\\(");

  private static final Pattern OWN =
      Pattern.compile(".*/memory/mechanism/lab/.*|.*/study/paper/(lab|catalogue)/.*");

  @Test
  void theRegistryAloneNamesTheLocalAtomicBuffer() throws IOException {
    assertThat(naming()).containsExactly("Protocols.java");
  }

  /** The names of main files, outside its own, in which it is named. */
  private static List<String> naming() throws IOException {
    List<String> fileNames = new ArrayList<>();
    for (Path file : sources()) {
      Matcher named = NAMED.matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""));
      if (!OWN.matcher(file.toString().replace('\\', '/')).matches() && named.find()) {
        fileNames.add(file.getFileName().toString());
      }
    }
    return fileNames;
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

  /** The rule sees something: the folder itself breaks it. */
  @Test
  void theFolderItselfNamesIt() throws IOException {
    assertThat(sources()).hasSizeGreaterThan(500);
    Path folder = ROOT.resolve("memory/src/main/java/dev/syncopate/memory/mechanism/lab");
    String decorator = Files.readString(folder.resolve("LabDecorator.java"));
    assertThat(NAMED.matcher(decorator).results().map(match -> match.group()).distinct())
        .contains("LabDecorator", "\"lab", "mechanisms.lab");
    assertThat(OWN.matcher(folder.resolve("LabDecorator.java").toString()).matches()).isTrue();
  }
}
