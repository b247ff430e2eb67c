package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.preset.Presets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AddressSpaceTest {
  private static KernelRun run(
      TestGpu gpu, String locals, String body, int ctas, int threads, long out) {
    return gpu.run(
        TestGpu.kernel(
            ".param .u64 out", locals + Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE),
        ctas,
        threads,
        out);
  }

  @Test
  void everyThreadHasLocalMemoryOfItsOwn() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 4 * 96);
    KernelRun run =
        run(
            gpu,
            ".local .align 8 .b8 stack[40];\n",
            """
            mov.u64 %rd2, stack;
            st.local.u32 [%rd2], %r2;
            st.local.u32 [%rd2+36], %r1;
            bar.sync 0;
            ld.local.u32 %r4, [%rd2];
            ld.local.u32 %r5, [%rd2+36];
            mad.lo.u32 %r3, %r5, 1000, %r4;
            """,
            4,
            96,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] values = gpu.readInts(out, 4 * 96);
    for (int i = 0; i < values.length; i++) {
      assertThat(values[i]).isEqualTo(1000 * (i % 96) + i);
    }
  }

  @Test
  void lanesThatUseOneLocalAddressTouchFewLines() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        run(
            gpu,
            ".local .align 16 .b8 stack[64];\n",
            """
            mov.u64 %rd2, stack;
            st.local.v4.u32 [%rd2+16], {%r1, %r1, %r1, %r1};
            ld.local.v4.u32 {%r3, %r4, %r5, %r6}, [%rd2+16];
            """,
            1,
            32,
            gpu.allocate(128));
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(run.statistics().get("coalescer.lines"))
        .as("16 bytes of 32 lanes are four lines, twice, and one for the result")
        .isEqualTo(4 + 4 + 1);
  }

  /** A third of the lanes each points to global, shared and local memory. */
  @Test
  void lanesOfOneGenericAccessMayPointToDifferentSpaces() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 96);
    long scratch = gpu.allocate(4 * 96);
    String ptx =
        TestGpu.kernel(
            ".param .u64 out, .param .u64 scratch",
            ".shared .align 4 .b8 buffer[512];\n.local .align 4 .b8 stack[16];\n"
                + Snippets.PROLOGUE
                + Snippets.IDS
                + """
                ld.param.u64 %rd2, [scratch];
                mul.wide.u32 %rd3, %r1, 4;
                add.u64 %rd2, %rd2, %rd3;
                mov.u64 %rd4, buffer;
                cvta.shared.u64 %rd4, %rd4;
                add.u64 %rd4, %rd4, %rd3;
                mov.u64 %rd5, stack;
                cvta.local.u64 %rd5, %rd5;
                rem.u32 %r4, %r1, 3;
                setp.eq.u32 %p1, %r4, 1;
                setp.eq.u32 %p2, %r4, 2;
                selp.b64 %rd6, %rd4, %rd2, %p1;
                selp.b64 %rd6, %rd5, %rd6, %p2;
                st.u32 [%rd6], %r1;
                ld.u32 %r5, [%rd6];
                add.u32 %r5, %r5, 1;
                st.u32 [%rd6], %r5;
                ld.u32 %r3, [%rd6];
                isspacep.shared %p3, %rd6;
                selp.u32 %r6, 1000, 0, %p3;
                isspacep.local %p4, %rd6;
                selp.u32 %r7, 2000, 0, %p4;
                add.u32 %r3, %r3, %r6;
                add.u32 %r3, %r3, %r7;
                """
                + Snippets.STORE);
    KernelRun run = gpu.run(ptx, 1, 96, out, scratch);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] values = gpu.readInts(out, 96);
    int[] global = gpu.readInts(scratch, 96);
    for (int i = 0; i < 96; i++) {
      assertThat(values[i]).as("thread %d", i).isEqualTo(i + 1 + 1000 * (i % 3));
      assertThat(global[i]).isEqualTo(i % 3 == 0 ? i + 1 : 0);
    }
  }

  @Test
  void constantMemoryHoldsWhatTheModuleSays() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 32);
    String ptx =
        TestGpu.module(
            ".const .align 4 .u32 table[4] = {11, 22, 33, 44};\n",
            ".param .u64 out",
            Snippets.PROLOGUE
                + Snippets.IDS
                + """
                and.b32 %r4, %r1, 3;
                mul.wide.u32 %rd2, %r4, 4;
                mov.u64 %rd3, table;
                add.u64 %rd3, %rd3, %rd2;
                ld.const.u32 %r3, [%rd3];
                """
                + Snippets.STORE);
    KernelRun run = gpu.run(ptx, 1, 32, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    for (int i = 0; i < 32; i++) {
      assertThat(gpu.readInts(out, 32)[i]).isEqualTo(11 * (i % 4 + 1));
    }
  }

  @Test
  void aMisalignedAddressIsAFaultThatSaysWhereAndWho() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 64);
    KernelRun run =
        run(
            gpu,
            "",
            """
            setp.ne.u32 %p1, %r2, 37;
            @%p1 bra OUT;
            ld.global.u64 %rd4, [%rd1+12];
            OUT:
            """,
            2,
            32,
            out);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report())
        .matches(
            "test.ptx:\\d+:\\d+: kernel k, CTA \\(1,0,0\\), thread \\(5,0,0\\): misaligned address:"
                + " global address 0x10000000c of an access to 8 bytes \\(byte 12 of memory 0\\)");
  }

  @Test
  void anAddressOutsideDeviceMemoryIsAFault() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        run(gpu, "", "mov.u64 %rd3, 16;\nld.global.u32 %r3, [%rd3];\n", 1, 32, gpu.allocate(128));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report())
        .contains("address 0x10 is outside device memory (0xffe00000 to 0x104000000)");
  }

  /** Programs read below their first buffer and behind their last one, and drop the values. */
  @ParameterizedTest
  @MethodSource("dev.syncopate.machine.preset.Presets#names")
  void guardPagesLieBelowAndMemoryGoesOnBehindAllocations(String preset) {
    TestGpu gpu = new TestGpu(Presets.load(preset), 1);
    long out = gpu.allocate(4 * 64);
    KernelRun run =
        run(
            gpu,
            "",
            """
            ld.global.u32 %r4, [%rd1-4];
            st.global.u32 [%rd1-256], %r1;
            ld.global.u32 %r5, [%rd1-2097152];
            ld.global.u32 %r6, [%rd1+256];
            add.u32 %r3, %r4, %r5;
            add.u32 %r3, %r3, %r6;
            add.u32 %r3, %r3, 7;
            """,
            1,
            64,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 64)).containsOnly(7);
  }

  @Test
  void whatLiesBelowTheGuardPagesIsAFault() {
    TestGpu gpu = TestGpu.with();
    KernelRun run = run(gpu, "", "ld.global.u32 %r3, [%rd1-2097156];\n", 1, 32, gpu.allocate(128));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report())
        .contains("address 0xffdffffc is outside device memory (0xffe00000 to 0x104000000)")
        .doesNotContain("host", "null");
  }

  /** {@code &variable} of a program that is linked with {@code -no-pie}, in place of its value. */
  @Test
  void anAddressOfAHostProgramOfAFixedPlaceIsSaidToBeOne() {
    TestGpu gpu = TestGpu.with();
    String load = "mov.u64 %rd3, 0x404040;\nld.global.u32 %r3, [%rd3];\n";
    assertThat(run(gpu, "", load, 1, 32, gpu.allocate(128)).report())
        .contains(
            "address 0x404040 is outside device memory (0xffe00000 to 0x104000000): a null pointer"
                + " with a large index, or a variable of a program on the host that is linked to a"
                + " fixed place, which threads cannot reach");
  }

  @Test
  void aDeviceThatStoppedInAKernelRunsNoOther() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(128);
    run(gpu, "", "trap;\n", 1, 32, out);
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> run(gpu, "", "", 1, 32, out))
        .hasMessageContaining("the device was stopped in k");
  }
}
