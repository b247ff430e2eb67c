package dev.syncopate.app.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BufferContentsTest {
  @Test
  void iotaCountsInTheElementType() throws ArgumentSyntaxException {
    assertThat(make("iota", ElementType.U16, 3)).containsExactly(0, 0, 1, 0, 2, 0);
    ByteBuffer reals =
        ByteBuffer.wrap(make("iota", ElementType.F32, 3)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(reals.getFloat(8)).isEqualTo(2.0f);
    assertThat(make("iota", ElementType.U8, 257)[256]).as("wraps").isZero();
  }

  @Test
  void fillRepeatsTheValue() throws ArgumentSyntaxException {
    assertThat(make("fill(-2)", ElementType.S16, 2)).containsExactly(0xfe, 0xff, 0xfe, 0xff);
  }

  @ParameterizedTest
  @EnumSource
  void aSeedGivesTheSameElementsEachTimeAndAnotherSeedOthers(ElementType type)
      throws ArgumentSyntaxException {
    byte[] once = make("random(7)", type, 64);
    assertThat(make("random(7)", type, 64)).isEqualTo(once);
    assertThat(make("random(8)", type, 64)).isNotEqualTo(once);
    assertThat(BufferContents.make(new BufferContents.RunRandom(), type, 64, 7)).isEqualTo(once);
  }

  @Test
  void randomRealsLieBetweenZeroAndOne() throws ArgumentSyntaxException {
    ByteBuffer reals =
        ByteBuffer.wrap(make("random(1)", ElementType.F64, 1000)).order(ByteOrder.LITTLE_ENDIAN);
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
      assertThat(reals.getDouble(8 * i)).isBetween(0.0, 1.0);
      sum += reals.getDouble(8 * i);
    }
    assertThat(sum / 1000).isBetween(0.45, 0.55);
  }

  @Test
  void aFileMustHaveTheBuffersSize(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("three.bin"), new byte[] {1, 2, 3});
    assertThat(make("@" + file, ElementType.U8, 3)).containsExactly(1, 2, 3);
    assertThatThrownBy(() -> make("@" + file, ElementType.U16, 2))
        .hasMessage("%s has 3 bytes where u16[2] needs 4", file);
  }

  @Test
  void aLargeFilePassesInPieces(@TempDir Path folder) throws Exception {
    byte[] bytes = new byte[(5 << 19) + 4];
    new Random(1).nextBytes(bytes);
    Path file = Files.write(folder.resolve("large.bin"), bytes);
    byte[] passed = new byte[bytes.length];
    List<Long> offsets = new ArrayList<>();
    BufferContents.pass(
        new BufferContents.Contained(file),
        ElementType.U32,
        bytes.length / 4,
        0,
        (offset, piece) -> {
          offsets.add(offset);
          System.arraycopy(piece, 0, passed, (int) offset, piece.length);
        });
    assertThat(passed).isEqualTo(bytes);
    assertThat(offsets).containsExactly(0L, 1L << 20, 2L << 20);
  }

  private static byte[] make(String source, ElementType type, int count)
      throws ArgumentSyntaxException {
    return BufferContents.make(ArgumentParser.contents(source, 0, type), type, count, 0);
  }
}
