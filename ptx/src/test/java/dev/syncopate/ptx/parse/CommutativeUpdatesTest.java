package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.analysis.CommutativeUpdates;
import dev.syncopate.ptx.analysis.CommutativeUpdates.Outcome;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import org.junit.jupiter.api.Test;

/** Which atomics of a kernel may be treated as commutative, and what is in the way. */
class CommutativeUpdatesTest {
  /** Two pointers p and q in %rd0 and %rd1; the body begins at line 10. */
  private static final String HEAD =
      """
      .version 8.5
      .target sm_80
      .address_size 64
      .global .u32 counter;
      .visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n) {
      .reg .pred %p0; .reg .b32 %r<9>; .reg .b64 %rd<9>;
      mov.u32 %r0, %tid.x;
      ld.param.u64 %rd0, [p]; ld.param.u64 %rd1, [q]; cvta.to.global.u64 %rd0, %rd0;
      ld.param.u32 %r1, [n]; mul.wide.u32 %rd2, %r0, 4;
      """;

  private static Outcome of(String body) {
    return CommutativeUpdates.of(Ptx.link(HEAD + body + "\nret;\n}\n"));
  }

  private static long commutative(Program program) {
    return program.code().stream()
        .filter(instruction -> instruction instanceof Atomic atomic && atomic.commutative())
        .count();
  }

  @Test
  void relaxedUpdatesWhoseResultNobodyReadsCommute() {
    Outcome outcome =
        of(
            """
            ld.global.u32 %r2, [%rd1];
            add.u64 %rd3, %rd0, %rd2;
            red.global.add.u32 [%rd3], %r2;
            atom.global.max.u32 %r3, [%rd3+4], %r1;
            """);
    assertThat(outcome.obstacles()).isEmpty();
    assertThat(outcome.treated()).extracting(Position::line).containsExactly(12, 13);
    assertThat(commutative(outcome.program())).isEqualTo(2);
  }

  @Test
  void whatOrdersOrIsReadOrDoesNotCommuteStaysAsItIs() {
    Outcome outcome =
        of(
            """
            atom.global.add.u32 %r3, [%rd1], 1;
            st.global.u32 [%rd1+8], %r3;
            red.release.gpu.global.add.u32 [%rd1], 1;
            red.global.inc.u32 [%rd1], 1;
            red.relaxed.cta.global.add.u32 [%rd1], 1;
            red.shared.add.u32 [%r0], 1;
            """);
    assertThat(outcome.obstacles()).isEmpty();
    assertThat(outcome.treated()).isEmpty();
  }

  @Test
  void anArrayThatIsReadIsRefusedWithBothLines() {
    Outcome outcome =
        of(
            """
            add.u64 %rd3, %rd0, %rd2;
            red.global.add.u32 [%rd3], 1;
            ld.global.u32 %r2, [%rd0];
            st.global.u32 [%rd1], %r2;
            """);
    assertThat(outcome.treated()).isEmpty();
    assertThat(commutative(outcome.program())).isZero();
    assertThat(outcome.obstacles()).hasSize(1);
    assertThat(outcome.obstacles().getFirst())
        .matches(".*:11:1: the atomic updates the array of p, which the kernel reads at .*:12:1");
  }

  @Test
  void anArrayThatIsWrittenOrUpdatedOtherwiseIsRefused() {
    assertThat(of("red.global.add.u32 [%rd0], 1; st.global.u32 [%rd0+4], 1;").obstacles())
        .singleElement()
        .asString()
        .contains("which the kernel writes at");
    assertThat(
            of("red.global.add.u32 [%rd0], 1; atom.global.exch.b32 %r2, [%rd0+4], 1;"
                    + " st.global.u32 [%rd1], %r2;")
                .obstacles())
        .singleElement()
        .asString()
        .contains("which the kernel reads at");
  }

  @Test
  void aPointerFromMemoryMayLeadAnywhere() {
    assertThat(
            of("ld.global.u64 %rd4, [%rd1]; red.global.add.u32 [%rd0], 1; ld.global.u32 %r2, [%rd4];"
                    + " st.global.u32 [%rd1], %r2;")
                .obstacles())
        .singleElement()
        .asString()
        .contains("through a pointer that is no parameter's alone, which may lead there");
    assertThat(of("ld.global.u64 %rd4, [%rd1]; red.global.add.u32 [%rd4], 1;").obstacles())
        .singleElement()
        .asString()
        .contains("the array that this atomic updates is not that of one parameter");
    assertThat(of("red.global.add.u32 [counter], 1;").obstacles()).hasSize(1);
  }

  @Test
  void aPointerThatIsOneOrTheOtherIsNotOneArrays() {
    assertThat(
            of("""
            setp.eq.u32 %p0, %r0, 0;
            mov.u64 %rd3, %rd0;
            @%p0 mov.u64 %rd3, %rd1;
            red.global.add.u32 [%rd3], 1;
            """)
                .obstacles())
        .singleElement()
        .asString()
        .contains("not that of one parameter");
  }

  /** Registers are packed, so that one holds several values after another. */
  @Test
  void aRegisterThatIsUsedAgainIsAnotherPointer() {
    Outcome outcome =
        of(
            """
            add.u64 %rd3, %rd0, 64;
            red.global.add.u32 [%rd3], 1;
            mov.u64 %rd3, %rd1;
            ld.global.u32 %r2, [%rd3];
            st.global.u32 [%rd1], %r2;
            """);
    assertThat(outcome.obstacles()).isEmpty();
    assertThat(outcome.treated()).hasSize(1);
  }

  @Test
  void aLoopThatMovesThePointerOnStaysInItsArray() {
    Outcome outcome =
        of(
            """
            again:
            red.global.add.u32 [%rd0], 1;
            add.u64 %rd0, %rd0, 4;
            sub.u32 %r1, %r1, 1;
            setp.ne.u32 %p0, %r1, 0;
            @%p0 bra again;
            """);
    assertThat(outcome.treated()).hasSize(1);
    assertThat(
            of("""
            again:
            red.global.add.u32 [%rd0], 1;
            mov.u64 %rd0, %rd1;
            sub.u32 %r1, %r1, 1;
            setp.ne.u32 %p0, %r1, 0;
            @%p0 bra again;
            """)
                .obstacles())
        .as("the second time it is q's")
        .isNotEmpty();
  }
}
