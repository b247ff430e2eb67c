package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code mma}, {@code ldmatrix} and {@code stmatrix}, against products in exact arithmetic and the
 * places of fragments as the PTX manual words them ("Matrix Fragments for mma").
 */
class MatrixMultiplyTest {
  private static final int LANES = 32;

  /** Bytes of a lane's registers in memory: 16 of 8 bytes. */
  private static final int SLOT = 128;

  /** A product, and its matrices by element. */
  private static final class Product {
    final String shape;
    final int m;
    final int n;
    final int k;
    final String a;
    final String b;
    final String sum;
    final BigDecimal[][] left;
    final BigDecimal[][] right;
    final BigDecimal[][] added;

    Product(String shape, String a, String b, String sum, Random random) {
      this.shape = shape;
      String[] sizes = shape.substring(1).replaceAll("[nk]", " ").split(" ", -1);
      m = Integer.parseInt(sizes[0]);
      n = Integer.parseInt(sizes[1]);
      k = Integer.parseInt(sizes[2]);
      this.a = a;
      this.b = b;
      this.sum = sum;
      left = matrix(m, k, a, random);
      right = matrix(k, n, b, random);
      added = matrix(m, n, sum, random);
    }

    /** Numbers that the type has exactly, and whose products add up without loss. */
    private static BigDecimal[][] matrix(int rows, int columns, String type, Random random) {
      BigDecimal[][] matrix = new BigDecimal[rows][columns];
      for (BigDecimal[] row : matrix) {
        for (int column = 0; column < columns; column++) {
          row[column] =
              switch (type) {
                case "f16" -> fraction(random.nextInt(-511, 512), 64);
                case "bf16" -> fraction(random.nextInt(-255, 256), 64);
                case "tf32" -> fraction(random.nextInt(-1023, 1024), 64);
                case "f32" -> fraction(random.nextInt(-9_999_999, 10_000_000), 4096);
                case "f64" -> fraction(random.nextInt(-999_999, 1_000_000), 1024);
                // an integer up to 7 by a power of two
                case "e4m3", "e5m2" -> fraction(random.nextInt(-7, 8) / 2 * 2, 4);
                case "s8" -> BigDecimal.valueOf(random.nextInt(-128, 128));
                case "u8" -> BigDecimal.valueOf(random.nextInt(256));
                default -> BigDecimal.valueOf(random.nextInt());
              };
        }
      }
      return matrix;
    }

    private static BigDecimal fraction(int numerator, int power) {
      return BigDecimal.valueOf(numerator).divide(BigDecimal.valueOf(power));
    }

    BigDecimal exact(int row, int column) {
      BigDecimal total = added[row][column];
      for (int i = 0; i < k; i++) {
        total = total.add(left[row][i].multiply(right[i][column]));
      }
      return total;
    }
  }

  private static int bits(String type) {
    return switch (type) {
      case "f16", "bf16" -> 16;
      case "s8", "u8", "e4m3", "e5m2" -> 8;
      case "f64" -> 64;
      default -> 32;
    };
  }

  private static long encode(BigDecimal value, String type, Random random) {
    return switch (type) {
      case "f16" -> Float.floatToFloat16(value.floatValue()) & 0xffffL;
      case "bf16" -> Float.floatToRawIntBits(value.floatValue()) >>> 16;
      // hardware ignores the last 13 bits
      case "tf32" ->
          (Float.floatToRawIntBits(value.floatValue()) & 0xffff_ffffL) | random.nextInt(1 << 13);
      case "f32" -> Float.floatToRawIntBits(value.floatValue()) & 0xffff_ffffL;
      case "f64" -> Double.doubleToRawLongBits(value.doubleValue());
      case "s8", "u8" -> value.intValue() & 0xff;
      case "e4m3" -> quarter(value, 7, 3);
      case "e5m2" -> quarter(value, 15, 2);
      default -> value.intValue() & 0xffff_ffffL;
    };
  }

