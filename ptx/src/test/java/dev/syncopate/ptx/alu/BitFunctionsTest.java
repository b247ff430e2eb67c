package dev.syncopate.ptx.alu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.alu.table.LaneFunctions;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Logic, shifts, fields and permutations against bit-by-bit readings of the manual's pseudo-code.
 */
class BitFunctionsTest {
  private static boolean bit(long value, int i) {
    return (value >>> i & 1) != 0;
  }

  /** A value from its bits. */
  private interface Bits {
    boolean at(int i);
  }

  private static long of(int width, Bits bits) {
    long value = 0;
    for (int i = 0; i < width; i++) {
      value |= bits.at(i) ? 1L << i : 0;
    }
    return value;
  }

  /** Shift amounts and field positions: around the widths, and far beyond. */
  private static long[] amounts() {
    return new long[] {
      0,
      1,
      2,
      7,
      8,
      15,
      16,
      17,
      30,
      31,
      32,
      33,
      62,
      63,
      64,
      65,
      127,
      128,
      200,
      255,
      256,
      0x101,
      0x1_0001,
      0x7fff_ffffL,
      0x8000_0000L,
      0xffff_ffffL
    };
  }

  private static long[] mixed(int width) {
    return java.util.stream.LongStream.concat(
            java.util.Arrays.stream(Values.integers(width)),
            java.util.Arrays.stream(amounts()).map(v -> v & Values.mask(width)))
        .distinct()
        .toArray();
  }

