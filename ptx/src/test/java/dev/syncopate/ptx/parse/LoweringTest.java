package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.PtxModule;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.WarpInstruction;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What single instructions are decoded to. */
class LoweringTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "atom.add.acq_rel.cta.global.u32 %r1, [%d1], 1;",
        "atom.acq_rel.cta.global.add.u32 %r1, [%d1], 1;",
        "atom.global.cta.add.acq_rel.u32 %r1, [%d1], 1;"
      })
  void qualifiersOfAtomicsStandInAnyOrder(String text) {
    Instruction instruction = Ptx.lower(text + " st.global.u32 [g], %r1;").get(0);
    assertThat(instruction).isInstanceOf(Atomic.class);
    Atomic atomic = (Atomic) instruction;
    assertThat(atomic.order()).isEqualTo(MemoryOrder.ACQ_REL);
    assertThat(atomic.scope()).isEqualTo(MemoryScope.CTA);
    assertThat(atomic.space()).isEqualTo(StateSpace.GLOBAL);
    assertThat(atomic.resultUsed()).isTrue();
  }

  @Test
  void aPlainAtomicIsRelaxedAtGpuScopeAndGenericAndMayHaveNoResult() {
    Atomic atomic = (Atomic) Ptx.lower("atom.add.u32 %r1, [%d1], 1;").get(0);
    assertThat(atomic.order()).isEqualTo(MemoryOrder.RELAXED);
    assertThat(atomic.scope()).isEqualTo(MemoryScope.GPU);
    assertThat(atomic.space()).isEqualTo(StateSpace.GENERIC);
    assertThat(atomic.resultUsed()).isFalse();
    assertThat(atomic.destinations()).isEmpty();
  }

  @Test
  void volatileMeansRelaxedAtGpuScope() {
    Load load = (Load) Ptx.lower("ld.volatile.global.v2.u32 {%r1, _}, [%d1+-8];").get(0);
    assertThat(load.isVolatile()).isTrue();
    assertThat(load.order()).isEqualTo(MemoryOrder.RELAXED);
    assertThat(load.scope()).isEqualTo(MemoryScope.GPU);
    assertThat(load.destinations()).hasSize(2);
    assertThat(load.destinations().get(1)).isEqualTo(-1);
    assertThat(load.address().offset()).isEqualTo(-8);
    assertThat(((Load) Ptx.lower("ld.u32 %r1, [%d1];").get(0)).order()).isEqualTo(MemoryOrder.WEAK);
  }

  @Test
  void membarIsASequentiallyConsistentFence() {
    Fence fence = (Fence) Ptx.lower("membar.gl;").get(0);
    assertThat(fence.order()).isEqualTo(MemoryOrder.SC);
    assertThat(fence.scope()).isEqualTo(MemoryScope.GPU);
    assertThat(((Fence) Ptx.lower("fence.cta;").get(0)).order()).isEqualTo(MemoryOrder.ACQ_REL);
  }

  /** {@code .sync}: the first of them would else copy a part of the map. */
  @Test
  void lanesThatPublishATensorMapWaitForEachOther() {
    List<Instruction> code =
        Ptx.lower(
            "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"
                + " [%d1], [s], 128;");
    List<Instruction> beforeTheCopy =
        code.stream().takeWhile(instruction -> !(instruction instanceof Load)).toList();
    assertThat(beforeTheCopy)
        .hasSizeLessThan(code.size())
        .anyMatch(
            instruction -> instruction instanceof WarpInstruction.Vote vote && vote.maskGiven());
  }

  @Test
  void valuesAreCutExtendedPackedAndUnpacked() {
    PtxModule module =
        Ptx.read(
            Ptx.kernel(
                """
                ld.param.u64 %d1, [a];
                mov.u32 %r1, 0x1fffffffe;
                cvt.s8.s32 %r2, %r1;
                cvt.u8.s32 %r3, %r1;
                mov.b64 %d2, {%r1, %r3};
                mov.b64 {%r3, %r1}, %d2;
                st.global.v4.u32 [%d1], {%r2, %r3, %r1, 7};
                mov.b32 %r4, {0x1234, 5};
                { .reg .b32 %r4; mov.u32 %r4, 9; st.global.u32 [%d1+16], %r4; }
                st.global.b32 [%d1+20], %r4;
                bfi.b32 %r4, %r1, 0, %r1, 4;
                st.global.f32 [%d1+24], 0f3F800000;\
                """));
    OneLane lane = new OneLane(module, "k").with(0, OneLane.GLOBAL).run();
    int[] words = new int[7];
    for (int i = 0; i < words.length; i++) {
      words[i] = lane.memory.getInt(OneLane.GLOBAL + 4 * i);
    }
    assertThat(words).containsExactly(-2, -2, 0xfe, 7, 9, 0x51234, 0x3f800000);
  }

  @Test
  void parametersAreLaidOutByTheirAlignment() {
    Program program =
        Ptx.link(
            ".entry k(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[6], .param .f64 d)"
                + " .reqntid 8, 4 { ret; }");
    assertThat(program.parameters().stream().map(p -> p.offset()).toList())
        .isEqualTo(List.of(0, 8, 16, 24));
    assertThat(program.parameterBytes()).isEqualTo(32);
    assertThat(program.requiredBlock()).isEqualTo(List.of(8, 4, 1));
  }

  @Test
  void dynamicSharedMemoryBeginsBehindTheStaticOne() {
    Program program =
        Ptx.link(
            """
            .shared .align 4 .b8 used[20]; .shared .b8 unused[99];
            .extern .shared .align 32 .b8 rest[];
            .entry k() {
              .reg .u64 %d<3>; .local .align 8 .b8 depot[24];
              mov.u64 %d0, used; mov.u64 %d1, rest; mov.u64 %d2, depot;
              st.local.u64 [%d2], %d0; st.shared.u64 [%d1], %d0; ret;
            }
            """);
    assertThat(program.sharedBytes()).isEqualTo(20);
    assertThat(program.dynamicSharedOffset()).isEqualTo(32);
    assertThat(program.localBytes()).isEqualTo(24);
  }
}
