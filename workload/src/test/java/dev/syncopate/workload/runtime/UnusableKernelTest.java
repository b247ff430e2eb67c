package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.runtime.LaunchResult.Ending;
import org.junit.jupiter.api.Test;

/** A module of which a part cannot run. */
class UnusableKernelTest {
  private static final String TEXT =
      """
      .version 8.0
      .target sm_90
      .address_size 64
      .func tensor() { tcgen05.fence.sync.aligned; ret; }
      .func plain() { ret; }
      .entry through() { call tensor; ret; }
      .entry chooses(.param .u64 out, .param .u32 n) {
        .reg .pred p; .reg .u32 m; .reg .u64 f, o;
        shape: .callprototype _ ();
        griddepcontrol.wait;
        ld.param.u64 o, [out];
        ld.param.u32 m, [n];
        setp.eq.u32 p, m, 0;
        mov.u64 f, plain;
        @p mov.u64 f, tensor;
        call f, (), shape;
        st.global.u32 [o], m;
        griddepcontrol.launch_dependents;
        ret;
      }
      """;

  private final Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").open();
  private final Module module = device.load("part.ptx", TEXT);

  @Test
  void aKernelThatCannotRunIsRefusedWithThePlace() {
    assertThat(module.kernels()).containsExactly("through", "chooses");
    assertThat(module.unusableKernels())
        .containsOnlyKeys("through")
        .containsValue(
            "`tcgen05` exists (PTX ISA 8.6, sm_100a) and is not supported: tensor cores");
    assertThatThrownBy(() -> module.kernel("through"))
        .isInstanceOf(LaunchException.class)
        .hasMessageStartingWith(
            "part.ptx:4:18: `tcgen05` exists (PTX ISA 8.6, sm_100a) and is not supported: tensor cores")
        .hasMessageEndingWith("`tensor`, which `through` calls, cannot run");
  }

  @Test
  void theOthersRunUntilTheyCallWhatCannot() {
    Buffer out = device.allocate(4);
    Kernel kernel = module.kernel("chooses");
    kernel.launch(LaunchShape.of(1, 1), out, 5);
    assertThat(out.readInts()).containsExactly(5);
    LaunchResult result = kernel.attempt(LaunchShape.of(1, 1), out, 0);
    assertThat(result.ending()).isEqualTo(Ending.FAULT);
    assertThat(result.report())
        .contains("part.ptx:4:18: kernel chooses")
        .contains("`tcgen05` exists (PTX ISA 8.6, sm_100a) and is not supported: tensor cores");
  }

  @Test
  void aKernelIsNotCalledAtItsAddress() {
    Module calling =
        device.load(
            "address.ptx",
            """
            .version 8.0
            .target sm_90
            .address_size 64
            .entry other() { ret; }
            .entry caller() {
              .reg .u64 f;
              shape: .callprototype _ ();
              mov.u64 f, other;
              call f, (), shape;
              ret;
            }
            """);
    LaunchResult result = calling.kernel("caller").attempt(LaunchShape.of(1, 1));
    assertThat(result.ending()).isEqualTo(Ending.FAULT);
    assertThat(result.report())
        .contains("address.ptx:9:3: kernel caller")
        .contains("an indirect call goes to 0x")
        .contains("which is no function");
  }
}
