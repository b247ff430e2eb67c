package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code wgmma} against products of small numbers, which are exact. Places of fragments and of
 * tiles are those of the PTX manual, in its words ("Asynchronous warpgroup level matrix
 * instructions", "Register fragments and shared memory matrix layouts").
 */
class WarpgroupMultiplyTest {
  private static final int THREADS = 128;
  private static final int ROWS = 64;

  /** Bytes of shared memory for A, and for both. */
  private static final int LEFT_BYTES = 8192;

  private static final int SHARED_BYTES = 40_960;

  private static final float[] SMALL = {0, 0.5f, 1, 1.5f, 2, 3};
  private static final Map<Float, Integer> E4M3 =
      Map.of(0f, 0x00, 0.5f, 0x30, 1f, 0x38, 1.5f, 0x3c, 2f, 0x40, 3f, 0x44);
  private static final Map<Float, Integer> E5M2 =
      Map.of(0f, 0x00, 0.5f, 0x38, 1f, 0x3c, 1.5f, 0x3e, 2f, 0x40, 3f, 0x42);

  private static int bits(String type) {
    return switch (type) {
      case "f16", "bf16" -> 16;
      case "e4m3", "e5m2", "s8", "u8" -> 8;
      default -> 32;
    };
  }

  private static float random(String type, Random random) {
    return switch (type) {
      case "s8" -> random.nextInt(-128, 128);
      case "u8" -> random.nextInt(256);
      case "s32" -> random.nextInt(-1000, 1000);
      default -> SMALL[random.nextInt(SMALL.length)] * (random.nextBoolean() ? 1 : -1);
    };
  }

  private static int encode(float value, String type) {
    int sign = value < 0 ? 0x80 : 0;
    return switch (type) {
      case "f16" -> Float.floatToFloat16(value) & 0xffff;
      case "bf16" -> Float.floatToRawIntBits(value) >>> 16;
      case "e4m3" -> E4M3.getOrDefault(Math.abs(value) + 0f, -1) | sign;
      case "e5m2" -> E5M2.getOrDefault(Math.abs(value) + 0f, -1) | sign;
      case "s8", "u8" -> (int) value & 0xff;
      case "s32" -> (int) value;
      default -> Float.floatToRawIntBits(value);
    };
  }

  /**
   * Where a tile lies.
   *
   * @param swizzle bytes of the pattern; 16 without one
   * @param across whether rows of shared memory are along m or n
   * @param lines rows of A, or columns of B
   * @param slice tiles along k that lie before it in the same rows
   */
  private record Layout(int swizzle, boolean across, int lines, int slice) {
    long descriptor(int base) {
      int leading;
      int stride;
      if (!across) {
        leading = swizzle == 16 ? lines * 16 : 0;
        stride = swizzle == 16 ? 128 : 8 * swizzle;
      } else if (swizzle == 16) {
        leading = lines * 16;
        stride = 128;
      } else {
        leading = 16 * swizzle;
        stride = 8 * swizzle;
      }
      long mode = swizzle == 128 ? 1 : swizzle == 64 ? 2 : swizzle == 32 ? 3 : 0;
      return (mode << 62)
          | ((stride / 16L) << 32)
          | ((leading / 16L) << 16)
          | ((base + 32L * slice) / 16);
    }

    /** Offset of an element. */
    int offset(int line, int k, int size) {
      if (!across) {
        int chunk = k * size / 16;
        int inChunk = k * size % 16;
        if (swizzle == 16) {
          // a core matrix of eight rows of 16 bytes; those of one chunk one behind the other
          return chunk * lines * 16 + line / 8 * 128 + line % 8 * 16 + inChunk;
        }
        return line * swizzle + 16 * mixed(2 * slice + chunk, line) + inChunk;
      }
      int perChunk = 16 / size;
      int inChunk = line % perChunk * size;
      int chunk = line / perChunk;
      if (swizzle == 16) {
        return k / 8 * lines * 16 + chunk * 128 + k % 8 * 16 + inChunk;
      }
      int width = swizzle / 16;
      return chunk / width * 16 * swizzle + k * swizzle + 16 * mixed(chunk % width, k) + inChunk;
    }

    /** Chunks of a row change places by the number of the row. */
    private int mixed(int chunk, int row) {
      return switch (swizzle) {
        case 128 -> chunk ^ (row % 8);
        case 64 -> chunk ^ (row / 2 % 4);
        default -> chunk ^ (row / 4 % 2);
      };
    }
  }

  private static int[] leftPlace(int thread, int i, int bits) {
    int row = 16 * (thread / 32) + thread % 32 / 4;
    int column = thread % 4;
    return switch (bits) {
      case 16 -> new int[] {row + (i / 2 % 2 == 0 ? 0 : 8), column * 2 + i % 2 + (i < 4 ? 0 : 8)};
      case 8 -> new int[] {row + (i / 4 % 2 == 0 ? 0 : 8), column * 4 + i % 4 + (i < 8 ? 0 : 16)};
      default -> new int[] {row + (i % 2 == 0 ? 0 : 8), column + (i < 2 ? 0 : 4)};
    };
  }

  private static int[] sumPlace(int thread, int i) {
    return new int[] {
      16 * (thread / 32) + thread % 32 / 4 + (i / 2 % 2 == 0 ? 0 : 8),
      i / 4 * 8 + thread % 4 * 2 + i % 2
    };
  }

  private static String list(int first, int count) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ", ").append("%r").append(first + i);
    }
    return text.append("}").toString();
  }

  /**
   * Copies the image into shared memory, loads the four registers of A and those of D, multiplies,
   * and stores D.
   *
   * @param left 0 for the descriptor, else registers
   */
  private static String kernel(String instruction, String left, int sums, String end) {
    StringBuilder body =
        new StringBuilder(
            """
            .reg .b32 %r<200>;
            .reg .b64 %l<16>;
            .reg .pred %p<4>;
            ld.param.u64 %l0, [image];
            ld.param.u64 %l1, [fragments];
            ld.param.u64 %l2, [a];
            ld.param.u64 %l3, [b];
            ld.param.u64 %l7, [add];
            mov.u32 %r190, %tid.x;
            mov.u32 %r191, tile;
            mul.lo.u32 %r192, %r190, 16;
            COPY:
            cvt.u64.u32 %l4, %r192;
            add.u64 %l5, %l0, %l4;
            ld.global.v4.b32 {%r180, %r181, %r182, %r183}, [%l5];
            add.u32 %r193, %r191, %r192;
            st.shared.v4.b32 [%r193], {%r180, %r181, %r182, %r183};
            add.u32 %r192, %r192, 2048;
            setp.lt.u32 %p1, %r192, 40960;
            @%p1 bra COPY;
            fence.proxy.async.shared::cta;
            bar.sync 0;
            setp.ne.u64 %p2, %l7, 0;
            mul.wide.u32 %l6, %r190, STRIDE;
            add.u64 %l1, %l1, %l6;
            """
                .replace("STRIDE", Integer.toString(4 * (4 + sums))));
    for (int i = 0; i < 4 + sums; i++) {
      body.append("ld.global.b32 %%r%d, [%%l1+%d];\n".formatted(i, 4 * i));
    }
    body.append("wgmma.fence.sync.aligned;\n")
        .append(instruction)
        .append(" ")
        .append(list(4, sums))
        .append(", ")
        .append(left)
        .append(", %l3, %p2")
        .append(end)
        .append(";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n");
    for (int i = 4; i < 4 + sums; i++) {
      body.append("st.global.b32 [%%l1+%d], %%r%d;\n".formatted(4 * i, i));
    }
    return TestGpu.module(
        ".shared .align 1024 .b8 tile[" + SHARED_BYTES + "];",
        ".param .u64 image, .param .u64 fragments, .param .u64 a, .param .u64 b, .param .u64 add",
        body + "ret;");
  }

  private static void put(ByteBuffer memory, int offset, int bits, int value) {
    switch (bits) {
      case 8 -> memory.put(offset, (byte) value);
      case 16 -> memory.putShort(offset, (short) value);
      default -> memory.putInt(offset, value);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // n, types of d, a and b, swizzle of A (0: registers) and B, across?, slices, adds, scales
    "8, f32, f16, f16, 16, 16, 0, 0, 0, 0, 1, 1, 1",
    "64, f32, f16, f16, 128, 128, 0, 0, 3, 2, 1, 1, 1",
    "24, f32, f16, f16, 64, 32, 0, 0, 1, 0, 0, 1, 1",
    "128, f32, f16, f16, 128, 128, 1, 1, 0, 0, 1, 1, 1",
    "64, f32, f16, f16, 64, 64, 1, 0, 0, 1, 1, -1, 1",
    "32, f32, f16, f16, 32, 32, 1, 1, 0, 0, 1, 1, -1",
    "48, f32, f16, f16, 16, 16, 1, 1, 0, 0, 1, 1, 1",
    "64, f32, f16, f16, 0, 128, 0, 1, 0, 0, 1, -1, 1",
    "16, f16, f16, f16, 0, 64, 0, 0, 0, 1, 1, 1, 1",
    "40, f16, f16, f16, 32, 16, 0, 0, 0, 0, 0, 1, 1",
    "72, f32, bf16, bf16, 128, 128, 0, 1, 1, 0, 1, 1, 1",
    "64, f32, tf32, tf32, 128, 128, 0, 0, 3, 1, 1, 1, 1",
    "8, f32, tf32, tf32, 0, 16, 0, 0, 0, 0, 1, 1, -1",
    "64, f32, e4m3, e5m2, 128, 64, 0, 0, 2, 1, 1, 1, 1",
    "16, f16, e5m2, e4m3, 0, 128, 0, 0, 0, 3, 1, 1, 1",
    "64, s32, s8, u8, 128, 128, 0, 0, 1, 2, 1, 1, 1",
    "24, s32, u8, s8, 0, 16, 0, 0, 0, 0, 0, 1, 1",
    "176, f32, f16, f16, 16, 128, 0, 0, 0, 1, 1, 1, 1",
  })
  void everyElementIsThatOfTheExactProduct(
      int n,
      String d,
      String a,
      String b,
      int leftSwizzle,
      int rightSwizzle,
      int leftAcross,
      int rightAcross,
      int leftSlice,
      int rightSlice,
      int adds,
      int leftScale,
      int rightScale) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int depth = 256 / bits(a);
    boolean inRegisters = leftSwizzle == 0;
    Layout left = new Layout(leftSwizzle, leftAcross == 1, ROWS, leftSlice);
    Layout right = new Layout(rightSwizzle, rightAcross == 1, n, rightSlice);
    ByteBuffer image = ByteBuffer.allocate(SHARED_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    random.nextBytes(image.array());
    int perRegister = 32 / bits(d);
    int sums = n / 2 / perRegister;
    ByteBuffer fragments =
        ByteBuffer.allocate(THREADS * 4 * (4 + sums)).order(ByteOrder.LITTLE_ENDIAN);
    float[][] rows = new float[ROWS][depth];
    for (int row = 0; row < ROWS; row++) {
      for (int k = 0; k < depth; k++) {
        rows[row][k] = random(a, random);
        if (!inRegisters) {
          put(image, left.offset(row, k, bits(a) / 8), bits(a), encode(rows[row][k], a));
        }
      }
    }
    float[][] columns = new float[n][depth];
    for (int column = 0; column < n; column++) {
      for (int k = 0; k < depth; k++) {
        columns[column][k] = random(b, random);
        put(
            image,
            LEFT_BYTES + right.offset(column, k, bits(b) / 8),
            bits(b),
            encode(columns[column][k], b));
      }
    }
    float[][] added = new float[ROWS][n];
    for (int thread = 0; thread < THREADS; thread++) {
      int base = thread * 4 * (4 + sums);
      for (int i = 0; inRegisters && i < 128 / bits(a); i++) {
        int[] place = leftPlace(thread, i, bits(a));
        put(fragments, base + i * bits(a) / 8, bits(a), encode(rows[place[0]][place[1]], a));
      }
      for (int i = 0; i < n / 2; i++) {
        int[] place = sumPlace(thread, i);
        float value = random(d, random);
        added[place[0]][place[1]] = value;
        put(fragments, base + 16 + i * bits(d) / 8, bits(d), encode(value, d));
      }
    }
    boolean integers = d.equals("s32");
    boolean halves = bits(a) == 16;
    String end =
        (integers ? "" : ", " + leftScale + ", " + rightScale)
            + (halves && !inRegisters ? ", " + leftAcross : "")
            + (halves ? ", " + rightAcross : "");
    String instruction =
        "wgmma.mma_async.sync.aligned.m64n%dk%d.%s.%s.%s".formatted(n, depth, d, a, b);
    ByteBuffer out =
        run(
            kernel(instruction, inRegisters ? list(0, 4) : "%l2", sums, end),
            image.array(),
            fragments.array(),
            left.descriptor(0),
            right.descriptor(LEFT_BYTES),
            adds);
    for (int thread = 0; thread < THREADS; thread++) {
      for (int i = 0; i < n / 2; i++) {
        int[] place = sumPlace(thread, i);
        double exact = adds == 1 ? added[place[0]][place[1]] : 0;
        for (int k = 0; k < depth; k++) {
          exact += leftScale * rightScale * rows[place[0]][k] * columns[place[1]][k];
        }
        int offset = thread * 4 * (4 + sums) + 16 + i * bits(d) / 8;
        int bits = bits(d) == 16 ? out.getShort(offset) & 0xffff : out.getInt(offset);
        int expected = integers ? (int) exact : encode((float) exact, d);
        if (!integers && exact == 0) {
          bits &= bits(d) == 16 ? 0x7fff : 0x7fffffff; // the sign of zero is no matter here
          expected = 0;
        }
        assertThat(bits)
            .as("seed %d: row %d, column %d", seed, place[0], place[1])
            .isEqualTo(expected);
      }
    }
  }

  private static ByteBuffer run(
      String ptx, byte[] image, byte[] fragments, long a, long b, long adds) {
    TestGpu gpu = TestGpu.with();
    long imageAddress = gpu.allocate(image.length);
    gpu.gpu.write(imageAddress, image);
    long address = gpu.allocate(fragments.length);
    gpu.gpu.write(address, fragments);
    KernelRun run = gpu.run(ptx, 1, THREADS, imageAddress, address, a, b, adds);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    byte[] bytes = new byte[fragments.length];
    gpu.gpu.read(address, bytes);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Two tiles of ones, of 64 rows and 8 columns; each thread has four sums. */
  private static final String ONES =
      """
      .reg .b32 %r<32>;
      .reg .b64 %l<8>;
      .reg .pred %p<4>;
      ld.param.u64 %l0, [out];
      mov.u32 %r20, %tid.x;
      mov.u32 %r21, tile;
      mad.lo.u32 %r22, %r20, 16, %r21;
      mov.b32 %r0, 0x3c003c00;
      st.shared.v4.b32 [%r22], {%r0, %r0, %r0, %r0};
      st.shared.v4.b32 [%r22+2048], {%r0, %r0, %r0, %r0};
      mov.u64 %l1, 0x0000000800400000;
      mov.u64 %l2, 0x0000000800400080;
      mov.b32 %r4, 0;
      mov.b32 %r5, 0;
      mov.b32 %r6, 0;
      mov.b32 %r7, 0;
      mul.wide.u32 %l3, %r20, 8;
      add.u64 %l0, %l0, %l3;
      """;

  private static final String MULTIPLY =
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r4, %r5, %r6, %r7}, %l1, %l2, 0, 1, 1,"
          + " 0, 0;\nwgmma.commit_group.sync.aligned;\n";

  private static final String FENCE = "fence.proxy.async.shared::cta;\nbar.sync 0;\n";
  private static final String WAIT = "wgmma.wait_group.sync.aligned 0;\n";

  private static String ones(String body) {
    return TestGpu.module(
        ".shared .align 128 .b8 tile[4096];", ".param .u64 out", ONES + body + "ret;");
  }

  /** Two words that thread 5 has stored. */
  private static int[] ran(String body) {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(8L * THREADS);
    KernelRun run = gpu.run(ones(body), 1, THREADS, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] words = gpu.readInts(out, 2 * THREADS);
    return new int[] {words[10], words[11]};
  }

  private static final int SIXTEEN = Float.floatToRawIntBits(16);

  @Test
  void sumsAreWrittenWhenTheProductEndsNotBefore() {
    assertThat(
            ran(
                FENCE
                    + MULTIPLY
                    + "st.global.b32 [%l0], %r4;\n"
                    + WAIT
                    + "st.global.b32 [%l0+4], %r4;\n"))
        .containsExactly(0, SIXTEEN);
  }

  @Test
  void withoutAProxyFenceOldBytesAreMultiplied() {
    String rest = MULTIPLY + WAIT + "st.global.b32 [%l0], %r4;\nst.global.b32 [%l0+4], %r7;\n";
    assertThat(ran("bar.sync 0;\n" + rest)).containsExactly(0, 0);
    assertThat(ran(FENCE + rest)).containsExactly(SIXTEEN, SIXTEEN);
  }

  @Test
  void aTileThatIsOverwrittenBeforeTheWaitIsMultipliedAnew() {
    String overwrite =
        """
        mov.b32 %r1, 0x40004000;
        st.shared.v4.b32 [%r22], {%r1, %r1, %r1, %r1};
        fence.proxy.async.shared::cta;
        """;
    String store = "st.global.b32 [%l0], %r4;\nst.global.b32 [%l0+4], %r4;\n";
    assertThat(ran(FENCE + MULTIPLY + overwrite + WAIT + store)[0])
        .isEqualTo(Float.floatToRawIntBits(32));
    assertThat(ran(FENCE + MULTIPLY + WAIT + overwrite + store)[0]).isEqualTo(SIXTEEN);
  }

  /** Of a CTA that exits too early the product is lost; the next CTA has the same registers. */
  @Test
  void aProductThatOutlivesItsCtaLeavesTheNextOneAlone() {
    String large =
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%r8"
            + ", %r8".repeat(127)
            + "}, %l1, %l1, 0, 1, 1, 0, 0;\n";
    String body =
        FENCE
            + """
            mov.u64 %l1, 0;
            mov.u32 %r23, %ctaid.x;
            setp.ne.u32 %p3, %r23, 0;
            mov.b32 %r8, 7;
            @%p3 bra SECOND;
            LARGE
            exit;
            SECOND:
            nanosleep.u32 4000;
            st.global.b32 [%l0], %r8;
            """
                .replace("LARGE", large);
    TestGpu gpu = TestGpu.with("core.units=1", "core.maxCtas=1");
    long out = gpu.allocate(8L * THREADS);
    KernelRun run = gpu.run(ones(body), 2, THREADS, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 2 * THREADS)[10]).isEqualTo(7);
  }

  /** Nothing reads the sums, and sixteen registers are set while the product is in flight. */
  @Test
  void sumsThatNothingReadsOverwriteNothing() {
    StringBuilder body = new StringBuilder(FENCE + MULTIPLY + ".reg .b32 %n<16>;\n");
    for (int i = 0; i < 16; i++) {
      body.append("mov.b32 %n").append(i).append(", ").append(i + 1).append(";\n");
    }
    body.append(WAIT);
    for (int i = 1; i < 16; i++) {
      body.append("add.u32 %n0, %n0, %n").append(i).append(";\n");
    }
    body.append("st.global.b32 [%l0], %n0;\nst.global.b32 [%l0+4], %n15;\n");
    assertThat(ran(body.toString())).containsExactly(136, 16);
  }

  /** The second product adds to what the first has left; a wait for all but one sees the first. */
  @Test
  void groupsEndInTheirOrder() {
    String add =
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%r8"
            + ", %r8".repeat(127)
            + "}, %l1, %l1, 0, 1, 1, 0, 0;\nwgmma.commit_group.sync.aligned;\n";
    assertThat(
            ran(
                FENCE
                    + "mov.b32 %r8, 0;\n"
                    + "mov.u64 %l1, 0x0000000000000000;\n"
                    + MULTIPLY
                    + add
                    + "wgmma.wait_group.sync.aligned 1;\n"
                    + "st.global.b32 [%l0], %r4;\n"
                    + "st.global.b32 [%l0+4], %r8;\n"
                    + WAIT))
        .containsExactly(SIXTEEN, 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "96 | '' | wgmma needs the four warps of a warpgroup; the CTA has 3 warps",
        "128 | mov.u64 %l1, 0x0002000800400000; | the descriptor of A has the base offset 1",
        "128 | mov.u64 %l2, 0x0000000800400200; | a tile with 16 bytes at shared address 0x2000 leaves the CTA's 4096 bytes",
        "128 | cvt.u64.u32 %l2, %r22; | the descriptor of B is 0x10, and 0x0 in lane 0",
        "128 | setp.lt.u32 %p1, %r20, 40; @!%p1 bra END; | wgmma needs all 32 threads of the warp",
      })
  void whatAWarpgroupCannotDoIsAFault(int threads, String preparation, String expected) {
    String prepared = preparation.equals("''") ? "" : preparation;
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        gpu.run(
            ones(FENCE + prepared + MULTIPLY + WAIT + "END:\n"),
            1,
            threads,
            gpu.allocate(8L * THREADS));
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report()).contains(expected);
  }

  /** A warp's 16 by 256 by 16 elements take a core of 128 multiply-adds a cycle 512 cycles. */
  @Test
  void aProductHoldsTheTensorCoreForItsMultiplyAdds() {
    String large =
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {%r8"
            + ", %r8".repeat(127)
            + "}, %l1, %l1, 0, 1, 1, 0, 0;\n";
    String group = "mov.u64 %l1, 0;\nmov.b32 %r8, 0;\n";
    String wait = "wgmma.commit_group.sync.aligned;\n" + WAIT;
    long once = cycles(FENCE + group + large + wait);
    long twice = cycles(FENCE + group + large + large + wait);
    // four warps on two SIMD units: two products of 512 cycles on each
    assertThat(twice - once).isBetween(1024L, 1040L);
  }

  private static long cycles(String body) {
    TestGpu gpu = TestGpu.with();
    KernelRun run = gpu.run(ones(body), 1, THREADS, gpu.allocate(8L * THREADS));
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return run.cycles();
  }

  @Test
  void movmatrixOfHalfAWarpIsAFault() {
    KernelRun run =
        TestGpu.with()
            .run(
                TestGpu.kernel(
                    "", ".reg .b32 %r<2>;\nmovmatrix.sync.aligned.m8n8.trans.b16 %r0, %r1;\nret;"),
                1,
                16);
    assertThat(run.report()).contains("movmatrix needs all 32 threads of the warp; lane 16 does");
  }

  @Test
  void movmatrixTransposes() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 32);
    KernelRun run =
        gpu.run(
            TestGpu.kernel(
                ".param .u64 out",
                """
                .reg .b32 %r<8>;
                .reg .b64 %l<4>;
                ld.param.u64 %l0, [out];
                mov.u32 %r0, %laneid;
                mul.lo.u32 %r1, %r0, 2;
                mad.lo.u32 %r1, %r1, 0x10001, 0x10000;
                movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;
                mul.wide.u32 %l1, %r0, 4;
                add.u64 %l0, %l0, %l1;
                st.global.b32 [%l0], %r2;
                ret;
                """),
            1,
            32,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] words = gpu.readInts(out, 32);
    for (int lane = 0; lane < 32; lane++) {
      int row = lane / 4;
      int column = lane % 4 * 2;
      // the element of row r and column c was 8 r + c
      assertThat(words[lane])
          .as("lane %d", lane)
          .isEqualTo((8 * column + row) | ((8 * (column + 1) + row) << 16));
    }
  }
}
