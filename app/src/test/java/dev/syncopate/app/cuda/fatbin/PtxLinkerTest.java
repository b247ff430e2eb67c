package dev.syncopate.app.cuda.fatbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Objects of nvcc -rdc=true become one module in which each name means what it meant before. */
class PtxLinkerTest {
  /** A kernel, a function of its own, and what it takes from elsewhere. */
  private static final String FIRST =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .file 1 "/a//first.cu" // a comment
      .extern .func (.param .b32 func_retval0) other
      (
        .param .b32 other_param_0
      )
      ;
      .extern .global .align 4 .b8 table[8];
      .global .align 4 .u32 hidden = 5;
      .weak .func (.param .b32 func_retval0) twice(.param .b32 twice_param_0)
      {
        .reg .b32 %r<3>;
        ld.param.u32 %r1, [twice_param_0];
        add.u32 %r2, %r1, %r1;
        st.param.b32 [func_retval0+0], %r2;
        ret;
      }
      .visible .entry kernel(.param .u64 kernel_param_0)
      {
        .reg .b32 %r<6>;
        .reg .b64 %d<5>;
        .loc 1 7 3
        ld.param.u64 %d1, [kernel_param_0];
        ld.global.u32 %r1, [hidden];
        { .reg .b32 temp_param_reg;
        .param .b32 param0;
        st.param.b32 [param0+0], %r1;
        .param .b32 retval0;
        call.uni (retval0), other, (param0);
        ld.param.b32 %r2, [retval0+0];
        }
        mov.u64 %d2, table;
        ld.global.u32 %r3, [%d2+4];
        add.u32 %r4, %r2, %r3;
        st.global.u32 [%d1], %r4;
        ret;
      }
      """;

  private static final String SECOND =
      """
      .version 8.3
      .target sm_75, texmode_independent
      .address_size 64
      .visible .global .align 4 .b8 table[8] = {1, 0, 0, 0, 0xe8, 3, 0, 0};
      .global .align 4 .u32 hidden = 70;
      .weak .func (.param .b32 func_retval0) twice(.param .b32 twice_param_0)
      {
        .reg .b32 %r<3>;
        ld.param.u32 %r1, [twice_param_0];
        add.u32 %r2, %r1, %r1;
        st.param.b32 [func_retval0+0], %r2;
        ret;
      }
      .visible .func (.param .b32 func_retval0) other(
        .param .b32 other_param_0
      )
      {
        .reg .b32 %r<5>;
        .loc 1 9 3, function_name $L__info_string0, inlined_at 1 4 2
        ld.param.u32 %r1, [other_param_0];
        ld.global.u32 %r2, [hidden];
        { .reg .b32 temp_param_reg;
        .param .b32 param0;
        st.param.b32 [param0+0], %r2;
        .param .b32 retval0;
        call.uni (retval0), twice, (param0);
        ld.param.b32 %r3, [retval0+0];
        }
        add.u32 %r4, %r1, %r3;
        st.param.b32 [func_retval0+0], %r4;
        ret;
      }
      .file 1 "/b/second.cu"
      .section .debug_str { $L__info_string0: .b8 97, 0 }
      """;

  @Test
  void namesMeanWhatTheyMeantInTheirObjects() {
    for (List<String> order : List.of(List.of(FIRST, SECOND), List.of(SECOND, FIRST))) {
      Device device = new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("core.units=1").open();
      Buffer result = device.allocate(4);
      device
          .load("linked.ptx", PtxLinker.link(order))
          .kernel("kernel")
          .launch(LaunchShape.of(1, 1), result);
      // Its own hidden, twice the other's, and the table's second element.
      assertThat(result.readInts()).containsExactly(5 + 2 * 70 + 1000);
    }
  }

  @Test
  void theNewestVersionAndTargetWin() {
    assertThat(PtxLinker.link(List.of(FIRST, SECOND)))
        .startsWith(".version 8.3\n.target sm_80\n.address_size 64\n");
  }

  /** So that reports lead to the right source. */
  @Test
  void sourceFilesAreToldApart() {
    assertThat(PtxLinker.link(List.of(FIRST, SECOND)))
        .contains(".file 1 \"/a//first.cu\"", ".loc 1 7 3\n")
        .contains(".file 10001 \"/b/second.cu\"", ".loc 10001 9 3\n")
        .doesNotContain("inlined_at", ".section");
  }

  @Test
  void aNameThatTwoDefineIsRefused() {
    assertThatThrownBy(() -> PtxLinker.link(List.of(SECOND, SECOND)))
        .isInstanceOf(FatBinaryException.class)
        .hasMessage("two objects with device code that are linked define table");
  }
}
