package dev.syncopate.model.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.explore.Exploration.Answer;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import org.junit.jupiter.api.Test;

class BarrierTest {
  private static LitmusTest test(String first, String second) {
    return Shapes.read(
        """
        PTX barrier
        { x=0; }
         P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
         st.weak x, 1   | %s             ;
         %s             | ld.weak r1, x  ;
        forall (P1:r1 == 1)
        """
            .formatted(second, first));
  }

  @Test
  void whatWasStoredBeforeABarrierIsReadAfterIt() {
    Exploration exploration = Shapes.explore(test("bar.cta.sync 0", "bar.cta.sync 0"), "gpu");
    assertThat(exploration.failures()).isEmpty();
    assertThat(exploration.answer()).isEqualTo(Answer.HOLDS);
  }

  @Test
  void whoOnlyArrivesDoesNotWait() {
    LitmusTest arrives = test("bar.cta.arrive 0, 1, 2", "bar.cta.sync 0, 1, 2");
    assertThat(Shapes.explore(arrives, "gpu").answer()).isEqualTo(Answer.HOLDS);
    LitmusTest readerArrives = test("bar.cta.sync 0, 1, 2", "bar.cta.arrive 0, 1, 2");
    assertThat(Shapes.explore(readerArrives, "gpu").answer()).isEqualTo(Answer.VIOLATED);
  }

  @Test
  void aBarrierOfAllDoesNotWaitForThreadsThatHaveEnded() {
    LitmusTest test =
        Shapes.read(
            """
            PTX ended
            { x=0; }
             P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
             st.weak x, 1   | bar.cta.sync 0 ;
            exists (x == 1)
            """);
    assertThat(Shapes.explore(test, "gpu").failures()).isEmpty();
  }

  @Test
  void aBarrierOfAllIsCompleteWhenTheLastThreadOutsideEndsAfterABranch() {
    LitmusTest test =
        Shapes.read(
            """
            PTX ends-last
            { x=0; }
             P0@cta 0,gpu 0 | P1@cta 0,gpu 0                ;
             bar.cta.sync 0 | atom.relaxed.gpu.add r0, x, 1 ;
             st.weak x, 7   | beq r0, 0, LC00               ;
                            | LC00:                         ;
            forall (x == 7)
            """);
    Exploration exploration = Shapes.explore(test, "gpu");
    assertThat(exploration.failures()).isEmpty();
    assertThat(exploration.answer()).isEqualTo(Answer.HOLDS);
  }

  @Test
  void anArrivalIsNoEndedThreadThatWasWaitedFor() {
    LitmusTest test =
        Shapes.read(
            """
            PTX arrived-and-ended
            { x=0; }
             P0@cta 0,gpu 0   | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;
             bar.cta.arrive 0 | bar.cta.sync 0 | st.weak x, 1   ;
                              | ld.weak r1, x  | bar.cta.sync 0 ;
            forall (P1:r1 == 1)
            """);
    assertThat(Shapes.explore(test, "gpu").answer()).isEqualTo(Answer.HOLDS);
  }

  @Test
  void aCountBelowOneThatWasReadIsAFailureThatShowsIt() {
    LitmusTest test =
        Shapes.read(
            """
            PTX none
            { x=0; P0:r0=0; }
             P0@cta 0,gpu 0        ;
             bar.cta.sync 0, 0, r0 ;
             st.weak x, 1          ;
            exists (x == 1)
            """);
    assertThat(Shapes.explore(test, "gpu").failures())
        .isNotEmpty()
        .allSatisfy(failure -> {
          assertThat(failure.kind()).isEqualTo(PropertyViolation.Kind.ERROR);
          assertThat(failure.message())
              .isEqualTo("P0: `bar.cta.sync 0, 0, r0`: the count 0 is below 1");
        });
  }

  @Test
  void whereTheCountIsAMinimumMoreMayCome() {
    LitmusTest test =
        Shapes.read(
            """
            PTX three-of-two
            { x=0; }
             P0@cta 0,gpu 0       | P1@cta 0,gpu 0       | P2@cta 0,gpu 0       ;
             st.weak x, 1         | bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 ;
             bar.cta.sync 0, 0, 2 | ld.weak r1, x        |                      ;
            forall (P1:r1 == 1)
            """);
    assertThat(Shapes.explore(test, "gpu").failures()).isNotEmpty();
    Exploration exploration =
        Shapes.explore(test.withBarriers(BarrierReading.QUORUM_IS_MINIMUM), "gpu");
    assertThat(exploration.failures()).isEmpty();
    assertThat(exploration.answer()).isEqualTo(Answer.HOLDS);
  }

  @Test
  void aBarrierThatTooFewReachIsADeadlockThatSaysWhoWaits() {
    Exploration exploration =
        Shapes.explore(test("bar.cta.sync 0, 1, 2", "bar.cta.sync 0, 2, 2"), "gpu");
    assertThat(exploration.failures())
        .isNotEmpty()
        .allSatisfy(failure -> {
          assertThat(failure.kind()).isEqualTo(PropertyViolation.Kind.DEADLOCK);
          assertThat(failure.schedule().waiting())
              .contains(
                  "tile 0: P0 waits at barrier 0, 1, where 1 threads have arrived of 2",
                  "tile 0: P1 waits at barrier 0, 2, where 1 threads have arrived of 2");
        });
    assertThat(exploration.outcomes()).isEmpty();
  }
}
