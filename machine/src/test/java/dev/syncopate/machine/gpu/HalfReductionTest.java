package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.tensor.TensorDescriptor;
import dev.syncopate.machine.tensor.TensorType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code cp.reduce.async.bulk} of halves: sums are rounded to nearest even with subnormal numbers
 * kept, and min and max leave out what is not a number. The expected values come from exact sums
 * and a search among all halves.
 */
class HalfReductionTest {
  private static final int COUNT = 256;
  private static final int NAN = 0x7fff;

  /** A format of 16 bits by its bits of fraction. */
  private record Format(int fraction) {
    static Format of(String name) {
      return new Format(name.equals("f16") ? 10 : 7);
    }

    int infinity() {
      return 0x7fff & ~((1 << fraction) - 1);
    }

    boolean isNan(int bits) {
      return (bits & 0x7fff) > infinity();
    }

    boolean isInfinite(int bits) {
      return (bits & 0x7fff) == infinity();
    }

    /** The exact value of a finite one; the one behind the largest stands for infinity. */
    BigDecimal magnitude(int bits) {
      int exponent = (bits & 0x7fff) >> fraction;
      int bias = (1 << (14 - fraction)) - 1;
      int significand = bits & ((1 << fraction) - 1);
      int power = exponent == 0 ? 1 - bias - fraction : exponent - bias - fraction;
      BigDecimal value =
          BigDecimal.valueOf(exponent == 0 ? significand : significand | (1 << fraction));
      BigDecimal two = BigDecimal.valueOf(2);
      return power >= 0
          ? value.multiply(two.pow(power))
          : value.divide(two.pow(-power)); // exact: a power of two
    }

    BigDecimal value(int bits) {
      return (bits & 0x8000) == 0 ? magnitude(bits) : magnitude(bits).negate();
    }

    /** The nearest one of a sign. */
    int nearest(BigDecimal magnitude, int sign) {
      int low = 0;
      int high = infinity();
      while (high - low > 1) {
        int middle = (low + high) / 2;
        if (magnitude(middle).compareTo(magnitude) <= 0) {
          low = middle;
        } else {
          high = middle;
        }
      }
      int side =
          magnitude
              .subtract(magnitude(low))
              .compareTo(magnitude(low + 1).subtract(magnitude).max(BigDecimal.ZERO));
      boolean up = side > 0 || (side == 0 && (low & 1) == 1);
      return sign | (up ? low + 1 : low);
    }

    int sum(int a, int b) {
      boolean opposite = isInfinite(a) && isInfinite(b) && a != b;
      if (isNan(a) || isNan(b) || opposite) {
        return NAN;
      }
      if (isInfinite(a) || isInfinite(b)) {
        return isInfinite(a) ? a : b;
      }
      BigDecimal sum = value(a).add(value(b));
      if (sum.signum() == 0) {
        return a == b ? a : 0; // of two negative zeros a negative one
      }
      return nearest(sum.abs(), sum.signum() < 0 ? 0x8000 : 0);
    }

    /** -0 is less than +0, and a number is taken rather than none. */
    int extreme(int a, int b, int sign) {
      if (isNan(a) || isNan(b)) {
        return isNan(a) ? (isNan(b) ? NAN : b) : a;
      }
      int left = (a & 0x8000) == 0 ? a : ~(a & 0x7fff);
      int right = (b & 0x8000) == 0 ? b : ~(b & 0x7fff);
      return sign * Integer.compare(left, right) >= 0 ? a : b;
    }

    int expected(String operation, int a, int b) {
      return switch (operation) {
        case "add" -> sum(a, b);
        case "min" -> extreme(a, b, -1);
        default -> extreme(a, b, 1);
      };
    }
  }

  /** Any bits, neighbours, ties, subnormal and special numbers. */
  private static int[] drawn(Random random, Format format, int[] counterparts) {
    int[] special = {0, 0x8000, 1, 0x8001, format.infinity(), format.infinity() | 0x8000, NAN};
    int[] halves = new int[COUNT];
    for (int i = 0; i < COUNT; i++) {
      int counterpart = counterparts.length == 0 ? 0 : counterparts[i];
      halves[i] =
          switch (random.nextInt(6)) {
            case 0 -> special[random.nextInt(special.length)];
            case 1 -> random.nextInt(1 << format.fraction); // subnormal
            case 2 -> counterpart ^ 0x8000 ^ random.nextInt(4); // almost all is cancelled
            case 3 ->
                Math.max(0, (counterpart & 0x7fff) - ((format.fraction + 1) << format.fraction));
            default -> random.nextInt(1 << 16);
          };
    }
    return halves;
  }

