package dev.syncopate.app.argument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BufferDifferenceTest {
  @Test
  void equalBuffersHaveNone() {
    assertThat(BufferDifference.describe(ElementType.U8, new byte[3], new byte[3])).isEmpty();
  }

  @Test
  void eachLineHasIndexFoundAndExpected() {
    byte[] got = {1, 0, 2, 0, -1, -1};
    byte[] expected = {1, 0, 3, 0, 5, 0};
    assertThat(BufferDifference.describe(ElementType.S16, got, expected))
        .isEqualTo(
            """
              [1] got 2, expected 3
              [2] got -1, expected 5
              2 of 3 elements differ
            """);
  }

  @Test
  void onlyTheFirstTenAreShown() {
    byte[] got = new byte[20];
    byte[] expected = new byte[20];
    java.util.Arrays.fill(expected, 5, 20, (byte) 9);
    assertThat(BufferDifference.describe(ElementType.U8, got, expected).lines())
        .hasSize(12)
        .startsWith("  [5] got 0, expected 9")
        .endsWith("  [14] got 0, expected 9", "  ...", "  15 of 20 elements differ");
  }

  @Test
  void nansThatPrintAlikeShowTheirBits() {
    byte[] got = {0, 0, (byte) 0xc0, 0x7f};
    byte[] expected = {1, 0, (byte) 0xc0, 0x7f};
    assertThat(BufferDifference.describe(ElementType.F32, got, expected))
        .contains("[0] got NaN (0x7fc00000), expected NaN (0x7fc00001)");
  }
}
