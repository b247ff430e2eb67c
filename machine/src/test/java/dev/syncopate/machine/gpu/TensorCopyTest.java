package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.tensor.TensorDescriptor;
import dev.syncopate.machine.tensor.TensorMapException;
import dev.syncopate.machine.tensor.TensorType;
import dev.syncopate.machine.warp.ClusterShape;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code cp.async.bulk.tensor}: where each byte of a box goes, in both directions. */
class TensorCopyTest {
  private static final int SHARED = 8192;
  private static final byte OLD = 0x55;

  /** Threads have {@code %r1} = their number, {@code %p1} whether it is 0. */
  private static final String HEAD =
      """
      .reg .b32 %%r<16>;
      .reg .b64 %%rd<8>;
      .reg .pred %%p<4>;
      .shared .align 1024 .b8 tile[8192];
      .shared .align 8 .b64 full;
      ld.param.u64 %%rd1, [bytes];
      %s
      mov.u32 %%r1, %%tid.x;
      setp.eq.u32 %%p1, %%r1, 0;
      shl.b32 %%r2, %%r1, 2;
      mov.u32 %%r3, tile;
      add.u32 %%r3, %%r3, %%r2;
      cvt.u64.u32 %%rd3, %%r2;
      add.u64 %%rd3, %%rd1, %%rd3;
      @%%p1 mbarrier.init.shared.b64 [full], 1;
      mov.u32 %%r4, %%r2;
      IN:
      ld.global.u32 %%r5, [%%rd3];
      st.shared.u32 [%%r3], %%r5;
      add.u32 %%r3, %%r3, 256;
      add.u64 %%rd3, %%rd3, 256;
      add.u32 %%r4, %%r4, 256;
      setp.lt.u32 %%p2, %%r4, 8192;
      @%%p2 bra IN;
      fence.proxy.async.shared::cta;
      bar.sync 0;
      """;

  private static final String GLOBAL_MAP = "ld.param.u64 %rd2, [map];";

  /** The whole of the shared memory goes out. */
  private static final String LOAD =
      """
      @%%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], %d;
      @%%p1 cp.async.bulk.tensor.%dd.shared::cluster.global.tile.mbarrier::complete_tx::bytes [tile+%d], [%%rd2, {%s}], [full];
      WAIT:
      mbarrier.try_wait.parity.shared.b64 %%p2, [full], 0;
      @!%%p2 bra WAIT;
      mov.u32 %%r3, tile;
      add.u32 %%r3, %%r3, %%r2;
      cvt.u64.u32 %%rd3, %%r2;
      add.u64 %%rd3, %%rd1, %%rd3;
      OUT:
      ld.shared.u32 %%r5, [%%r3];
      st.global.u32 [%%rd3], %%r5;
      add.u32 %%r3, %%r3, 256;
      add.u64 %%rd3, %%rd3, 256;
      add.u32 %%r2, %%r2, 256;
      setp.lt.u32 %%p2, %%r2, 8192;
      @%%p2 bra OUT;
      ret;
      """;

  private static final String STORE =
      """
      @%%p1 cp.%s.tensor.%dd.global.shared::cta%s.tile.bulk_group [%%rd2, {%s}], [tile+%d];
      @%%p1 cp.async.bulk.commit_group;
      @%%p1 cp.async.bulk.wait_group 0;
      ret;
      """;

  private static String list(int[] coordinates) {
    String text = Arrays.toString(coordinates);
    return text.substring(1, text.length() - 1);
  }

