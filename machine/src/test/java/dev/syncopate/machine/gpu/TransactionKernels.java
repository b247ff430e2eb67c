package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Kernels of CTAs of 96 threads, each of which stores a word at the end. */
final class TransactionKernels {
  static final int THREADS = 96;

  private TransactionKernels() {}

  /**
   * What a kernel has come to.
   *
   * @param stored by thread
   */
  record Ran(int[] stored, Map<String, Long> statistics) {}

  /** Machines, as settings: both divergence models and widths of a warp, all kinds of conflict. */
  static Stream<List<String>> machines() {
    return Stream.of(
        List.of("core.divergence=its", "core.warpWidth=32"),
        List.of("core.divergence=its", "core.warpWidth=64"),
        List.of("core.divergence=ipdom", "core.warpWidth=32"),
        List.of("core.divergence=ipdom", "core.warpWidth=64"),
        List.of("tx.conflicts=rw", "tx.versioning=lazy", "tx.filterBits=2"),
        List.of("tx.fallback=1", "core.divergence=its"),
        List.of("tx.fallback=2", "core.divergence=ipdom", "tx.conflicts=rw", "tx.attempts=3"),
        List.of("core.divergence=ipdom", "tx.serialise=rest", "tx.fallback=2", "tx.backoff=20"));
  }

  /**
   * Runs a kernel to its end. {@code %r1} is the thread's number, {@code %r15} where {@code tab}
   * is, 128 words of shared memory; after the body each thread stores {@code %r3}.
   *
   * @param declarations of the module
   */
  static Ran run(List<String> machine, int ctas, String declarations, String body) {
    TestGpu gpu = TestGpu.with(machine.toArray(String[]::new));
    long out = gpu.allocate(4L * THREADS * ctas);
    String ptx =
        TestGpu.module(
            ".shared .align 4 .b8 tab[512];\n" + declarations,
            ".param .u64 out",
            """
            .reg .b32 %%r<16>;
            .reg .b64 %%rd<10>;
            .reg .pred %%p<4>;
            mov.u32 %%r1, %%tid.x;
            mov.u32 %%r15, tab;
            %s
            STORE:
            mov.u32 %%r5, %%ctaid.x;
            mad.lo.u32 %%r5, %%r5, %d, %%r1;
            ld.param.u64 %%rd1, [out];
            mul.wide.u32 %%rd2, %%r5, 4;
            add.u64 %%rd1, %%rd1, %%rd2;
            st.global.u32 [%%rd1], %%r3;
            ret;
            """
                .formatted(body, THREADS));
    Launch launch = gpu.launch(ptx, new int[] {ctas, 1, 1}, new int[] {THREADS, 1, 1}, 0, out);
    KernelRun run =
        gpu.gpu.launch(
            TestGpu.strict(launch), new LaunchWatch(1_000_000, 40_000, progress -> true));
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return new Ran(gpu.readInts(out, THREADS * ctas), run.statistics());
  }
}
