package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.consistency.ConsistencyModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two GPUs of one compute unit each: CTA 0 is on GPU 0, CTA 1 on GPU 1. */
class SeveralGpusTest {
  /**
   * CTA 0 copies the first word at once and again later, so that its caches keep it; CTA 1 then
   * adds to it.
   */
  private static final String COPY_AND_ADD =
      TestGpu.kernel(
          ".param .u64 words",
          """
          .reg .pred %p<2>;
          .reg .b32 %r<4>;
          .reg .b64 %rd<2>;
          ld.param.u64 %rd0, [words];
          mov.u32 %r0, %ctaid.x;
          setp.ne.u32 %p0, %r0, 0;
          @%p0 bra ADD;
          ld.global.u32 %r1, [%rd0];
          st.global.u32 [%rd0+512], %r1;
          nanosleep.u32 9000;
          ld.global.u32 %r2, [%rd0];
          st.global.u32 [%rd0+1024], %r2;
          ret;
          ADD:
          nanosleep.u32 20000;
          ld.global.u32 %r1, [%rd0];
          add.u32 %r1, %r1, 1;
          st.global.u32 [%rd0], %r1;
          ret;
          """);

  private static final String ADD =
      TestGpu.kernel(
          ".param .u64 words",
          """
          .reg .b32 %r<4>;
          .reg .b64 %rd<2>;
          ld.param.u64 %rd0, [words];
          atom.relaxed.SCOPE.global.add.u32 %r1, [%rd0], 1;
          ret;
          """);

  /** The first load of a kernel comes before the L2s can have answered. */
  private static TestGpu two(ConsistencyModel model) {
    return new TestGpu(
        TestGpu.machine("system.gpus=2", "core.launchLatency=1", "network.latency=300"),
        "gpu",
        model,
        1);
  }

  /** Its first load must not find what its caches have from earlier launches. */
  @ParameterizedTest
  @EnumSource
  void aKernelSeesWhatEarlierOnesHaveWrittenOnOtherGpus(ConsistencyModel model) {
    TestGpu device = two(model);
    long words = device.allocate(2048);
    for (int launch = 0; launch < 4; launch++) {
      KernelRun run = device.run(COPY_AND_ADD, 2, 1, words);
      assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
      assertThat(device.readInts(words + 512, 1)).as("launch %d", launch).containsExactly(launch);
    }
  }

  @Test
  void theHostsWritesAreSeenOnAllGpus() {
    TestGpu device = two(ConsistencyModel.HRF);
    long words = device.allocate(2048);
    device.run(COPY_AND_ADD, 2, 1, words);
    device.gpu.write(words, new byte[] {41, 0, 0, 0});
    device.run(COPY_AND_ADD, 2, 1, words);
    assertThat(device.readInts(words, 1)).containsExactly(42);
    assertThat(device.readInts(words + 512, 1)).containsExactly(41);
  }

  @Test
  void aGpuWithoutWorkEndsAsWell() {
    TestGpu device = two(ConsistencyModel.HRF);
    long words = device.allocate(2048);
    KernelRun run = device.run(ADD.replace("SCOPE", "sys"), 1, 32, words);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(device.readInts(words, 1)).containsExactly(32);
  }

  @Test
  void atomicsMeetAtSystemScopeOnly() {
    for (String scope : new String[] {"sys", "gpu"}) {
      TestGpu device = two(ConsistencyModel.HRF);
      long words = device.allocate(2048);
      device.run(ADD.replace("SCOPE", scope), 8, 64, words);
      assertThat(device.readInts(words, 1)[0]).as(scope).isEqualTo(scope.equals("sys") ? 512 : 256);
    }
    TestGpu wide = two(ConsistencyModel.DRF0);
    long words = wide.allocate(1024);
    wide.run(ADD.replace("SCOPE", "gpu"), 8, 64, words);
    assertThat(wide.readInts(words, 1)).as("drf0 ignores scopes").containsExactly(512);
  }
}
