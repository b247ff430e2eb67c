package dev.syncopate.app.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said where there was no time to find all that a model allows. */
class ObservationJudgeTest {
  private static final Cancellation.Reason NEVER = () -> null;
  private static final Cancellation.Reason AT_ONCE = () -> "it is late";
  private static final Exploration SEEN =
      Explorer.explore(
          LitmusTest.read(
              "readers",
              """
              PTX readers { }
              P0@cta 0,gpu 0       | P1@cta 1,gpu 0       | P2@cta 2,gpu 0       ;
              st.relaxed.gpu x, 1  | st.relaxed.gpu x, 2  | st.relaxed.gpu x, 3  ;
              ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x ;
              ld.relaxed.gpu r1, x | ld.relaxed.gpu r1, x | ld.relaxed.gpu r1, x ;
              exists 0 == 0
              """),
          ExplorationRequest.of("gpu", "hrf")
              .withSetups(
                  List.of(new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART))),
          (setup, states, depth) -> true);

  private static ObservationJudge.Judged judged(
      String model, Cancellation.Reason searchHalt, Cancellation.Reason outcomeHalt) {
    return new ObservationJudge(ModelCatalog.named(model), 3, searchHalt, outcomeHalt).of(SEEN);
  }

  @Test
  void withTimeNothingIsLeft() {
    ObservationJudge.Judged judged = judged("ptx", NEVER, NEVER);
    assertThat(judged.unjudged()).isNull();
    assertThat(judged.verdict()).isNotNull().matches(verdict -> verdict.passes());
  }

  @Test
  void whatWasSeenIsJudgedWhereTheRestIsNot() {
    ObservationJudge.Judged judged = judged("ptx", AT_ONCE, NEVER);
    assertThat(judged.unjudged())
        .isEqualTo("it is late; it may allow more outcomes that were not observed");
    assertThat(judged.verdict()).isNotNull().matches(verdict -> verdict.passes());
  }

  @Test
  void withoutTimeNothingIsSaid() {
    ObservationJudge.Judged judged = judged("ptx", AT_ONCE, AT_ONCE);
    assertThat(judged.verdict()).isNull();
    assertThat(judged.unjudged())
        .matches(
            "it is late; of [0-9]+ outcomes observed it allows [0-9]+, of the others it is not"
                + " known");
  }
}
