package dev.syncopate.sim.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @TempDir private Path folder;

  @Test
  void aTextIsThereWholeAndNothingElse() throws IOException {
    Path file = folder.resolve("a.txt");
    WholeFile.write(file, "äöü");
    WholeFile.write(file, "");
    assertThat(file).isEmptyFile();
    WholeFile.write(file, "new");
    assertThat(file).hasContent("new");
    assertThat(folder.toFile().list()).containsExactly("a.txt");
  }

  @Test
  void anUnfinishedFileHasAnotherName() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), "old");
    try (WholeFile wholeFile = new WholeFile(file)) {
      assertThat(folder.toFile().list()).containsExactly("a.txt");
      wholeFile.write("new".getBytes(StandardCharsets.UTF_8));
      assertThat(file).hasContent("old");
      assertThat(folder.resolve("a.txt.partial")).exists();
    }
    assertThat(file).hasContent("new");
    assertThat(folder.toFile().list()).containsExactly("a.txt");
  }

  @Test
  void aFileThatCannotBeMadeKeepsWhatWasThere() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), "old");
    Files.createDirectories(folder.resolve("a.txt.partial"));
    assertThatThrownBy(() -> WholeFile.write(file, "new")).isInstanceOf(IOException.class);
    assertThat(file).hasContent("old");
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a.txt"));
    WholeFile.write(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @Test
  void aDeviceIsWrittenDirectly() throws IOException {
    Path device = Path.of("/dev/null");
    assumeThat(device).exists();
    WholeFile.write(device, "text");
    assertThat(Files.isRegularFile(device)).isFalse();
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    assertThatThrownBy(() -> WholeFile.write(full, "text")).isInstanceOf(IOException.class);
    assertThat(full).exists();
  }
}