  /** A map and a place, drawn; the tensor begins in device memory at {@code address}. */
  private record Drawn(TensorDescriptor map, int[] start, int place) {
    static Drawn of(Random random, long address) {
      int rank = 1 + random.nextInt(5);
      TensorType[] types = TensorType.values();
      TensorType type = types[random.nextInt(types.length)];
      int bytes = type.bytes();
      int[] swizzles = {0, 0, 32, 64, 128};
      int swizzle = swizzles[random.nextInt(5)];
      int row = swizzle == 0 ? 16 * (1 + random.nextInt(bytes == 1 ? 4 : 9)) : swizzle;
      long[] sizes = new long[rank];
      long[] strides = new long[rank - 1];
      int[] box = new int[rank];
      int[] steps = new int[rank];
      int[] start = new int[rank];
      box[0] = row / bytes;
      long stride = 0;
      int left = 4096 / row;
      for (int i = 0; i < rank; i++) {
        steps[i] = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1;
        if (i > 0) {
          int count = 1 + random.nextInt(Math.min(left, 5));
          box[i] = Math.min(256, count * steps[i] - random.nextInt(steps[i]));
          left /= Math.ceilDiv(box[i], steps[i]);
        }
        sizes[i] = 1L + random.nextInt(2 * box[i]);
        stride =
            i == 0
                ? 16L * (Math.ceilDiv(sizes[0] * bytes, 16) + random.nextInt(3))
                : stride * (sizes[i] + random.nextInt(2));
        if (i < rank - 1) {
          strides[i] = stride;
        }
        start[i] = random.nextInt((int) sizes[i] + box[i] + 2) - box[i];
      }
      boolean nan = type.isFloat() && random.nextBoolean();
      TensorDescriptor map =
          new TensorDescriptor(type, address, sizes, strides, box, steps, swizzle, nan, 0);
      int limit = (SHARED - (int) map.boxBytes()) / 128;
      return new Drawn(map, start, 128 * random.nextInt(limit + 1));
    }

    /** Bytes of the tensor, padding among them. */
    int extent() {
      long last = (map.sizes()[0] - 1) * map.type().bytes();
      for (int i = 1; i < map.rank(); i++) {
        last += (map.sizes()[i] - 1) * map.strides()[i - 1];
      }
      return (int) last + map.type().bytes();
    }

    /** An element of the box, and where it is: in the tensor, or -1, and in the tile. */
    interface Elements {
      void accept(int inTensor, int inTile);
    }

    /** Each element of the box by its coordinates, one after the other. */
    void each(Elements elements) {
      int rank = map.rank();
      int[] position = new int[rank];
      int number = 0;
      int bytes = map.type().bytes();
      while (position[rank - 1] < map.box()[rank - 1]) {
        long offset = 0;
        boolean inside = true;
        for (int i = 0; i < rank; i++) {
          long coordinate = (long) start[i] + position[i];
          inside &= coordinate >= 0 && coordinate < map.sizes()[i];
          offset += coordinate * (i == 0 ? bytes : map.strides()[i - 1]);
        }
        elements.accept(inside ? (int) offset : -1, swizzled(place + number * bytes));
        number++;
        position[0]++;
        for (int i = 0; i < rank - 1 && position[i] >= map.box()[i]; i++) {
          position[i] = 0;
          position[i + 1] += map.steps()[i + 1];
        }
      }
    }

    /**
     * Lines of 128 bytes are rows of chunks of 16. In groups of 2, 4 or 8 chunks, a chunk goes to
     * the number that is its own, combined with that of its line.
     */
    private int swizzled(int address) {
      int line = address / 128;
      int chunk = address / 16 % 8;
      int group = map.swizzle() / 16;
      int moved = group == 0 ? chunk : chunk / group * group + (chunk % group ^ line % group);
      return line * 128 + moved * 16 + address % 16;
    }
  }

