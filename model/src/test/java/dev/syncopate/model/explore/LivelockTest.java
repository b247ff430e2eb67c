package dev.syncopate.model.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.search.PropertyViolation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes on forever is found, and what ends if it is let is not. */
class LivelockTest {
  private static final MachineSetup ROOMY =
      new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART);

  private static Exploration explore(String test) {
    return Shapes.explore(
        Shapes.read(test), ExplorationRequest.of("gpu", "hrf").withSetups(List.of(ROOMY)));
  }

  private static ExplorationFailure only(Exploration exploration) {
    assertThat(exploration.failures()).hasSize(1);
    ExplorationFailure failure = exploration.failures().getFirst();
    assertThat(failure.kind()).isEqualTo(PropertyViolation.Kind.LIVELOCK);
    return failure;
  }

  @Test
  void threadsThatSpinOnEachOthersFlagGoOnForEver() {
    Exploration exploration =
        explore(
            """
            PTX each-other
            { x=0; y=0; }
             P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;
             LC00:                | LC10:                ;
             ld.relaxed.gpu r1, y | ld.relaxed.gpu r1, x ;
             bne r1, 1, LC00      | bne r1, 1, LC10      ;
             st.relaxed.gpu x, 1  | st.relaxed.gpu y, 1  ;
            exists (0 == 0)
            """);
    assertThat(exploration.outcomes()).isEmpty();
    ExplorationFailure failure = only(exploration);
    assertThat(failure.message())
        .isEqualTo(
            "no terminating state reachable after 0 steps; active forever: tile 0, tile 1, bank 0,"
                + " bank 1 (the last 3 steps repeat)");
    assertThat(failure.schedule().waiting())
        .anySatisfy(line -> assertThat(line).startsWith("tile 0: P0 is at bne r1, 1"))
        .anySatisfy(line -> assertThat(line).startsWith("tile 1: P1 "));
    assertThat(failure.schedule().failure()).isEmpty();
    assertThat(failure.schedule().steps())
        .extracting(step -> step.text())
        .endsWith("takes VALUE y=0", "P0: PERFORM_AT_L2 for ld.relaxed.gpu y", "takes LOAD y");
  }

  /** The writer that is last decides; who looks at the L2 sees the value that stays there. */
  @Test
  void aFlagThatIsOverwrittenBeforeItIsSeenIsWaitedForForEver() {
    Exploration exploration =
        explore(
            """
            PTX overwritten
            { x=0; }
             P0@cta 0,gpu 0      | P1@cta 1,gpu 0      | P2@cta 2,gpu 0       ;
                                 |                     | LC20:                ;
             st.relaxed.gpu x, 1 | st.relaxed.gpu x, 2 | ld.relaxed.gpu r1, x ;
                                 |                     | bne r1, 1, LC20      ;
            exists (P2:r1 == 1)
            """);
    assertThat(exploration.answer()).isEqualTo(Exploration.Answer.OBSERVED);
    ExplorationFailure failure = only(exploration);
    assertThat(failure.message())
        .matches(
            "no terminating state reachable after \\d+ steps; active forever: tile 2, bank 0"
                + " \\(the last \\d+ steps repeat\\)");
    assertThat(failure.schedule().waiting())
        .anySatisfy(line -> assertThat(line).startsWith("tile 2: P2 "))
        .noneSatisfy(line -> assertThat(line).contains("P0"));
    assertThat(failure.schedule().values()).containsEntry("x", 2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu", "brsp", "srsp", "srsp-opt"})
  void aRightSpinLockIsNone(String protocol) {
    Exploration exploration =
        Shapes.explore(
            Shapes.lock("atom.acquire.gpu", "st.release.gpu", "atom.acquire.gpu", "st.release.gpu"),
            protocol);
    assertThat(exploration.failures()).isEmpty();
    assertThat(exploration.outcomes()).isNotEmpty();
  }

  @Test
  void aFlagThatIsSetAtLastIsWaitedForAsLongAsItTakes() {
    Exploration exploration =
        explore(
            """
            PTX flag
            { x=0; }
             P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;
                                 | LC10:                ;
             st.relaxed.gpu x, 1 | ld.relaxed.gpu r1, x ;
                                 | bne r1, 1, LC10      ;
            exists (0 == 0)
            """);
    assertThat(exploration.failures()).isEmpty();
    assertThat(exploration.answer()).isEqualTo(Exploration.Answer.OBSERVED);
  }

  /** Both have a copy of a lock that was taken, and nothing makes them look again. */
  @Test
  void aPairThatSpinsOnStaleCopiesOfALockIsNamed() {
    Exploration exploration =
        explore(
            """
            PTX stale-lock
            { l=1; }
             P0@cta 0,gpu 0      | P1@cta 1,gpu 0                  | P2@cta 2,gpu 0                  ;
                                 | LC10:                           | LC20:                           ;
             st.release.cta l, 0 | atom.acquire.cta.cas r1, l, 0, 0 | atom.acquire.cta.cas r1, l, 0, 0 ;
                                 | bne r1, 0, LC10                 | bne r1, 0, LC20                 ;
            exists (0 == 0)
            """);
    assertThat(exploration.outcomes()).isNotEmpty();
    assertThat(Shapes.messages(exploration))
        .containsExactlyInAnyOrder(
            "LIVELOCK: a loop on tile 1 never terminates",
            "LIVELOCK: a loop on tile 2 never terminates",
            "LIVELOCK: a loop on tile 1, tile 2 never terminates");
  }

  /** Asks for a line again whenever it gets it. */
  private static final class InsatiableL1 extends L1Decorator {
    private final L1Environment out;

    InsatiableL1(
        MemoryConfig config, L1Environment out, CompletionListener listener, L1Counters counters) {
      super(new L1Cache(L1Parts.of(config.l1(), out, listener, counters), L1Policy.NONE));
      this.out = out;
    }

    @Override
    public void receive(MemoryMessage message) {
      if (message.type != LineMessage.FILL) {
        super.receive(message);
        return;
      }
      out.send(out.home(message.line), message.answer(LineMessage.READ));
    }
  }

  @Test
  void controllersThatSendAMessageToAndFroAreFound() {
    GpuProtocol insatiable =
        new GpuProtocol() {
          @Override
          public L1Controller l1(
              MemoryConfig config,
              L1Environment environment,
              CompletionListener listener,
              L1Counters counters) {
            return new InsatiableL1(config, environment, listener, counters);
          }
        };
    Exploration exploration =
        Shapes.explore(
            Shapes.read(
                "PTX load\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.weak r1, x ;\nexists (0 == 0)\n"),
            new ExplorationRequest(insatiable, ConsistencyModel.HRF, List.of(ROOMY), 1000));
    ExplorationFailure failure = only(exploration);
    assertThat(failure.message())
        .isEqualTo(
            "no terminating state reachable after 0 steps; active forever: tile 0, bank 0 (the"
                + " last 2 steps repeat)");
    assertThat(failure.schedule().steps())
        .extracting(step -> step.text())
        .endsWith("takes READ x", "memory answers for x", "takes FILL x=0", "takes READ x");
    assertThat(failure.schedule().waiting())
        .contains(
            "tile 0: MSHR of line 0x1000 (OPEN) awaits 1 fills for 1 accesses",
            "FILL x=0 from bank 0 has not reached tile 0");
  }

  /** A deadlock explains itself, and so does what leads there alone. */
  @Test
  void whatLeadsToADeadlockAloneIsNone() {
    Exploration exploration =
        explore(
            """
            PTX barrier
            { x=0; }
             P0@cta 0,gpu 0       | P1@cta 0,gpu 0      ;
             LC00:                | st.relaxed.gpu x, 1 ;
             ld.relaxed.gpu r1, x | bar.cta.sync 0, 1, 3   ;
             bne r1, 1, LC00      |                     ;
             bar.cta.sync 0, 1, 3    |                     ;
            exists (0 == 0)
            """);
    assertThat(Shapes.messages(exploration)).containsExactly("DEADLOCK: nothing more can happen");
  }
}
