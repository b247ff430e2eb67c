package dev.syncopate.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.app.cuda.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions in a small repository, whose launcher only says that it was started. */
class BuiltVersionTest {
  @TempDir private Path folder;

  @BeforeEach
  void repository() throws IOException {
    Programs.needs("git");
    Files.writeString(folder.resolve("pom.xml"), "");
    git("init", "--quiet");
    commit("echo built $0 >&2");
    commit("echo no compiler; exit 3");
  }

  private void commit(String script) throws IOException {
    Path launcher = Files.writeString(folder.resolve("syncopate"), "#!/bin/sh\n" + script + "\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "Change");
  }

  private void git(String... words) {
    Programs.command(
        Stream.concat(Stream.of("git", "-C", folder.toString()), Stream.of(words)).toList());
  }

  private BuiltVersion here() throws IOException {
    return BuiltVersion.here(folder.resolve("syncopate"));
  }

  @Test
  void aCommitIsBuiltInATreeThatIsGoneAfterwards() throws Exception {
    Path launcher;
    try (BuiltVersion version = BuiltVersion.of(here(), "HEAD~1", () -> false)) {
      launcher = version.launcher();
      assertThat(Files.readString(launcher)).contains("echo built");
      assertThat(version.name()).matches("[0-9a-f]{8,}");
    }
    assertThat(launcher.resolveSibling("")).doesNotExist();
    assertThat(launcher.resolveSibling("..").normalize()).doesNotExist();
  }

  @Test
  void anUnknownCommitIsNamed() {
    assertThatThrownBy(() -> BuiltVersion.of(here(), "nosuch", () -> false))
        .isInstanceOf(IOException.class)
        .hasMessage("git knows no commit nosuch");
  }

  @Test
  void aFailedBuildSaysWhatItPrinted() {
    assertThatThrownBy(() -> BuiltVersion.of(here(), "HEAD", () -> false))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("[0-9a-f]{8,} cannot be built:\nno compiler");
  }

  @Test
  void aFolderWithoutSourcesIsNoCheckout(@TempDir Path emptyFolder) {
    assertThatThrownBy(() -> BuiltVersion.here(emptyFolder.resolve("syncopate")))
        .isInstanceOf(IOException.class)
        .hasMessage(
            emptyFolder
                + " is no checkout of this program: versions are compared where both can be built");
  }

  @Test
  void roundsTakeTurnsAndTheFirstOneDoesNotCount() throws Exception {
    Path log = folder.resolve("log");
    String script =
        """
        echo "$0" >> %s
        if [ "$1" = run ]; then printf '{\\n  "cpuSeconds": 0.5,\\n  "peakBytes": 1\\n}' > "$5"; fi
        """
            .formatted(log);
    commit(script);
    try (BuiltVersion committed = BuiltVersion.of(here(), "HEAD", () -> false)) {
      Files.delete(log);
      BuiltVersion checkout = here();
      List<RatioSample> samples =
          new VersionComparison(checkout, committed, 2, line -> {}, () -> false)
              .wholeRuns(List.of(List.of("run", "x")));
      assertThat(samples)
          .singleElement()
          .satisfies(sample -> {
            assertThat(sample.name()).isEqualTo("run x");
            assertThat(sample.rounds()).isEqualTo(2);
            assertThat(sample.ratio()).isEqualTo(1);
          });
      String ours = checkout.launcher().toString();
      String theirs = committed.launcher().toString();
      assertThat(Files.readAllLines(log)).containsExactly(theirs, ours, ours, theirs, theirs, ours);
    }
  }
}
