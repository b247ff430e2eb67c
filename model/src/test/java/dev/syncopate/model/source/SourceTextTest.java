package dev.syncopate.model.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts from files. */
class SourceTextTest {
  @TempDir private Path folder;

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("t.cat"), bytes);
  }

  @Test
  void aByteThatIsNoUtf8IsRefusedAtItsPlace() throws IOException {
    Path file = file("\"né\"\nlet caf\u00e9 = po\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> SourceText.read(file))
        .isInstanceOf(SourceException.class)
        .hasMessageStartingWith(
            file + ":1:3: found byte 0xe9, number 3 of the file, expected text in UTF-8\n  \"n")
        .hasMessageEndingWith("\n    ^");
    Path cut = file(new byte[] {'p', 'o', '\n', 'r', (byte) 0xc3});
    assertThatThrownBy(() -> SourceText.read(cut))
        .hasMessageStartingWith(cut + ":2:2: found byte 0xc3, number 5 of the file");
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheText() throws IOException {
    assertThat(SourceText.read(file("\ufeffPTX né".getBytes(StandardCharsets.UTF_8))).text())
        .isEqualTo("PTX né");
    assertThat(SourceText.read(file(new byte[0])).text()).isEmpty();
  }
}
