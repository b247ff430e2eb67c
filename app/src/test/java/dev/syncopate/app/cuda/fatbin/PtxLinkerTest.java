package dev.syncopate.app.cuda.fatbin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects of nvcc -rdc=true become one module in which each name means what it meant before. */
class PtxLinkerTest {
  /** A kernel, a function of its module, and what it takes from elsewhere. */
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
  void namesOfTwoObjectsStayApartAndOthersStay() {
    String strings =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .global .align 1 .b8 $str[2] = {%d};
        .global .align 1 .b8 $str$1[2] = {%d};
        .entry %s(.param .u64 out)
        {
          .reg .b16 %%h<3>;
          .reg .b64 %%d<2>;
          ld.param.u64 %%d1, [out];
          ld.global.u8 %%h1, [$str];
          ld.global.u8 %%h2, [$str$1];
          st.global.u8 [%%d1], %%h1;
          st.global.u8 [%%d1+1], %%h2;
          ret;
        }
        """;
    Device device = new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("core.units=1").open();
    String linked =
        PtxLinker.link(
            List.of(strings.formatted(1, 2, "first"), strings.formatted(3, 4, "second")));
    Module module = device.load("linked.ptx", linked);
    Buffer result = device.allocate(4);
    module.kernel("first").launch(LaunchShape.of(1, 1), result);
    assertThat(result.readBytes()).startsWith(1, 2);
    module.kernel("second").launch(LaunchShape.of(1, 1), result);
    assertThat(result.readBytes()).startsWith(3, 4);
    assertThat(
            PtxLinker.link(
                List.of(strings.formatted(1, 2, "same"), strings.formatted(3, 4, "same"))))
        .as("the host finds the first of two kernels of one name")
        .contains(".entry same(", ".entry same$1(");
  }

  @Test
  void pointersGoFromOneObjectToAnother() {
    String pointing =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .extern .func (.param .b32 r) next(.param .b32 x);
        .extern .global .align 4 .b8 table[8];
        .visible .global .align 8 .u64 pointers[2] = {generic(table), next};
        .visible .entry kernel(.param .u64 out)
        {
          .reg .b32 %r<3>;
          .reg .b64 %d<4>;
          ld.param.u64 %d1, [out];
          ld.global.u64 %d2, [pointers];
          ld.u32 %r1, [%d2+4];
          ld.global.u64 %d3, [pointers+8];
          { .param .b32 a;
          st.param.b32 [a], %r1;
          .param .b32 b;
          shape: .callprototype (.param .b32 _) _ (.param .b32 _);
          call (b), %d3, (a), shape;
          ld.param.b32 %r2, [b]; }
          st.global.u32 [%d1], %r2;
          ret;
        }
        """;
    String pointed =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .global .align 4 .b8 table[8] = {1, 0, 0, 0, 41, 0, 0, 0}, other[4];
        .visible .func (.param .b32 r) next(.param .b32 x)
        {
          .reg .b32 %r<2>;
          ld.param.b32 %r1, [x];
          add.u32 %r1, %r1, 1;
          st.param.b32 [r], %r1;
          ret;
        }
        """;
    Device device = new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("core.units=1").open();
    Buffer result = device.allocate(4);
    device
        .load("linked.ptx", PtxLinker.link(List.of(pointing, pointed)))
        .kernel("kernel")
        .launch(LaunchShape.of(1, 1), result);
    assertThat(result.readInts()).containsExactly(42);
  }

  @Test
  void theDeviceRuntimeIsLeftOut() {
    String runtime =
        """
        .version 9.0
        .target sm_121
        .address_size 64
        .visible .global .align 4 .u32 __CNPRT_VERSION_NUMBER__ = 6000;
        .entry memset() { ret; }
        .visible .func cudaGetParameterBufferV2() { ret; }
        """;
    assertThat(PtxLinker.link(List.of(FIRST, runtime))).isEqualTo(FIRST);
    assertThat(PtxLinker.link(List.of(runtime))).isEmpty();
    assertThat(PtxLinker.link(List.of(FIRST, runtime, SECOND)))
        .isEqualTo(PtxLinker.link(List.of(FIRST, SECOND)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          .weak .global .u32 v = 1;       | .visible .global .u32 v = 2;   | .visible .global .u32 v = 2;
          .visible .global .u32 v = 1;    | .weak .global .u32 v = 2;      | .visible .global .u32 v = 1;
          .weak .global .u32 v = 1;       | .weak .global .u32 v = 2;      | .weak .global .u32 v = 1;
          .common .global .u32 v;         | .common .global .u32 v[4];     | .common .global .u32 v[4];
          .common .global .u32 v;         | .visible .global .u32 v[4];    | .visible .global .u32 v[4];
          .extern .global .u32 v[];       | .visible .global .u32 v[4];    | .visible .global .u32 v[4];
          .extern .global .f32 v;         | .visible .global .u32 v;       | .visible .global .u32 v;
          .extern .shared .align 4 .b8 s[]; | .extern .shared .align 16 .b8 s[]; | .extern .shared .align 16 .b8 s[];
          """)
  void ofSeveralDefinitionsOneIsMeant(String first, String second, String linked) {
    assertThat(PtxLinker.link(List.of(module(first), module(second))))
        .isEqualTo(module(linked.strip()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          .visible .global .u32 v;     | .visible .global .u32 v;      | `v` is defined in object 1 of 2 and in object 2 of 2
          .visible .func f() { ret; }  | .visible .func f() { ret; }   | `f` is defined in object 1 of 2 and in object 2 of 2
          .extern .global .u32 v[2];   | .visible .global .u32 v[4];   | `v` has another size in object 1 of 2 than in object 2 of 2
          .weak .global .u32 v;        | .weak .global .u32 v[4];      | `v` has another size in object 2 of 2 than in object 1 of 2
          .common .global .u32 v[4];   | .visible .global .u32 v;      | `v` has another size in object 1 of 2 than in object 2 of 2
          .extern .const .u32 v;       | .visible .global .u32 v;      | `v` is in another state space in object 1 of 2 than in object 2 of 2
          .extern .func v();           | .visible .global .u32 v;      | `v` is something else in object 1 of 2 than in object 2 of 2
          .extern .func f(.param .b32 x); | .visible .func f(.param .b64 x) { ret; } | `f` has other parameters in object 1 of 2 than in object 2 of 2
          .extern .func (.param .b32 r) f(); | .visible .func f() { ret; } | `f` has other parameters in object 1 of 2 than in object 2 of 2
          .extern .global .u32 v;      | .visible .global .u32 w;      | `v` is declared in object 1 of 2 and defined nowhere
          """)
  void contradictionsAreRefused(String first, String second, String problem) {
    assertThatThrownBy(() -> PtxLinker.link(List.of(module(first), module(second))))
        .isInstanceOf(FatBinaryException.class)
        .hasMessage("device code cannot be linked: " + problem.strip());
  }

  private static String module(String statement) {
    return ".version 8.0\n.target sm_80\n.address_size 64\n" + statement + "\n";
  }
}
