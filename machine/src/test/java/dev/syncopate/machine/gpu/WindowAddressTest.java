package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Addresses in shared, local, constant and parameter memory are sums modulo 2^32: compilers put a
 * base below an array and an offset that leads back into it.
 */
class WindowAddressTest {
  private static final String VARIABLES =
      """
      .shared .align 16 .b8 shared_array[256];
      .local .align 16 .b8 local_array[256];
      """;

  private static KernelRun run(TestGpu gpu, long out, String body) {
    return gpu.run(
        TestGpu.module(
            ".const .align 16 .b32 const_array[64] = {1, 7, 3, 4};\n",
            ".param .u64 out, .param .u32 seven",
            VARIABLES + Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE),
        1,
        32,
        out,
        7);
  }

  private static void isSeven(String body) {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(128);
    KernelRun run = run(gpu, out, body);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 32)).containsOnly(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "local", "const"})
  void aBaseBelowAnArray(String space) {
    String write = space.equals("const") ? "" : "st.%1$s.u32 [%1$s_array+4], 7;\n";
    String narrow =
        """
        mov.u32 %%r4, %1$s_array;
        add.s32 %%r4, %%r4, -64;
        ld.%1$s.u32 %%r3, [%%r4+68];
        """;
    isSeven((write + narrow).formatted(space));
    String wide =
        narrow.replace("[%%r4+68]", "[%%rd4+68]").replace("-64;", "-64;\ncvt.u64.u32 %%rd4, %%r4;");
    isSeven((write + wide).formatted(space));
    String vector = narrow.replace("u32 %%r3, [%%r4+68]", "v2.u32 {%%r5, %%r3}, [%%r4+64]");
    isSeven((write + vector).formatted(space));
  }

  @Test
  void parameters() {
    isSeven("mov.u64 %rd4, 0xfffffff8;\nld.param.u32 %r3, [%rd4+16];\n");
  }

  @Test
  void storesAndAtomics() {
    String base = "mov.u32 %r4, shared_array;\nadd.s32 %r4, %r4, -64;\n";
    isSeven(base + "st.shared.u32 [%r4+80], 7;\nld.shared.u32 %r3, [shared_array+16];\n");
    isSeven(
        base
            + "st.shared.u32 [shared_array+16], 3;\nbar.sync 0;\n"
            + "atom.shared.max.u32 %r5, [%r4+80], 7;\nld.shared.u32 %r3, [shared_array+16];\n");
    isSeven(
        """
        mov.u32 %r4, local_array;
        add.s32 %r4, %r4, -64;
        st.local.u32 [%r4+80], 7;
        ld.local.u32 %r3, [local_array+16];
        """);
  }

  @Test
  void asynchronousCopiesAndBarrierObjects() {
    String base = "mov.u32 %r4, shared_array;\nadd.s32 %r4, %r4, -64;\n";
    isSeven(
        base
            + """
            st.global.u32 [%rd1], 7;
            membar.gl;
            cp.async.ca.shared.global [%r4+80], [%rd1], 4;
            cp.async.wait_all;
            ld.shared.u32 %r3, [shared_array+16];
            """);
    isSeven(
        base
            + """
            mbarrier.init.shared.b64 [%r4+96], 5;
            mbarrier.init.shared.b64 [shared_array+40], 5;
            ld.shared.u64 %rd5, [shared_array+32];
            ld.shared.u64 %rd6, [shared_array+40];
            setp.eq.u64 %p1, %rd5, %rd6;
            selp.u32 %r3, 7, 0, %p1;
            """);
  }

  @Test
  void whatLiesOutsideIsAFaultAsBefore() {
    for (String space : List.of("shared", "local", "const", "param")) {
      TestGpu gpu = TestGpu.with();
      KernelRun run =
          run(
              gpu,
              gpu.allocate(128),
              "mov.u32 %%r4, -64;\nld.%s.u32 %%r3, [%%r4];\n".formatted(space));
      assertThat(run.outcome()).as(space).isEqualTo(LaunchOutcome.FAULT);
      assertThat(run.report()).contains("address 0xffffffc0 is beyond the ");
    }
  }

  @Test
  void aGenericAddressDoesNotPassForOneOfAWindow() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        run(
            gpu,
            gpu.allocate(128),
            """
            mov.u64 %rd4, shared_array;
            cvta.shared.u64 %rd4, %rd4;
            st.shared.u32 [%rd4], 7;
            """);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report()).contains("shared address 0x7f0000000000 is beyond the CTA's");
  }
}
