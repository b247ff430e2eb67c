package dev.syncopate.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ParagraphTest {
  @Test
  void aShortTextIsOneLine() {
    assertThat(Paragraph.wrap("a b", "  ")).isEqualTo("  a b\n");
  }

  @Test
  void linesBreakAtSpaces() {
    String word = "x".repeat(45);
    assertThat(Paragraph.wrap(word + " " + word + " y " + word, "    "))
        .isEqualTo("    " + word + " " + word + "\n    y " + word + "\n");
  }

  @Test
  void aWordIsNeverBroken() {
    String word = "x".repeat(200);
    assertThat(Paragraph.wrap("a " + word, " ")).isEqualTo(" a\n " + word + "\n");
  }
}