  private static byte[] random(Random random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Runs a kernel, and reads what is in the tensor and in the buffer behind it. */
  private static byte[][] run(TestGpu gpu, Drawn drawn, byte[] tensor, byte[] buffer, String body) {
    gpu.gpu.write(drawn.map.address(), tensor);
    long bytes = gpu.allocate(SHARED);
    gpu.gpu.write(bytes, buffer);
    long map = gpu.allocate(128);
    gpu.gpu.write(map, drawn.map.encode());
    String text =
        TestGpu.kernel(".param .u64 bytes, .param .u64 map", HEAD.formatted(GLOBAL_MAP) + body);
    KernelRun run = gpu.run(text, 1, 64, bytes, map);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    byte[] newTensor = new byte[tensor.length];
    byte[] newBuffer = new byte[SHARED];
    gpu.gpu.read(drawn.map.address(), newTensor);
    gpu.gpu.read(bytes, newBuffer);
    return new byte[][] {newTensor, newBuffer};
  }

  private static final int ROOM = 1 << 20;

  /** Outside the box shared memory keeps its bytes; outside the tensor the box is filled. */
  @RepeatedTest(40)
  void boxIsLoaded(RepetitionInfo repetition) throws TensorMapException {
    int seed = 39_000 + repetition.getCurrentRepetition();
    Random random = new Random(seed);
    TestGpu gpu = TestGpu.with();
    long address = gpu.allocate(ROOM);
    Drawn drawn = Drawn.of(random, address);
    drawn.map.checked();
    byte[] tensor = random(random, Math.max(16, drawn.extent()));
    byte[] expected = new byte[SHARED];
    Arrays.fill(expected, OLD);
    byte[] old = expected.clone();
    int bytes = drawn.map.type().bytes();
    drawn.each((source, target) -> {
      for (int i = 0; i < bytes; i++) {
        expected[target + i] = source >= 0 ? tensor[source + i] : outside(drawn.map, i);
      }
    });
    int[] start = drawn.start;
    String body = LOAD.formatted(drawn.map.boxBytes(), start.length, drawn.place, list(start));
    byte[][] observed = run(gpu, drawn, tensor, old, body);
    assertThat(observed[1]).as("seed %d: %s at %s", seed, drawn, list(start)).isEqualTo(expected);
    assertThat(observed[0]).isEqualTo(tensor);
  }

  /** CTAs of a multicast, and the box in each of them as if it were alone. */
  private static final String MULTICAST =
      """
      barrier.cluster.arrive;
      barrier.cluster.wait;
      mov.u32 %%%%r6, %%%%cluster_ctarank;
      shr.u32 %%%%r8, %1$d, %%%%r6;
      and.b32 %%%%r8, %%%%r8, 1;
      setp.ne.u32 %%%%p3, %%%%r8, 0;
      and.pred %%%%p2, %%%%p3, %%%%p1;
      @%%%%p2 mbarrier.arrive.expect_tx.shared.b64 _, [full], %2$d;
      setp.eq.u32 %%%%p2, %%%%r6, 0;
      and.pred %%%%p2, %%%%p2, %%%%p1;
      mov.u16 %%%%h1, %1$d;
      @%%%%p2 cp.async.bulk.tensor.%3$dd.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [tile+%4$d], [%%%%rd2, {%5$s}], [full], %%%%h1;
      mul.wide.u32 %%%%rd4, %%%%r6, 8192;
      add.u64 %%%%rd1, %%%%rd1, %%%%rd4;
      @!%%%%p3 bra OUTSIDE;
      """
          .replace("%%%%", "%%");

  @RepeatedTest(20)
  void boxIsLoadedInEachCtaOfAMulticast(RepetitionInfo repetition) {
    int seed = 41_000 + repetition.getCurrentRepetition();
    Random random = new Random(seed);
    TestGpu gpu = TestGpu.with("cluster.unitsPerGpc=2");
    long address = gpu.allocate(ROOM);
    Drawn drawn = Drawn.of(random, address);
    byte[] tensor = random(random, Math.max(16, drawn.extent()));
    gpu.gpu.write(address, tensor);
    byte[] old = new byte[SHARED];
    Arrays.fill(old, OLD);
    byte[] loaded = old.clone();
    int bytes = drawn.map.type().bytes();
    drawn.each((source, target) -> {
      for (int i = 0; i < bytes; i++) {
        loaded[target + i] = source >= 0 ? tensor[source + i] : outside(drawn.map, i);
      }
    });
    int ctas = 2 + random.nextInt(3);
    int mask = 1 + random.nextInt((1 << ctas) - 1);
    long buffer = gpu.allocate((long) ctas * SHARED);
    gpu.gpu.write(buffer, old);
    long map = gpu.allocate(128);
    gpu.gpu.write(map, drawn.map.encode());
    String start = list(drawn.start);
    String body =
        HEAD.formatted(GLOBAL_MAP).replace(".reg .pred", ".reg .b16 %h<2>;\n.reg .pred")
            + MULTICAST.formatted(
                mask, drawn.map.boxBytes(), drawn.start.length, drawn.place, start)
            + LOAD.substring(LOAD.indexOf("WAIT:"))
                .formatted()
                .replace("mov.u32 %r3, tile;", "OUTSIDE:\nmov.u32 %r3, tile;");
    Launch launch =
        gpu.launch(
            TestGpu.kernel(".param .u64 bytes, .param .u64 map", body),
            new int[] {ctas, 1, 1},
            new int[] {64, 1, 1},
            0,
            buffer,
            map);
    KernelRun run =
        gpu.gpu.launch(launch.inClusters(new ClusterShape(ctas, 1, 1, true)), LaunchWatch.DEFAULT);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    for (int cta = 0; cta < ctas; cta++) {
      byte[] observed = new byte[SHARED];
      gpu.gpu.read(buffer + (long) cta * SHARED, observed);
      assertThat(observed)
          .as("seed %d: CTA %d of mask %x, %s at %s", seed, cta, mask, drawn, start)
          .isEqualTo(((mask >> cta) & 1) == 0 ? old : loaded);
    }
  }

  private static byte outside(TensorDescriptor map, int index) {
    if (!map.fillsNan()) {
      return 0;
    }
    return (byte) (index == map.type().bytes() - 1 ? 0x7f : 0xff);
  }

  /** What is outside the tensor is not written. */
  @RepeatedTest(40)
  void boxIsStored(RepetitionInfo repetition) {
    int seed = 40_000 + repetition.getCurrentRepetition();
    Random random = new Random(seed);
    TestGpu gpu = TestGpu.with();
    Drawn drawn = Drawn.of(random, gpu.allocate(ROOM));
    byte[] tensor = random(random, Math.max(16, drawn.extent()));
    byte[] tile = random(random, SHARED);
    byte[] expected = tensor.clone();
    int bytes = drawn.map.type().bytes();
    drawn.each((target, source) -> {
      for (int i = 0; i < bytes && target >= 0; i++) {
        expected[target + i] = tile[source + i];
      }
    });
    int[] start = drawn.start;
    String body = STORE.formatted("async.bulk", start.length, "", list(start), drawn.place);
    byte[][] observed = run(gpu, drawn, tensor, tile, body);
    assertThat(observed[0]).as("seed %d: %s at %s", seed, drawn, list(start)).isEqualTo(expected);
  }

  @Test
  void elementsAreUpdatedWhereTheTensorIs() {
    TestGpu gpu = TestGpu.with();
    long address = gpu.allocate(ROOM);
    TensorDescriptor map =
        new TensorDescriptor(
            TensorType.U32,
            address,
            new long[] {6, 3},
            new long[] {32},
            new int[] {4, 2},
            new int[] {1, 1},
            0,
            false,
            0);
    Drawn drawn = new Drawn(map, new int[] {4, 2}, 0);
    byte[] tensor = new byte[96];
    Arrays.fill(tensor, (byte) 1);
    byte[] tile = new byte[SHARED];
    tile[0] = 5;
    tile[4] = 6;
    tile[8] = 7;
    tile[16] = 8;
    String body = STORE.formatted("reduce.async.bulk", 2, ".add", "4, 2", 0);
    byte[] expected = tensor.clone();
    expected[64 + 16] = 6;
    expected[64 + 20] = 7;
    assertThat(run(gpu, drawn, tensor, tile, body)[0]).isEqualTo(expected);
  }

  private static TensorDescriptor square(long address) {
    return square(TensorType.U32, address);
  }

  private static TensorDescriptor square(TensorType type, long address) {
    return new TensorDescriptor(
        type,
        address,
        new long[] {16, 16},
        new long[] {16L * type.bytes()},
        new int[] {16, 16},
        new int[] {1, 1},
        0,
        false,
        0);
  }

  private static String constants(byte[] bytes) {
    StringBuilder text = new StringBuilder(".const .align 64 .b8 map[128] = {");
    for (int i = 0; i < bytes.length; i++) {
      text.append(i == 0 ? "" : ", ").append(bytes[i] & 0xff);
    }
    return text.append("};").toString();
  }

  /** A map is a parameter, or in constant or in global memory. */
  @ParameterizedTest
  @CsvSource({"param", "const", "global"})
  void mapIsReadWhereverItIs(String space) {
    TestGpu gpu = TestGpu.with();
    int[] numbers = new int[256];
    Arrays.setAll(numbers, i -> i);
    long tensor = gpu.ints(numbers);
    long out = gpu.allocate(SHARED);
    long map = gpu.allocate(128);
    gpu.gpu.write(map, square(tensor).encode());
    String place =
        switch (space) {
          case "param" -> "mov.b64 %rd2, map; cvta.param.u64 %rd2, %rd2;";
          case "const" -> "mov.b64 %rd2, map; cvta.const.u64 %rd2, %rd2;";
          default -> GLOBAL_MAP;
        };
    String parameters =
        switch (space) {
          case "param" -> ".param .u64 bytes, .param .align 64 .b8 map[128]";
          case "const" -> ".param .u64 bytes";
          default -> ".param .u64 bytes, .param .u64 map";
        };
    String text =
        TestGpu.module(
            space.equals("const") ? constants(square(tensor).encode()) : "",
            parameters,
            HEAD.formatted(place) + LOAD.formatted(1024, 2, 0, "0, 0"));
    long[] arguments = space.equals("const") ? new long[] {out} : new long[] {out, map};
    KernelRun run = gpu.run(text, 1, 64, arguments);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 256)).isEqualTo(numbers);
  }

  private static String fault(TensorType type, String body) {
    TestGpu gpu = TestGpu.with();
    long tensor = gpu.allocate(1024);
    long out = gpu.allocate(SHARED);
    long object = gpu.allocate(128);
    gpu.gpu.write(object, square(type, tensor).encode());
    String text =
        TestGpu.kernel(".param .u64 bytes, .param .u64 map", HEAD.formatted(GLOBAL_MAP) + body);
    KernelRun run = gpu.run(text, 1, 64, out, object);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    return run.report();
  }

  private static String loadFault(String source, String mode, int place, String start) {
    int rank = 1 + (int) start.chars().filter(c -> c == ',').count();
    return fault(TensorType.U32, LOAD.formatted(1024, rank, place, start).replace(source, mode));
  }

  @Test
  void wrongMapsAndPlacesAreFaults() {
    assertThat(loadFault("", "", 0, "0")).contains("has 2 dimensions, and the copy 1");
    assertThat(loadFault("", "", 64, "0, 0")).contains("misaligned", "128");
    assertThat(loadFault("", "", 8320, "0, 0")).contains("a box of 1024 bytes", "leaves the CTA");
    assertThat(loadFault("[%rd2,", "[%rd1,", 0, "0, 0")).contains("cuTensorMapEncodeTiled");
    assertThat(loadFault("[%rd2,", "[%rd2+32,", 0, "0, 0")).contains("misaligned", "64");
    String reduction = STORE.formatted("reduce.async.bulk", 2, ".inc", "0, 0", 0);
    assertThat(fault(TensorType.S64, reduction)).contains("INC", "S64");
  }

  /**
   * The map is patched while the kernel runs. The copy unit keeps what it has read of it until an
   * acquire fence.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void changedMapIsSeenBehindAnAcquireFence(boolean fenced) {
    TestGpu gpu = TestGpu.with();
    int[] numbers = new int[512];
    Arrays.setAll(numbers, i -> i);
    long tensor = gpu.ints(numbers);
    long out = gpu.allocate(SHARED);
    long map = gpu.allocate(128);
    gpu.gpu.write(map, square(tensor).encode());
    String first =
        LOAD.substring(0, LOAD.indexOf("mov.u32 %%r3, tile;")).formatted(1024, 2, 0, "0, 0");
    String change =
        """
        add.u64 %rd4, %rd5, 1024;
        @%p1 tensormap.replace.tile.global_address.global.b1024.b64 [%rd2], %rd4;
        """
            + (fenced
                ? """
                fence.proxy.tensormap::generic.release.gpu;
                fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;
                """
                : "fence.acq_rel.gpu;\n");
    String second =
        LOAD.formatted(1024, 2, 0, "0, 0")
            .replace("WAIT", "AGAIN")
            .replace("[full], 0", "[full], 1");
    String text =
        TestGpu.kernel(
            ".param .u64 bytes, .param .u64 map, .param .u64 tensor",
            HEAD.formatted(GLOBAL_MAP + "\nld.param.u64 %rd5, [tensor];")
                + first
                + change
                + second);
    KernelRun run = gpu.run(text, 1, 64, out, map, tensor);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 1)[0]).isEqualTo(fenced ? 256 : 0);
  }
}
