package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.ptx.ir.ControlInstruction.GridDependency;
import dev.syncopate.ptx.ir.ControlInstruction.Trap;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.PtxModule;
import dev.syncopate.ptx.syntax.source.PtxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A module runs as far as it can: what it cannot have is refused kernel by kernel. */
class UnusableFunctionTest {
  private static final String FINE = "\n.entry fine() { ret; }\n";

  private static Program link(PtxModule module, String kernel) {
    return module.linker().link(kernel, CorpusTest.addresses(module));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          .entry k() { tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [t, {%f0,%f1}]; ret; } | `tex` exists (PTX ISA 1.0) and is not supported: textures and surfaces
          .entry k() { .reg .b64 d; @p tcgen05.mma_async.sync.aligned {%f<3>}, d, [d]; ret; } | `tcgen05` exists (PTX ISA 8.6, sm_100a) and is not supported: tensor cores
          .entry k() { .local .surfref q; ret; } | `.surfref` exists (PTX ISA 1.5) and is not supported: textures and surfaces
          .entry k(.param .texref t, .param .u32 n) { ret; } | `.texref` exists (PTX ISA 1.5) and is not supported: textures and surfaces
          .entry k() .blocksareclusters .maxntid 32 { ret; } | `.blocksareclusters` exists (PTX ISA 9.0, sm_90) and is not supported: clusters
          .global .texref t; .entry k() { .reg .u64 d; mov.u64 d, t; } | `.texref` exists (PTX ISA 1.5) and is not supported: textures and surfaces
          .entry k() { .reg .u32 r; add.u33 r, r, 1; } | found `add.u33`, expected a form of `add` that is supported
          .extern .func f(); .entry k() { call f; } | found a call of `f`, which is declared and not defined, expected a function of this module, `vprintf`, `malloc`, `free` or `__assertfail`
          """)
  void theOtherKernelsRun(String text, String problem) {
    PtxModule module = Ptx.read(text + FINE);
    assertThat(module.kernels()).containsExactly("k", "fine");
    assertThat(module.unusable()).containsExactly(java.util.Map.entry("k", problem));
    assertThat(link(module, "fine").code()).hasSize(1);
    assertThatThrownBy(() -> link(module, "k"))
        .isInstanceOf(PtxException.class)
        .hasMessageMatching("(?s)test.ptx:1:\\d+: .*\\^.*")
        .hasMessageContaining(problem);
    assertThatThrownBy(() -> Ptx.read(text))
        .as("nothing else could run")
        .hasMessageContaining(problem);
  }

  @Test
  void aKernelIsUnusableThroughWhatItCalls() {
    PtxModule module =
        Ptx.read(
            """
            .func h() { tcgen05.sync; ret; }
            .func g() { call h; ret; }
            .entry k() { call g; ret; }
            .func unreached() { call h; ret; }
            """
                + FINE);
    assertThat(module.unusable()).containsOnlyKeys("k");
    assertThatThrownBy(() -> link(module, "k"))
        .hasMessage(
            """
            test.ptx:1:13: `tcgen05` exists (PTX ISA 8.6, sm_100a) and is not supported: tensor cores
              .func h() { tcgen05.sync; ret; }
                          ^
              `h`, which `k` calls, cannot run\
            """);
  }

  /** Most functions of a shape are never called where the shape is. */
  @Test
  void aCallThroughAnAddressIsRefusedOnlyWhenItHappens() {
    PtxModule module =
        Ptx.read(
            """
            .func a() { ret; }
            .func b() { wmma.mma; ret; }
            .entry k(.param .u32 n) {
              .reg .pred p; .reg .u32 n; .reg .u64 f;
              ld.param.u32 n, [n];
              shape: .callprototype _;
              setp.eq.u32 p, n, 0;
              mov.u64 f, a;
              @p mov.u64 f, b;
              call f, (), shape;
              ret;
            }
            """
                .replace(".reg .u32 n;", ".reg .u32 m;")
                .replace("ld.param.u32 n,", "ld.param.u32 m,")
                .replace("p, n, 0", "p, m, 0"));
    assertThat(module.unusable()).isEmpty();
    Program program = link(module, "k");
    assertThat(program.functionAddresses()).hasSize(2).doesNotContain(-1);
    assertThat(program.code())
        .filteredOn(Trap.class::isInstance)
        .singleElement()
        .satisfies(trap -> {
          assertThat(trap.position()).hasToString("test.ptx:2:13");
          assertThat(((Trap) trap).reason())
              .isEqualTo("`wmma` exists (PTX ISA 6.0, sm_70) and is not supported: tensor cores");
        });
  }

  @Test
  void mistakesAreStillRefusedAtOnce() {
    assertThat(Ptx.complaint(".entry k() { add.u32 x, 1, 1; }" + FINE)).contains("found `x`");
    assertThat(Ptx.complaint(FINE + ".entry k() { tex.2d x")).contains("the end of the file");
    assertThat(Ptx.complaint(".global .texref t; .global .u32 t;" + FINE))
        .contains("a second declaration of `t`");
  }

  @Test
  void dependentLaunchesAreNothingToWaitFor() {
    assertThat(Ptx.lower("griddepcontrol.wait; griddepcontrol.launch_dependents;"))
        .map(instruction -> ((GridDependency) instruction).waits())
        .containsExactly(true, false);
    assertThat(Ptx.complaintOf("griddepcontrol.go;"))
        .isEqualTo(
            "found `griddepcontrol.go`, expected `griddepcontrol.wait` or"
                + " `griddepcontrol.launch_dependents`");
  }
}
