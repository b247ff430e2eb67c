package dev.syncopate.model.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.litmus.FinalCondition.Term;
import org.junit.jupiter.api.Test;

/** What is written is read as what it was. */
class LitmusWriterTest {
  private static final String EVERYTHING =
      """
      PTX everything
      { x=-3; y=x; p @ generic aliases x; P2:r1=7; }
      P0@cta 0,gpu 0 | P2@cta 3,gpu 1;
      LC07: | ld r2, 5;
      ld.remote.acquire.gpu r1, x | st.remote.release.sys r1, r2;
      atom.comm.add r2, x, 1 | red.relaxed.cta.xor y, -1;
      bne r1, 2, LC07 | atom.acq_rel.gpu.cas r3, [x], r1, 2;
      add r4, r1, r2 | goto LC01;
      fence.sc.sys | fence.acq_rel.cta;
      fence.proxy.alias | bar.cta.arrive 0, r1, 2;
      ld.weak r5, p | bar.cta.sync 1;
      st.relaxed.cta p, x | LC01:;
      filter ~P0:r1 = 1 /\\ (x = 2 \\/ 2:r3 >= y)
      forall P0:r1 != P2:r3 /\\ [p] = 1
      """;

  @Test
  void everyInstructionAndConditionIsWrittenAsItIsRead() {
    LitmusTest test = LitmusTest.read("t", EVERYTHING);
    String written = LitmusWriter.text(test);
    assertThat(LitmusTest.read("written", written)).isEqualTo(test);
    assertThat(written.lines().toList())
        .contains(
            "{ x=-3; y=x; p @ generic aliases x; P2:r1=7; }",
            " LC00:                       | ld r2, 5                          ;",
            " bne r1, 2, LC00             | atom.acq_rel.gpu.cas r3, x, r1, 2 ;",
            "forall (P0:r1 != P2:r3 /\\ [p] == 1)");
  }

  @Test
  void finalStatesMeetConditions() {
    FinalState state =
        new FinalState() {
          @Override
          public long register(int thread, String name) {
            return 10L * thread + name.length();
          }

          @Override
          public long content(String location) {
            return location.equals("x") ? 1 : 2;
          }

          @Override
          public long address(String location) {
            return 1000;
          }
        };
    FinalCondition ten =
        LitmusTest.read("t", "PTX t {P1:r1=0} P1@cta 0,gpu 0; exists 1:r1 = 12").condition();
    FinalCondition not =
        LitmusTest.read(
                "t", "PTX t {x=0; y=0} P1@cta 0,gpu 0; exists ~(x=1 /\\ y<2) /\\ (x=5 \\/ y=2)")
            .condition();
    assertThat(state.meets(ten)).isTrue();
    assertThat(state.meets(new FinalCondition.Not(ten))).isFalse();
    assertThat(state.meets(not)).isTrue();
    assertThat(state.value(new Term.Address("y"))).isEqualTo(1000);
  }

  @Test
  void dividingByZeroGivesAllOnes() {
    assertThat(IntegerFunction.DIV.apply(7, 0)).isEqualTo(-1);
    assertThat(IntegerFunction.DIV.apply(7, 2)).isEqualTo(3);
  }
}
