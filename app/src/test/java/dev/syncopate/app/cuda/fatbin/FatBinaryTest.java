package dev.syncopate.app.cuda.fatbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.app.cuda.FatBinaries;
import dev.syncopate.app.cuda.fatbin.FatBinary.Ptx;
import io.airlift.compress.Compressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.zstd.ZstdCompressor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * PTX comes out of a fat binary whichever way it was packed; damage is an error that says where.
 */
class FatBinaryTest {
  private static final String TEXT = ".version 8.0\n// ünïcode\n".repeat(40);

  @Test
  void eachKindOfPackingIsUndone() {
    byte[] bytes =
        new FatBinaries()
            .ptx(75, TEXT)
            .entry(2, 80, new byte[24], 24, 0)
            .entry(1, 80, packed(new Lz4Compressor()), size(), 0x2000)
            .entry(1, 90, packed(new ZstdCompressor()), size(), 0x8000)
            .bytes();
    FatBinary binary = FatBinary.read(bytes);
    assertThat(binary.ptx())
        .containsExactly(new Ptx(0, 75, TEXT), new Ptx(0, 80, TEXT), new Ptx(0, 90, TEXT));
    assertThat(binary.machineCode()).containsExactly(new FatBinary.MachineCode(0, 80));
  }

  @Test
  void severalBehindEachOtherAreNumbered() {
    byte[] firstBinary = new FatBinaries().ptx(75, "a").bytes();
    byte[] two = new FatBinaries().ptx(80, "b").bytes();
    byte[] joined =
        ByteBuffer.allocate(firstBinary.length + two.length).put(firstBinary).put(two).array();
    assertThat(FatBinary.read(joined).ptx())
        .containsExactly(new Ptx(0, 75, "a"), new Ptx(1, 80, "b"));
  }

  @Test
  void damageIsNamed() {
    byte[] good =
        new FatBinaries().entry(1, 80, packed(new ZstdCompressor()), size(), 0x8000).bytes();
    assertThatThrownBy(() -> FatBinary.read(Arrays.copyOf(good, good.length - 8)))
        .isInstanceOf(FatBinaryException.class)
        .hasMessage("a fat binary ends before its last entry does");
    byte[] otherMagic = good.clone();
    otherMagic[0] = 0;
    assertThatThrownBy(() -> FatBinary.read(otherMagic))
        .isInstanceOf(FatBinaryException.class)
        .hasMessage("byte 0: expected a fat binary (ba55ed50), found ba55ed00");
    byte[] otherContents = good.clone();
    otherContents[16 + 64] ^= 0x55;
    assertThatThrownBy(() -> FatBinary.read(otherContents))
        .isInstanceOf(FatBinaryException.class)
        .hasMessageStartingWith("byte 16: damaged compressed PTX: ");
    byte[] otherSize = good.clone();
    ByteBuffer.wrap(otherSize).order(java.nio.ByteOrder.LITTLE_ENDIAN).putLong(16 + 56, 1L << 40);
    assertThatThrownBy(() -> FatBinary.read(otherSize))
        .isInstanceOf(FatBinaryException.class)
        .hasMessage("byte 16: PTX of 1099511627776 bytes");
  }

  /** Every kind of damage may only cause the clear error. */
  @Test
  void noiseIsAnErrorOrPtx() {
    byte[] good =
        new FatBinaries()
            .ptx(75, TEXT)
            .entry(1, 80, packed(new Lz4Compressor()), size(), 0x2000)
            .entry(1, 90, packed(new ZstdCompressor()), size(), 0x8000)
            .bytes();
    Random random = new Random(4);
    int refused = 0;
    for (int round = 0; round < 3000; round++) {
      byte[] noise = good.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        noise[random.nextInt(noise.length)] =
            (byte) (random.nextInt(3) == 0 ? -1 : random.nextInt());
      }
      try {
        assertThat(FatBinary.read(noise).ptx().size()).isLessThanOrEqualTo(3);
      } catch (FatBinaryException e) {
        assertThat(e).hasMessageMatching("(?s)byte \\d+: .+|a fat binary ends before .+");
        refused++;
      }
    }
    assertThat(refused).isBetween(100, 2900);
  }

  private static int size() {
    return TEXT.getBytes(StandardCharsets.UTF_8).length + 1;
  }

  private static byte[] packed(Compressor compressor) {
    byte[] text = (TEXT + "\0").getBytes(StandardCharsets.UTF_8);
    byte[] target = new byte[compressor.maxCompressedLength(text.length)];
    int length = compressor.compress(text, 0, text.length, target, 0, target.length);
    return Arrays.copyOf(target, length);
  }
}