  private static int[] words(int[] halves) {
    int[] words = new int[COUNT / 2];
    for (int i = 0; i < words.length; i++) {
      words[i] = halves[2 * i] | (halves[2 * i + 1] << 16);
    }
    return words;
  }

  private static final String HEAD =
      """
      .reg .b32 %r<16>;
      .reg .b64 %rd<8>;
      .reg .pred %p<4>;
      .shared .align 128 .b8 tile[1024];
      ld.param.u64 %rd1, [out];
      ld.param.u64 %rd2, [in];
      ld.param.u64 %rd4, [map];
      mov.u32 %r1, %tid.x;
      setp.eq.u32 %p1, %r1, 0;
      mov.u32 %r2, tile;
      shl.b32 %r3, %r1, 2;
      add.u32 %r2, %r2, %r3;
      cvt.u64.u32 %rd3, %r3;
      add.u64 %rd5, %rd2, %rd3;
      add.u64 %rd6, %rd1, %rd3;
      ld.global.u32 %r4, [%rd5];
      st.shared.u32 [%r2], %r4;
      """;

  private static final String GROUP =
      """
      fence.proxy.async.shared::cta;
      bar.sync 0;
      @%p1 COPY
      @%p1 cp.async.bulk.commit_group;
      @%p1 cp.async.bulk.wait_group 0;
      """;

  private static int[] reduced(String way, String type, String update, int[] old, int[] added) {
    TestGpu gpu = TestGpu.with();
    long out = gpu.ints(words(old));
    long input = gpu.ints(words(added));
    long map = gpu.allocate(128);
    TensorDescriptor tensor =
        new TensorDescriptor(
            type.equals("f16") ? TensorType.F16 : TensorType.BF16,
            out,
            new long[] {COUNT},
            new long[0],
            new int[] {COUNT},
            new int[] {1},
            0,
            false,
            0);
    gpu.gpu.write(map, tensor.encode());
    String named = update + (update.equals("add") ? ".noftz." : ".") + type;
    String body =
        switch (way) {
          case "global" ->
              GROUP.replace(
                  "COPY",
                  "cp.reduce.async.bulk.global.shared::cta.bulk_group."
                      + named
                      + " [%rd1], [tile], 512;");
          default ->
              GROUP.replace(
                  "COPY",
                  "cp.reduce.async.bulk.tensor.1d.global.shared::cta."
                      + update
                      + ".tile.bulk_group [%rd4, {0}], [tile];");
        };
    KernelRun run =
        gpu.run(
            TestGpu.kernel(
                ".param .u64 out, .param .u64 in, .param .u64 map", HEAD + body + "ret;\n"),
            1,
            COUNT / 2,
            out,
            input,
            map);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] halves = new int[COUNT];
    int[] words = gpu.readInts(out, COUNT / 2);
    for (int i = 0; i < COUNT; i++) {
      halves[i] = (words[i / 2] >>> (16 * (i % 2))) & 0xffff;
    }
    return halves;
  }

  @ParameterizedTest
  @CsvSource({
    "global, f16, add",
    "global, f16, min",
    "global, f16, max",
    "global, bf16, add",
    "global, bf16, min",
    "global, bf16, max",
    "tensor, f16, add",
    "tensor, f16, min",
    "tensor, f16, max",
    "tensor, bf16, add",
    "tensor, bf16, min",
    "tensor, bf16, max"
  })
  void halvesAreRoundedOnce(String way, String type, String update) {
    Format format = Format.of(type);
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      int[] old = drawn(random, format, new int[0]);
      int[] added = drawn(random, format, old);
      int[] observed = reduced(way, type, update, old, added);
      List<String> wrong = new ArrayList<>();
      for (int i = 0; i < COUNT; i++) {
        int expected = format.expected(update, old[i], added[i]);
        boolean isExpected =
            format.isNan(expected) ? format.isNan(observed[i]) : expected == observed[i];
        if (!isExpected) {
          wrong.add(
              "%04x, %04x: %04x, expected %04x".formatted(old[i], added[i], observed[i], expected));
        }
      }
      assertThat(wrong).as("seed %d", seed).isEqualTo(Collections.emptyList());
    }
  }
}