  private static void check(String mnemonic, int width, Check.Reference reference) {
    ToLongFunction<java.util.SplittableRandom> sampler =
        r -> r.nextInt(3) == 0 ? r.nextInt(80) : r.nextLong() & Values.mask(width);
    Check.against(mnemonic, mixed(width), sampler, reference);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 32, 64})
  void logicWorksBitByBit(int w) {
    Check.integers("and.b" + w, w, (a, b, c) -> of(w, i -> bit(a, i) && bit(b, i)));
    Check.integers("or.b" + w, w, (a, b, c) -> of(w, i -> bit(a, i) || bit(b, i)));
    Check.integers("xor.b" + w, w, (a, b, c) -> of(w, i -> bit(a, i) != bit(b, i)));
    Check.integers("not.b" + w, w, (a, b, c) -> of(w, i -> !bit(a, i)));
    Check.integers("cnot.b" + w, w, (a, b, c) -> a == 0 ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 32, 64})
  void shiftsBeyondTheWidthLeaveZerosOrTheSign(int w) {
    Check.Reference right =
        (a, b, c) -> {
          long n = Math.min(b & 0xffff_ffffL, w);
          return of(w, i -> i + n < w && bit(a, (int) (i + n)));
        };
    check(
        "shl.b" + w,
        w,
        (a, b, c) -> {
          long n = Math.min(b & 0xffff_ffffL, w);
          return of(w, i -> i >= n && bit(a, (int) (i - n)));
        });
    check("shr.u" + w, w, right);
    check("shr.b" + w, w, right);
    check(
        "shr.s" + w,
        w,
        (a, b, c) -> {
          long n = Math.min(b & 0xffff_ffffL, w);
          return of(w, i -> bit(a, (int) Math.min(i + n, w - 1)));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void bitsAreCounted(int w) {
    Check.integers("popc.b" + w, w, (a, b, c) -> Long.toBinaryString(a).replace("0", "").length());
    Check.integers("clz.b" + w, w, (a, b, c) -> a == 0 ? w : w - Long.toBinaryString(a).length());
    Check.integers("brev.b" + w, w, (a, b, c) -> of(w, i -> bit(a, w - 1 - i)));
  }

  @ParameterizedTest
  @CsvSource({"u,32", "s,32", "u,64", "s,64"})
  void theHighestBitThatIsNoSignIsFound(String sign, int w) {
    Check.Reference find =
        (a, b, c) -> {
          long value = sign.equals("s") && bit(a, w - 1) ? ~a & Values.mask(w) : a;
          for (int i = w - 1; i >= 0; i--) {
            if (bit(value, i)) {
              return i;
            }
          }
          return 0xffff_ffffL;
        };
    Check.integers("bfind." + sign + w, w, find);
    Check.integers(
        "bfind.shiftamt." + sign + w,
        w,
        (a, b, c) -> {
          long position = find.apply(a, b, c);
          return position == 0xffff_ffffL ? position : w - 1 - position;
        });
  }

  @ParameterizedTest
  @CsvSource({"u,32", "s,32", "u,64", "s,64"})
  void fieldsAreExtracted(String sign, int w) {
    int msb = w - 1;
    check(
        "bfe." + sign + w,
        w,
        (a, b, c) -> {
          int pos = (int) b & 0xff;
          int len = (int) c & 0xff;
          boolean filler = sign.equals("s") && len != 0 && bit(a, Math.min(pos + len - 1, msb));
          return of(w, i -> (i < len && pos + i <= msb) ? bit(a, pos + i) : filler);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void fieldsAreInserted(int w) {
    int msb = w - 1;
    LaneFunction field = Check.function("bfi.field");
    LaneFunction insert = Check.function("bfi.b" + w);
    java.util.SplittableRandom random = Values.random("bfi");
    for (long pos : amounts()) {
      for (long len : amounts()) {
        long a = random.nextLong() & Values.mask(w);
        long b = random.nextLong() & Values.mask(w);
        int p = (int) pos & 0xff;
        int l = (int) len & 0xff;
        long expected = of(w, i -> (i >= p && i < p + l && i <= msb) ? bit(a, i - p) : bit(b, i));
        assertThat(insert.apply(a, b, field.apply(pos, len, 0)))
            .as("bfi.b%d %#x %#x %d %d (seed %d)", w, a, b, pos, len, Values.SEED)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void masksAreMade() {
    for (String mode : new String[] {"clamp", "wrap"}) {
      check(
          "bmsk." + mode + ".b32",
          32,
          (a, b, c) -> {
            boolean clamp = mode.equals("clamp");
            long start = clamp ? a : a % 32;
            long length = clamp ? b : b % 32;
            return of(32, i -> i >= start && i < start + length);
          });
    }
    assertThat(Check.function("bmsk.wrap.b32").apply(1, 2, 0)).isEqualTo(6);
  }

  @Test
  void shortNumbersAreExtended() {
    for (String mode : new String[] {"clamp", "wrap"}) {
      for (String type : new String[] {"s32", "u32"}) {
        check(
            "szext." + mode + "." + type,
            32,
            (a, b, c) -> {
              if (mode.equals("clamp") && b >= 32) {
                return a;
              }
              int n = (int) (b % 32);
              boolean sign = n > 0 && type.equals("s32") && bit(a, n - 1);
              return of(32, i -> i < n ? bit(a, i) : sign);
            });
      }
    }
  }

  @Test
  void theNthSetBitIsFoundUpwardsAndDownwards() {
    LaneFunction fns = Check.function("fns.b32");
    assertThat(fns.apply(0xaaaa_aaaaL, 3, 1)).isEqualTo(3);
    assertThat(fns.apply(0xaaaa_aaaaL, 3, 0xffff_ffffL)).isEqualTo(3);
    assertThat(fns.apply(0xaaaa_aaaaL, 2, 1)).isEqualTo(3);
    assertThat(fns.apply(0xaaaa_aaaaL, 2, 0xffff_ffffL)).isEqualTo(1);
    assertThat(fns.apply(0xaaaa_aaaaL, 3, 3)).isEqualTo(7);
    assertThat(fns.apply(0xaaaa_aaaaL, 8, 0xffff_fffeL)).isEqualTo(5);
    assertThat(fns.apply(0xaaaa_aaaaL, 8, 0xffff_fffbL)).isEqualTo(0xffff_ffffL);
    assertThat(fns.apply(0xaaaa_aaaaL, 3, 0)).isEqualTo(3);
    assertThat(fns.apply(0xaaaa_aaaaL, 2, 0)).isEqualTo(0xffff_ffffL);
    assertThat(fns.apply(0xaaaa_aaaaL, 31, 2)).isEqualTo(0xffff_ffffL);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x80, 0xc0, 0x96, 0xe8, 0xca, 0x1b, 0xff})
  void threeInputLogicFollowsItsTable(int table) {
    Check.integers(
        "lop3.b32.0x%02x".formatted(table),
        32,
        (a, b, c) ->
            of(
                32,
                i -> bit(table, (bit(a, i) ? 4 : 0) + (bit(b, i) ? 2 : 0) + (bit(c, i) ? 1 : 0))));
  }

  @Test
  void funnelShiftsTakeTheirBitsFromBothWords() {
    for (String mode : new String[] {"clamp", "wrap"}) {
      for (String side : new String[] {"l", "r"}) {
        check(
            "shf." + side + "." + mode + ".b32",
            32,
            (a, b, c) -> {
              int n = (int) (mode.equals("clamp") ? Math.min(c, 32) : c % 32);
              int first = side.equals("l") ? 32 - n : n;
              return of(32, i -> first + i < 32 ? bit(a, first + i) : bit(b, first + i - 32));
            });
      }
    }
  }

  @Test
  void bytesArePermuted() {
    check(
        "prmt.b32",
        32,
        (a, b, c) ->
            of(
                32,
                i -> {
                  int control = (int) (c >> (i / 8 * 4)) & 15;
                  int source = (control & 7) * 8 + ((control & 8) != 0 ? 7 : i % 8);
                  return source < 32 ? bit(a, source) : bit(b, source - 32);
                }));
  }

  /** Rows of the manual's table: bytes 3 to 0 of the result for selectors 0 to 3. */
  @ParameterizedTest
  @CsvSource({
    "f4e, 3210, 4321, 5432, 6543",
    "b4e, 5670, 6701, 7012, 0123",
    "rc8, 0000, 1111, 2222, 3333",
    "ecl, 3210, 3211, 3222, 3333",
    "ecr, 0000, 1110, 2210, 3210",
    "rc16, 1010, 3232, 1010, 3232"
  })
  void permutationModesSelectByTheLowBits(
      String mode, String zero, String one, String two, String three) {
    LaneFunction function = Check.function("prmt.b32." + mode);
    String[] rows = {zero, one, two, three};
    String bytes = "506172838495a6b7";
    for (int selector = 0; selector < 4; selector++) {
      StringBuilder expected = new StringBuilder();
      for (char digit : rows[selector].toCharArray()) {
        expected.append(bytes, 2 * (digit - '0'), 2 * (digit - '0') + 2);
      }
      assertThat(function.apply(0x8372_6150L, 0xb7a6_9584L, 0xfffc + selector))
          .as("%s %d", mode, selector)
          .isEqualTo(Long.parseLong(expected.toString(), 16));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "and.b8",
        "and.f32",
        "shl.lo.b32",
        "popc.b16",
        "bfind.b32",
        "lop3.b32",
        "lop3.b32.0x100",
        "lop3.b32.0xzz",
        "shf.wrap.b32",
        "shf.l.r.wrap.b32",
        "prmt.b64",
        "prmt.b32.xyz",
        "pack.b64.b16",
        "unpack.b64.b32",
        "cvta.f32"
      })
  void whatPtxDoesNotHaveIsNotFound(String mnemonic) {
    assertThat(LaneFunctions.lookup(mnemonic)).isNull();
  }
}
