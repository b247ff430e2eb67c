package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.RegisterNeed;
import org.junit.jupiter.api.Test;

/** What takes registers, and what does not. */
class RegisterEstimateTest {
  private static final int OVERHEAD = 7;

  private static RegisterNeed need(String instructions) {
    return Ptx.link(Ptx.kernel(instructions)).registers();
  }

  @Test
  void whatLivesAtOnceCounts() {
    String text =
        """
        mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z;
        add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3;
        mov.u64 %d1, g; st.global.u32 [%d1], %r1;
        """;
    assertThat(need(text).minimum()).isEqualTo(3);
    assertThat(need(text).preferred()).isEqualTo(3 + OVERHEAD);
    assertThat(
            need(text.replace(
                    "st.global.u32 [%d1], %r1;", "cvt.u64.u32 %d2, %r1; st.global.u64 [%d1], %d2;"))
                .minimum())
        .as("a value of 64 bits and its address")
        .isEqualTo(4);
  }

  @Test
  void parametersConstantsAndPredicatesTakeNone() {
    assertThat(
            need("""
            ld.param.u64 %d1, [a]; cvta.to.global.u64 %d2, %d1; ld.param.u32 %r1, [b];
            mov.u32 %r2, 5;
            mov.u32 %r3, %tid.x;
            setp.lt.u32 %p1, %r3, %r1;
            setp.eq.u32 %p2, %r3, %r2;
            and.pred %p3, %p1, %p2;
            mov.u32 %r4, %laneid;
            selp.u32 %r4, %r4, %r3, %p3;
            st.global.u32 [%d2], %r4;
            """)
                .minimum())
        .as("two special registers; a value and the address that the store takes")
        .isEqualTo(3);
  }

  @Test
  void whatIsTheSameInTheWholeCtaTakesNoneWhereTheyAreScarce() {
    RegisterNeed need =
        need(
            """
            mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mul.lo.u32 %r3, %r1, %r2;
            mov.u32 %r4, %tid.x; add.u32 %r5, %r4, %r3; add.u32 %r5, %r5, %r1; add.u32 %r5, %r5, %r2;
            mov.u64 %d1, g; st.global.u32 [%d1], %r5;
            """);
    assertThat(need.minimum()).isEqualTo(3);
    assertThat(need.preferred()).isEqualTo(4 + OVERHEAD);
  }

  @Test
  void loadsMoveAheadWhereThereIsRoom() {
    String text =
        """
        mov.u32 %r7, %tid.x; mul.wide.u32 %d1, %r7, 4;
        ld.global.u32 %r1, [%d1]; add.u32 %r7, %r7, %r1;
        ld.global.u32 %r2, [%d1+4]; add.u32 %r7, %r7, %r2;
        ld.global.u32 %r3, [%d1+8]; add.u32 %r7, %r7, %r3;
        ld.global.u32 %r4, [%d1+12]; add.u32 %r7, %r7, %r4;
        st.global.u32 [%d1], %r7;
        """;
    assertThat(need(text).minimum()).as("the sum, a value, the address").isEqualTo(4);
    assertThat(need(text).preferred()).as("four values").isEqualTo(7 + OVERHEAD);
    assertThat(need(text.replace("ld.global", "ld.volatile.global")).preferred())
        .as("which keep their order")
        .isEqualTo(4 + OVERHEAD);
  }

  @Test
  void ofFunctionsThatAreCalledTheLargestCounts() {
    String functions =
        """
        .func (.reg .u32 o) narrow(.reg .u32 i) { add.u32 o, i, 1; ret; }
        .func (.reg .u32 o) wide(.reg .u32 i) {
          .reg .u32 %r<41>;
        """;
    StringBuilder wide = new StringBuilder(functions);
    for (int i = 0; i <= 40; i++) {
      wide.append("mov.u32 %r").append(i).append(", %laneid;\n");
    }
    wide.append("mov.u32 o, i;\n");
    for (int i = 0; i <= 40; i++) {
      wide.append("add.u32 o, o, %r").append(i).append(";\n");
    }
    String text =
        wide
            + """
            ret; }
            .entry k() {
              .reg .u32 r; .reg .u64 f; .reg .pred p;
              shape: .callprototype (.reg .u32 _) _ (.reg .u32 _);
              mov.u32 r, %tid.x;
              setp.eq.u32 p, r, 0;
              mov.u64 f, narrow;
              @p mov.u64 f, wide;
              call (r), f, (r), shape;
              call (r), f, (r), shape;
              ret;
            }
            """;
    int minimum = Ptx.link(text).registers().minimum();
    assertThat(minimum).isBetween(42, 45);
    assertThat(Ptx.link(text.replace("@p mov.u64 f, wide;", "")).registers().minimum())
        .as("what calls a function nobody has seen")
        .isEqualTo(24);
    assertThat(
            Ptx.link(text.replace("@p mov.u64 f, wide;", "call (r), wide, (r);"))
                .registers()
                .minimum())
        .as("called by name")
        .isEqualTo(minimum);
  }

  @Test
  void directivesLimitIt() {
    RegisterNeed need =
        Ptx.link(".entry k() .maxntid 128 .minnctapersm 3 .maxnreg 40 { ret; }").registers();
    assertThat(need.minCtas()).isEqualTo(3);
    assertThat(need.maximum()).isEqualTo(40);
  }
}