  /** A number of eight bits: sign, exponent, fraction. */
  private static long quarter(BigDecimal value, int bias, int fractionBits) {
    if (value.signum() == 0) {
      return 0;
    }
    double size = Math.abs(value.doubleValue());
    int exponent = Math.getExponent(size);
    int fraction = (int) ((Math.scalb(size, -exponent) - 1) * (1 << fractionBits));
    return (value.signum() < 0 ? 0x80 : 0) | ((exponent + bias) << fractionBits) | fraction;
  }

  /** Row and column of a lane's element of A, in the manual's words. */
  private static int[] leftPlace(Product product, int lane, int i) {
    int group = lane >> 2;
    int thread = lane % 4;
    return switch (product.shape + " " + bits(product.a)) {
      case "m16n8k8 16" -> new int[] {i < 2 ? group : group + 8, thread * 2 + (i & 1)};
      case "m16n8k16 16" ->
          new int[] {
            i < 2 || (i >= 4 && i < 6) ? group : group + 8, thread * 2 + (i & 1) + (i < 4 ? 0 : 8)
          };
      case "m16n8k4 32" -> new int[] {i == 0 ? group : group + 8, thread};
      case "m16n8k8 32" ->
          new int[] {i == 0 || i == 2 ? group : group + 8, i < 2 ? thread : thread + 4};
      case "m8n8k4 64" -> new int[] {group, thread};
      case "m8n8k16 8" -> new int[] {group, thread * 4 + i};
      case "m16n8k16 8" -> new int[] {i < 4 ? group : group + 8, thread * 4 + (i & 3)};
      case "m16n8k32 8" ->
          new int[] {
            i < 4 || (i >= 8 && i < 12) ? group : group + 8, thread * 4 + (i & 3) + (i < 8 ? 0 : 16)
          };
      default -> throw new IllegalArgumentException(product.shape);
    };
  }

  private static int[] rightPlace(Product product, int lane, int i) {
    int group = lane >> 2;
    int thread = lane % 4;
    int row =
        switch (product.shape + " " + bits(product.b)) {
          case "m16n8k8 16" -> thread * 2 + i;
          case "m16n8k16 16" -> thread * 2 + (i & 1) + (i < 2 ? 0 : 8);
          case "m16n8k4 32", "m8n8k4 64" -> thread;
          case "m16n8k8 32" -> i == 0 ? thread : thread + 4;
          case "m8n8k16 8", "m16n8k16 8" -> thread * 4 + i;
          case "m16n8k32 8" -> thread * 4 + (i & 3) + (i < 4 ? 0 : 16);
          default -> throw new IllegalArgumentException(product.shape);
        };
    return new int[] {row, group};
  }

  private static int[] sumPlace(int lane, int i) {
    return new int[] {i < 2 ? lane >> 2 : (lane >> 2) + 8, lane % 4 * 2 + (i & 1)};
  }

  private static int registers(int elements, String type) {
    return bits(type) == 64 ? elements : elements * bits(type) / 32;
  }

