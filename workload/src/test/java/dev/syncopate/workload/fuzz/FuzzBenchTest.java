package dev.syncopate.workload.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Comparing one kernel: what differs, and what cannot be compared. */
class FuzzBenchTest {
  private static final String HEADER =
      "// fuzz: grid=1 block=32x1 lanes=32 divergence=any words=1 seed=3\n";

  private static KernelTrial trial(String body) {
    return KernelTrial.read(
        "t.ptx",
        HEADER
            + """
            .version 8.0
            .target sm_80
            .address_size 64
            .visible .entry k(.param .u64 out, .param .u64 in) {
              .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
              .shared .align 4 .b8 s[128];
              ld.param.u64 %rd1, [out];
              mov.u32 %r1, %tid.x;
              mul.wide.u32 %rd2, %r1, 4;
              add.s64 %rd3, %rd1, %rd2;
              mov.u64 %rd4, s;
              add.s64 %rd5, %rd4, %rd2;
            """
            + body
            + "  st.global.u32 [%rd3], %r3;\n  ret;\n}\n");
  }

  @Test
  void anEqualResultIsNoDifference() {
    assertThat(new FuzzBench().compare(trial("mul.lo.u32 %r3, %r1, 7;"))).isEmpty();
  }

  @Test
  void whatDiffersIsSaidByThreadAndWord() {
    // Addresses are not compared: they differ.
    String body = "cvta.shared.u64 %rd6, %rd5;\nshr.u64 %rd6, %rd6, 32;\ncvt.u32.u64 %r3, %rd6;";
    assertThat(new FuzzBench().compare(trial(body)))
        .get()
        .satisfies(difference ->
            assertThat(difference.machine())
                .isEqualTo("its, warps of 32, oldest-first, schedule of seed 4"))
        .satisfies(difference ->
            assertThat(difference.text())
                .startsWith("32 of 32 words differ")
                .contains("  thread 0, word 0: the machine has ")
                .doesNotContain("thread 4"));
  }

  @Test
  void aRaceIsRefused() {
    String body =
        "st.shared.u32 [s], %r1;\nld.shared.u32 %r3, [s+4];\nst.global.u32 [%rd1], %r1;\n";
    assertThatThrownBy(
            () -> new FuzzBench().compare(trial(body + "setp.ne.u32 %p1, %r1, 99;\n@%p1 ret;\n")))
        .isInstanceOf(FuzzException.class)
        .hasMessage("t.ptx has a race: its result depends on which thread runs first");
  }

  @Test
  void lanesThatWaitForEverAreSaid() {
    String body =
        """
        and.b32 %r2, %r1, 1;
        setp.eq.u32 %p1, %r2, 0;
        @%p1 bar.warp.sync -1;
        @!%p1 bar.sync 0;
        mov.u32 %r3, 1;
        """;
    assertThatThrownBy(() -> new FuzzBench().compare(trial(body)))
        .hasMessageMatching("t.ptx:16:6: thread 0 waits here forever, for ffffffff");
  }

  @Test
  void instructionsThatTheInterpreterDoesNotKnowAreSaid() {
    assertThatThrownBy(
            () -> new FuzzBench().compare(trial("mov.u32 %r3, %clock;\nnanosleep.u32 5;")))
        .hasMessage("t.ptx:14:1: `%clock` is not known");
    assertThatThrownBy(() -> new FuzzBench().compare(trial("add.rn.f32 %r3, %r1, %r1;")))
        .hasMessage("t.ptx:14:1: the type .f32 is not known");
  }

  @Test
  void aFileWithoutALaunchIsRefused() {
    assertThatThrownBy(() -> KernelTrial.read("t.ptx", ".version 8.0"))
        .hasMessageStartingWith("t.ptx: found no line that says how the kernel is launched");
  }
}
