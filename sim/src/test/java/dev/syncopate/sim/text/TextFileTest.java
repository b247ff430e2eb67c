package dev.syncopate.sim.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text files, read at once and as streams. */
class TextFileTest {
  private static final long SEED = 8_16;

  @TempDir private Path folder;

  @Test
  void aByteThatIsNoTextIsSaidWithItsPlaceAndItsLine() throws IOException {
    Path file = folder.resolve("notes.txt");
    Files.write(file, "one\n\ttwo \u00e9 three\nfour".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> TextFile.read(file))
        .isInstanceOf(NotTextException.class)
        .hasMessage(
            """
            %s:2:6: found byte 0xe9, number 10 of the file, expected text in UTF-8
               two \uFFFD three
                   ^\
            """
                .formatted(file));
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheText() {
    assertThat(text("\uFEFFn\u00e9".getBytes(StandardCharsets.UTF_8))).isEqualTo("n\u00e9");
    assertThat(text(new byte[0])).isEmpty();
  }

  private static String text(byte[] bytes) {
    return TextFile.text("t", bytes);
  }

  /** Unicode, table 3-7: overlong forms, surrogates, more than 10FFFF, and what is cut. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "c0 80",
        "c1 bf",
        "c3",
        "c3 28",
        "e0 9f bf",
        "e2 82",
        "e2 28 a1",
        "ed a0 80",
        "ef",
        "f0 8f bf bf",
        "f0 9f 98",
        "f4 90 80 80",
        "f5 80 80 80",
        "ff"
      })
  void whatIsNoCharacterIsRefusedAtItsFirstByte(String hex) {
    byte[] wrong = hex(hex);
    for (String prefix : new String[] {"", "ab", "x\ny\u00e9\u20acz"}) {
      for (String suffix : new String[] {"", "a", "\nb"}) {
        byte[] head = prefix.getBytes(StandardCharsets.UTF_8);
        byte[] contents = concatenated(head, wrong, suffix.getBytes(StandardCharsets.UTF_8));
        NotTextException wholeFileError =
            catchThrowableOfType(NotTextException.class, () -> TextFile.text("t", contents));
        assertThat(wholeFileError.line()).isEqualTo(prefix.contains("\n") ? 2 : 1);
        assertThat(wholeFileError.column()).isEqualTo(prefix.length() - prefix.indexOf('\n'));
        assertThat(wholeFileError)
            .hasMessageContaining("found byte 0x%02x, number %d of", wrong[0], head.length + 1);
        for (int chunk = 1; chunk < 5; chunk++) {
          int size = chunk;
          NotTextException streamed =
              catchThrowableOfType(NotTextException.class, () -> drain(contents, size));
          assertThat(String.valueOf(streamed.getMessage()))
              .isEqualTo(
                  String.valueOf(wholeFileError.getMessage()).lines().findFirst().orElseThrow());
        }
      }
    }
  }

  /** Every byte that begins no character becomes one character, and the others are unchanged. */
  @ParameterizedTest
  @CsvSource({
    "61 e9 62, a \\uDCE9 b",
    "e9, \\uDCE9",
    "c3 a9 ff c3, \u00e9 \\uDCFF \\uDCC3",
    "e2 82, \\uDCE2 \\uDC82",
    "f0 9f 98 80 80, \\uD83D \\uDE00 \\uDC80",
  })
  void aTolerantReaderHearsOfEachByte(String hex, String characters) {
    StringBuilder expected = new StringBuilder();
    for (String character : characters.split(" ", -1)) {
      expected.append(
          character.startsWith("\\u")
              ? (char) Integer.parseInt(character.substring(2), 16)
              : character.charAt(0));
    }
    assertThat(TextFile.tolerant(hex(hex))).isEqualTo(expected.toString());
  }

  @Test
  void aStreamTakesAndRefusesWhatAFileDoes() throws IOException {
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(1, 12)];
      for (int i = 0; i < bytes.length; i++) {
        int kind = random.nextInt(4);
        bytes[i] = (byte) (kind == 0 ? random.nextInt(10, 14) : 0x80 + random.nextInt(0x80));
      }
      assertThat(said(() -> drain(bytes, random.nextInt(1, 5))))
          .isEqualTo(said(() -> TextFile.text("t", bytes)));
    }
  }

  private interface Reading {
    void run() throws IOException;
  }

  private static String said(Reading reading) throws IOException {
    try {
      reading.run();
      return "";
    } catch (NotTextException e) {
      return String.valueOf(e.getMessage()).lines().findFirst().orElseThrow();
    }
  }

  private static void drain(byte[] bytes, int chunk) throws IOException {
    byte[] buffer = new byte[chunk];
    try (InputStream input = new TextStream("t", new ByteArrayInputStream(bytes))) {
      while (input.read(buffer, 0, chunk) >= 0) {
        assertThat(buffer).hasSize(chunk);
      }
    }
  }

  private static byte[] hex(String hex) {
    String[] parts = hex.split(" ", -1);
    byte[] bytes = new byte[parts.length];
    for (int i = 0; i < parts.length; i++) {
      bytes[i] = (byte) Integer.parseInt(parts[i], 16);
    }
    return bytes;
  }

  private static byte[] concatenated(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    byte[] joined = new byte[length];
    int offset = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, joined, offset, part.length);
      offset += part.length;
    }
    return joined;
  }
}