  private static String list(String prefix, int first, int count) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ", ").append(prefix).append(first + i);
    }
    return text.append("}").toString();
  }

  /** Loads registers 0 to 11 of each lane, computes, and stores the last four. */
  private static String kernel(Product product, String options) {
    boolean doubles = product.a.equals("f64");
    String register = doubles ? "%x" : "%r";
    int left = registers(product.m * product.k / LANES, product.a);
    int right = registers(product.k * product.n / LANES, product.b);
    int sums = registers(product.m * product.n / LANES, product.sum);
    StringBuilder body =
        new StringBuilder(
            """
            .reg .b32 %r<32>;
            .reg .b64 %x<32>;
            .reg .b64 %l<8>;
            ld.param.u64 %l0, [in];
            ld.param.u64 %l1, [out];
            mov.u32 %r20, %laneid;
            mul.wide.u32 %l2, %r20, SLOT;
            add.u64 %l0, %l0, %l2;
            add.u64 %l1, %l1, %l2;
            """
                .replace("SLOT", Integer.toString(SLOT)));
    for (int i = 0; i < 12; i++) {
      body.append(
          "ld.global.b%d %s%d, [%%l0+%d];\n".formatted(doubles ? 64 : 32, register, i, 8 * i));
    }
    body.append(
        "mma.sync.aligned.%s.row.col%s.%s.%s.%s.%s %s, %s, %s, %s;\n"
            .formatted(
                product.shape,
                options,
                product.sum,
                product.a,
                product.b,
                product.sum,
                list(register, 8, sums),
                list(register, 0, left),
                list(register, 4, right),
                list(register, 8, sums)));
    for (int i = 0; i < 4; i++) {
      body.append(
          "st.global.b%d [%%l1+%d], %s%d;\n".formatted(doubles ? 64 : 32, 8 * i, register, 8 + i));
    }
    return TestGpu.kernel(".param .u64 in, .param .u64 out", body + "ret;");
  }

  /** Packs the elements of a fragment into registers. */
  private static void put(
      ByteBuffer memory, int lane, int firstRegister, int element, String type, long bits) {
    int perRegister = Math.max(1, 32 / bits(type));
    int offset = lane * SLOT + 8 * (firstRegister + element / perRegister);
    int shift = bits(type) * (element % perRegister);
    memory.putLong(offset, memory.getLong(offset) | bits << shift);
  }

  private static ByteBuffer fragments(Product product, Random random) {
    ByteBuffer memory = ByteBuffer.allocate(LANES * SLOT).order(ByteOrder.LITTLE_ENDIAN);
    for (int lane = 0; lane < LANES; lane++) {
      for (int i = 0; i < product.m * product.k / LANES; i++) {
        int[] place = leftPlace(product, lane, i);
        BigDecimal value = product.left[place[0]][place[1]];
        put(memory, lane, 0, i, product.a, encode(value, product.a, random));
      }
      for (int i = 0; i < product.k * product.n / LANES; i++) {
        int[] place = rightPlace(product, lane, i);
        BigDecimal value = product.right[place[0]][place[1]];
        put(memory, lane, 4, i, product.b, encode(value, product.b, random));
      }
      for (int i = 0; i < product.m * product.n / LANES; i++) {
        int[] place = sumPlace(lane, i);
        BigDecimal value = product.added[place[0]][place[1]];
        put(memory, lane, 8, i, product.sum, encode(value, product.sum, random));
      }
    }
    return memory;
  }

  private static ByteBuffer run(TestGpu gpu, String ptx, ByteBuffer input, int threads) {
    long inputAddress = gpu.allocate(LANES * SLOT);
    long out = gpu.allocate(LANES * SLOT);
    byte[] data = new byte[LANES * SLOT];
    input.get(0, data);
    gpu.gpu.write(inputAddress, data);
    KernelRun run = gpu.run(ptx, 1, threads, inputAddress, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    byte[] bytes = new byte[LANES * SLOT];
    gpu.gpu.read(out, bytes);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The number of 16 bits that is nearest; of two the even one. */
  private static long nearestHalf(BigDecimal value) {
    int guess = Float.floatToFloat16(value.floatValue()) & 0xffff;
    int nearest = guess;
    BigDecimal distance = null;
    for (int candidate = guess - 1; candidate <= guess + 1; candidate++) {
      float candidateValue = Float.float16ToFloat((short) candidate);
      if (Float.isFinite(candidateValue)) {
        BigDecimal error = new BigDecimal(candidateValue).subtract(value).abs();
        int compared = distance == null ? -1 : error.compareTo(distance);
        if (compared < 0 || (compared == 0 && (candidate & 1) == 0)) {
          nearest = candidate;
          distance = error;
        }
      }
    }
    return nearest;
  }

  private static long expected(BigDecimal exact, String type, boolean saturates) {
    long integer = exact.toBigInteger().longValue();
    return switch (type) {
      case "f16" -> nearestHalf(exact);
      case "f32" -> Float.floatToRawIntBits(exact.floatValue()) & 0xffff_ffffL;
      case "f64" -> Double.doubleToRawLongBits(exact.doubleValue());
      default ->
          (saturates ? Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, integer)) : integer)
              & 0xffff_ffffL;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "m16n8k8, f16, f16, f32, ''",
    "m16n8k16, f16, f16, f32, ''",
    "m16n8k8, f16, f16, f16, ''",
    "m16n8k16, f16, f16, f16, ''",
    "m16n8k8, bf16, bf16, f32, ''",
    "m16n8k16, bf16, bf16, f32, ''",
    "m16n8k4, tf32, tf32, f32, ''",
    "m16n8k8, tf32, tf32, f32, ''",
    "m16n8k32, e4m3, e5m2, f32, ''",
    "m16n8k32, e5m2, e5m2, f16, ''",
    "m8n8k4, f64, f64, f64, ''",
    "m8n8k4, f64, f64, f64, .rn",
    "m8n8k16, s8, s8, s32, ''",
    "m16n8k16, s8, u8, s32, ''",
    "m16n8k32, u8, s8, s32, ''",
    "m16n8k32, u8, u8, s32, .satfinite",
    "m16n8k16, s8, s8, s32, .satfinite",
  })
  void everyElementIsThatOfTheExactProduct(
      String shape, String a, String b, String sum, String options) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Product product = new Product(shape, a, b, sum, random);
    ByteBuffer out =
        run(TestGpu.with(), kernel(product, options), fragments(product, random), LANES);
    for (int lane = 0; lane < LANES; lane++) {
      int perRegister = Math.max(1, 32 / bits(sum));
      for (int i = 0; i < product.m * product.n / LANES; i++) {
        long register = out.getLong(lane * SLOT + 8 * (i / perRegister));
        long bits =
            bits(sum) == 64
                ? register
                : register >>> (bits(sum) * (i % perRegister)) & (1L << bits(sum)) - 1;
        int[] place = sumPlace(lane, i);
        assertThat(bits)
            .as("seed %d: row %d, column %d", seed, place[0], place[1])
            .isEqualTo(
                expected(product.exact(place[0], place[1]), sum, options.equals(".satfinite")));
      }
    }
  }

  /** Rows at addresses of lanes; fragments go back to the places that rows came from. */
  @ParameterizedTest
  @CsvSource({"1, ''", "2, ''", "4, ''", "1, .trans", "2, .trans", "4, .trans"})
  void matricesAreLoadedByRowsAndStored(int count, String transposed) {
    String access = ".sync.aligned.m8n8.x" + count + transposed + ".shared.b16";
    String fragments = list("%r", 0, count);
    TestGpu gpu = TestGpu.with();
    ByteBuffer input = ByteBuffer.allocate(LANES * SLOT).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 64 * count; i++) {
      input.putShort(2 * i, (short) (1000 + i));
    }
    String ptx =
        TestGpu.module(
            ".shared .align 16 .b8 tile[1024];",
            ".param .u64 in, .param .u64 out",
            """
            .reg .b32 %r<32>;
            .reg .b64 %l<8>;
            .reg .pred %p<2>;
            ld.param.u64 %l0, [in];
            ld.param.u64 %l1, [out];
            mov.u32 %r20, %laneid;
            mul.wide.u32 %l2, %r20, 16;
            add.u64 %l0, %l0, %l2;
            ld.global.v4.b32 {%r8, %r9, %r10, %r11}, [%l0];
            mov.u32 %r21, tile;
            mad.lo.u32 %r22, %r20, 16, %r21;
            st.shared.v4.b32 [%r22], {%r8, %r9, %r10, %r11};
            bar.warp.sync -1;
            mov.b32 %r0, 0;
            mov.b32 %r1, 0;
            mov.b32 %r2, 0;
            mov.b32 %r3, 0;
            setp.lt.u32 %p1, %r20, ROWS;
            selp.u32 %r23, %r22, 0x7ffffff0, %p1;
            ldmatrixACCESS FRAGMENTS, [%r23];
            mul.wide.u32 %l3, %r20, SLOT;
            add.u64 %l1, %l1, %l3;
            st.global.v4.b32 [%l1], {%r0, %r1, %r2, %r3};
            bar.warp.sync -1;
            @%p1 add.u32 %r23, %r23, 512;
            stmatrixACCESS [%r23], FRAGMENTS;
            bar.warp.sync -1;
            add.u32 %r22, %r22, 512;
            ld.shared.v4.b32 {%r8, %r9, %r10, %r11}, [%r22];
            st.global.v4.b32 [%l1+16], {%r8, %r9, %r10, %r11};
            ret;
            """
                .replace("ACCESS", access)
                .replace("FRAGMENTS", fragments)
                .replace("ROWS", Integer.toString(8 * count))
                .replace("SLOT", Integer.toString(SLOT)));
    ByteBuffer out = run(gpu, ptx, input, LANES);
    for (int lane = 0; lane < LANES; lane++) {
      for (int matrix = 0; matrix < count; matrix++) {
        for (int i = 0; i < 2; i++) {
          int row = transposed.isEmpty() ? lane / 4 : 2 * (lane % 4) + i;
          int column = transposed.isEmpty() ? 2 * (lane % 4) + i : lane / 4;
          assertThat(out.getShort(lane * SLOT + 4 * matrix + 2 * i))
              .as("lane %d, matrix %d, element %d", lane, matrix, i)
              .isEqualTo((short) (1000 + 64 * matrix + 8 * row + column));
        }
      }
      for (int i = 0; i < 8; i++) {
        assertThat(out.getShort(lane * SLOT + 16 + 2 * i))
            .as("row %d, element %d, stored", lane, i)
            .isEqualTo((short) (lane < 8 * count ? 1000 + 8 * lane + i : 0));
      }
    }
  }

  private static final String SMALL =
      """
      .reg .b32 %r<32>;
      .reg .pred %p<2>;
      mov.u32 %r20, %laneid;
      setp.lt.u32 %p1, %r20, 16;
      mov.b32 %r0, 0;
      """;

  private static final String MULTIPLY =
      "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r1, %r2}, {%r0}, {%r0}, {%r0, %r0};\n";

  @Test
  void aLaneThatDoesNotTakePartIsAFault() {
    KernelRun guarded =
        TestGpu.with().run(TestGpu.kernel("", SMALL + "@%p1 " + MULTIPLY + "ret;"), 1, LANES);
    assertThat(guarded.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(guarded.report()).contains("mma needs all 32 threads of the warp; lane 16 does not");
    KernelRun half = TestGpu.with().run(TestGpu.kernel("", SMALL + MULTIPLY + "ret;"), 1, 16);
    assertThat(half.report()).contains("mma needs all 32 threads of the warp; lane 16 does not");
    KernelRun exited =
        TestGpu.with()
            .run(TestGpu.kernel("", SMALL + "@%p1 exit;\n" + MULTIPLY + "ret;"), 1, LANES);
    assertThat(exited.report()).contains("mma needs all 32 threads of the warp; lane 0 does not");
  }

  /** Lanes that come by two ways are together before the product. */
  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void lanesWaitForOneAnother(String divergence) {
    TestGpu gpu = TestGpu.with("core.divergence=" + divergence);
    long out = gpu.allocate(4 * LANES);
    String ptx =
        TestGpu.kernel(
            ".param .u64 out",
            SMALL
                + """
                .reg .b64 %l<4>;
                ld.param.u64 %l0, [out];
                mul.wide.u32 %l1, %r20, 4;
                add.u64 %l0, %l0, %l1;
                mov.b32 %r4, 0x01010101;
                @%p1 bra late;
                mov.b32 %r5, 0x02020202;
                bra together;
                late:
                mov.b32 %r5, 0x02020202;
                mov.u32 %r6, 50;
                again:
                sub.u32 %r6, %r6, 1;
                setp.ne.u32 %p1, %r6, 0;
                @%p1 bra again;
                together:
                mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r1, %r2}, {%r4}, {%r5}, {%r0, %r0};
                st.global.u32 [%l0], %r1;
                ret;
                """);
    KernelRun run = gpu.run(ptx, 1, LANES, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, LANES)).containsOnly(32);
  }

  @Test
  void aMachineOfWiderWarpsHasNone() {
    TestGpu gpu = TestGpu.with("core.warpWidth=64");
    assertThatThrownBy(() -> gpu.run(TestGpu.kernel("", SMALL + MULTIPLY + "ret;"), 1, 64))
        .isInstanceOf(LaunchRefusedException.class)
        .hasMessageContaining("mma is for warps of 32 threads, and those of this machine have 64");
  }
}
