package dev.syncopate.ptx.alu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.alu.table.LaneFunctions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SIMD video instructions and dot products against loops over arrays of bytes. */
class VideoFunctionsTest {
  /** Part {@code i} of {@code width} bits. */
  private static int part(long word, int i, int width, boolean signed) {
    int value = (int) (word / (1L << (i * width)) % (1L << width));
    return signed && value >= 1 << (width - 1) ? value - (1 << width) : value;
  }

  /** What becomes of two parts. */
  private interface Parts {
    int apply(int a, int b);
  }

  private static Check.Reference each(
      int width, boolean signedA, boolean signedB, Parts operation, boolean accumulate) {
    return (a, b, c) -> {
      long sum = c;
      long word = 0;
      for (int i = 0; i < 32 / width; i++) {
        int value = operation.apply(part(a, i, width, signedA), part(b, i, width, signedB));
        sum += value;
        word += (long) Math.floorMod(value, 1 << width) * (1L << (i * width));
      }
      return (accumulate ? sum : word) & 0xffff_ffffL;
    };
  }

  @Test
  void differencesAreSummed() {
    Check.integers(
        "vabsdiff4.u32.u32.u32.add", 32, each(8, false, false, (a, b) -> Math.abs(a - b), true));
    Check.integers(
        "vabsdiff4.u32.u32.u32", 32, each(8, false, false, (a, b) -> Math.abs(a - b), false));
    Check.integers(
        "vabsdiff2.s32.s32.s32.add", 32, each(16, true, true, (a, b) -> Math.abs(a - b), true));
  }

  @Test
  void partsAreCombined() {
    Check.integers("vadd4.u32.u32.u32", 32, each(8, false, false, Integer::sum, false));
    Check.integers(
        "vadd4.u32.u32.u32.sat", 32, each(8, false, false, (a, b) -> Math.min(a + b, 255), false));
    Check.integers(
        "vsub2.s32.s32.s32.sat",
        32,
        each(16, true, true, (a, b) -> Math.max(-32768, Math.min(32767, a - b)), false));
    Check.integers("vmin4.s32.s32.u32", 32, each(8, true, false, Math::min, false));
    Check.integers("vmax2.u32.u32.u32", 32, each(16, false, false, Math::max, false));
    Check.integers(
        "vavrg4.u32.u32.u32", 32, each(8, false, false, (a, b) -> (a + b + 1) / 2, false));
    Check.integers(
        "vavrg2.s32.s32.s32",
        32,
        each(
            16,
            true,
            true,
            (a, b) -> (int) Math.floor((a + b + (a + b >= 0 ? 1 : 0)) / 2.0),
            false));
    Check.integers("vset4.u32.u32.lt", 32, each(8, false, false, (a, b) -> a < b ? 1 : 0, false));
    Check.integers(
        "vset2.s32.s32.ne.add", 32, each(16, true, true, (a, b) -> a != b ? 1 : 0, true));
  }

  @Test
  void dotProductsAccumulate() {
    for (boolean signedA : new boolean[] {false, true}) {
      for (boolean signedB : new boolean[] {false, true}) {
        String types = (signedA ? ".s32" : ".u32") + (signedB ? ".s32" : ".u32");
        Check.integers("dp4a" + types, 32, each(8, signedA, signedB, (a, b) -> a * b, true));
        for (int first : new int[] {0, 2}) {
          Check.integers(
              (first == 0 ? "dp2a.lo" : "dp2a.hi") + types,
              32,
              (a, b, c) -> {
                long sum = c;
                for (int i = 0; i < 2; i++) {
                  sum += (long) part(a, i, 16, signedA) * part(b, first + i, 8, signedB);
                }
                return sum & 0xffff_ffffL;
              });
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vadd4.u32.u32", "vadd4.u16.u16.u16", "vabsdiff4.u32.u32.u32.max", "vset4.u32.u32",
            "vset4.u32.u32.u32.lt",
        "dp4a.lo.u32.u32", "dp2a.u32.u32", "dp4a.u32", "vadd.u32.u32.u32", "vmul4.u32.u32.u32"
      })
  void whatPtxDoesNotHaveIsNotFound(String mnemonic) {
    assertThat(LaneFunctions.lookup(mnemonic)).isNull();
  }
}
