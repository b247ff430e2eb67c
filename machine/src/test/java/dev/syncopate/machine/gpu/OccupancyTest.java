package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.space.PointerNames;
import dev.syncopate.machine.space.Strictness;
import dev.syncopate.ptx.ir.ClusterBounds;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.RegisterNeed;
import dev.syncopate.ptx.ir.SourceLines;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OccupancyTest {
  private static Launch launch(int threads, int registers, int staticShared, int dynamicShared) {
    Program program =
        new Program(
            "k",
            List.of(),
            new long[0],
            1,
            1,
            RegisterNeed.exactly(registers),
            List.of(),
            0,
            staticShared,
            staticShared,
            0,
            0,
            List.of(),
            ClusterBounds.NONE,
            List.of(),
            new TreeSet<>(),
            List.of(),
            new SourceLines());
    return new Launch(
        program,
        1,
        1,
        1,
        threads,
        1,
        1,
        dynamicShared,
        new byte[0],
        new byte[0],
        List.of(),
        Strictness.NONE,
        PointerNames.NONE);
  }

  private static Occupancy of(Launch launch, String... settings) {
    CoreConfig core = TestGpu.machine(settings).core();
    return Occupancy.of(launch, core, core.sharedBytes());
  }

  @Test
  void warpsLimit() {
    Occupancy occupancy = of(launch(100, 8, 0, 0));
    assertThat(occupancy.warps()).isEqualTo(4);
    assertThat(occupancy.ctas()).isEqualTo(4);
    assertThat(occupancy.limit()).isEqualTo("4 warps a CTA, core.maxWarps 16");
  }

  @Test
  void slotsLimit() {
    Occupancy occupancy = of(launch(32, 8, 0, 0));
    assertThat(occupancy.ctas()).isEqualTo(8);
    assertThat(occupancy.limit()).isEqualTo("core.maxCtas 8");
  }

  @Test
  void registersLimitInPiecesOfEight() {
    Occupancy occupancy = of(launch(64, 33, 0, 0), "core.registers=8192");
    assertThat(occupancy.ctas()).as("8192 / (40 * 64)").isEqualTo(3);
    assertThat(occupancy.limit()).isEqualTo("40 registers a thread, core.registers 8192");
  }

  /** What one CTA may have of it is less where the machine says so, its shadow included. */
  @Test
  void aCtaHasAShareOfSharedMemory() {
    String[] settings = {"core.sharedBytes=64KiB", "core.ctaSharedBytes=32KiB"};
    Occupancy half = of(launch(32, 8, 32 << 10, 0), settings);
    assertThat(half.ctas()).isEqualTo(2);
    assertThat(half.limit())
        .isEqualTo("32768 bytes of shared memory a CTA, core.sharedBytes 65536");
    assertThatThrownBy(() -> of(launch(32, 8, 32 << 10, 1), settings))
        .hasMessage(
            "a CTA of k does not fit a compute unit: 32769 bytes of shared memory a CTA,"
                + " core.ctaSharedBytes 32768");
    TestGpu gpu = TestGpu.with(settings);
    String ptx =
        TestGpu.kernel(
            "",
            ".shared .align 4 .b8 tab[16384]; tx.begin; st.shared.u32 [tab], 0; tx.commit; ret;");
    Launch shadowed = gpu.launch(ptx, new int[] {1, 1, 1}, new int[] {32, 1, 1}, 0);
    assertThatThrownBy(() -> Occupancy.of(shadowed, gpu.machine.core(), 64 << 10))
        .hasMessageContaining(
            "36864 bytes of shared memory a CTA, 16384 and 20480 for the shadow of its"
                + " transactions (old values and owners of 4096 words), core.ctaSharedBytes 32768");
  }

  /** A value and an owner's byte for each word (localtm §III-B). */
  @Test
  void transactionsPayForTheirShadow() {
    TestGpu gpu = TestGpu.with("core.sharedBytes=64KiB");
    String ptx =
        TestGpu.kernel(
            "",
            ".shared .align 4 .b8 tab[20000]; tx.begin; st.shared.u32 [tab], 0; tx.commit; ret;");
    Launch small = gpu.launch(ptx, new int[] {1, 1, 1}, new int[] {32, 1, 1}, 0);
    CoreConfig core = gpu.machine.core();
    Occupancy occupancy = Occupancy.of(small, core, core.sharedBytes());
    assertThat(occupancy.sharedStride())
        .as("20000 + 20000 + 5000 in pieces of 128")
        .isEqualTo(45056);
    assertThat(occupancy.ctas()).isEqualTo(1);
    Launch wide = gpu.launch(ptx, new int[] {1, 1, 1}, new int[] {512, 1, 1}, 0);
    assertThat(Occupancy.of(wide, core, core.sharedBytes()).sharedStride())
        .as("work-items' numbers take two bytes")
        .isEqualTo(50048);
    Launch large = gpu.launch(ptx, new int[] {1, 1, 1}, new int[] {32, 1, 1}, 10_000);
    assertThatThrownBy(() -> Occupancy.of(large, core, core.sharedBytes()))
        .hasMessage(
            "a CTA of k does not fit a compute unit: 67500 bytes of shared memory a CTA, 30000 and"
                + " 37500 for the shadow of its transactions (old values and owners of 7500"
                + " words), core.sharedBytes 65536");
  }

  @Test
  void sharedMemoryLimits() {
    Occupancy occupancy = of(launch(32, 8, 1000, 7000), "core.sharedBytes=32KiB");
    assertThat(occupancy.sharedStride()).as("8000 in pieces of 128").isEqualTo(8064);
    assertThat(occupancy.ctas()).isEqualTo(4);
    assertThat(occupancy.limit())
        .isEqualTo("8064 bytes of shared memory a CTA, core.sharedBytes 32768");
  }

  @Test
  void aCtaThatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> of(launch(1024, 8, 0, 0)))
        .hasMessage("a CTA of k does not fit a compute unit: 32 warps a CTA, core.maxWarps 16");
    assertThatThrownBy(() -> of(launch(32, 8, 40_000, 0), "core.sharedBytes=32KiB"))
        .hasMessageContaining("bytes of shared memory a CTA, core.sharedBytes 32768");
  }

  /** With room for one CTA at a time, the second starts when the first has gone. */
  @Test
  void ctasWaitForRoom() {
    String ptx = Snippets.each("nanosleep.u32 1000;\nmov.u32 %r3, 1;\n");
    TestGpu wide = TestGpu.with("core.units=1");
    TestGpu narrow = TestGpu.with("core.units=1", "core.maxCtas=1");
    long cyclesWide = wide.run(ptx, 4, 32, wide.allocate(512)).cycles();
    long cyclesNarrow = narrow.run(ptx, 4, 32, narrow.allocate(512)).cycles();
    assertThat(cyclesNarrow).isGreaterThan(3 * cyclesWide);
  }
}
