package dev.syncopate.model.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.machine.ExploredChannels;
import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That orders which are left out would show nothing else. */
class ReductionTest {
  private static final long SEED = 52_000;

  /** Four threads on one unit that write and read one location. */
  static final LitmusTest COHERENCE =
      Shapes.read(
          """
          PTX co-four-threads
          { x=0; }
           P0@cta 0,gpu 0      | P1@cta 0,gpu 0      | P2@cta 0,gpu 0       | P3@cta 0,gpu 0       ;
           st.relaxed.gpu x, 1 | st.relaxed.gpu x, 2 | ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x ;
                               |                     | ld.relaxed.gpu r1, x | ld.relaxed.gpu r1, x ;
          exists (P2:r0 == 1 /\\ P2:r1 == 2 /\\ P3:r0 == 2 /\\ P3:r1 == 1)
          """);

  private static Exploration explored(LitmusTest test, ExplorationRequest request) {
    return Explorer.explore(test, request, (setup, states, depth) -> true);
  }

  /** Every ninth of the library on every machine, those of few states. */
  @ParameterizedTest
  @ValueSource(strings = {"gpu", "brsp", "srsp", "srsp-opt"})
  void theLibraryShowsTheSame(String protocol) {
    ExplorationRequest request =
        ExplorationRequest.of(protocol, "hrf")
            .withBound(3_000)
            .with(ExplorationRequest.Reduction.CHECK);
    int compared = 0;
    List<String> names = Library.names();
    for (int i = protocol.length(); i < names.size(); i += 9) {
      try {
        compared += explored(Library.test(names.get(i)), request).complete() ? 1 : 0;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining(protocol); // has no such instruction
      }
    }
    assertThat(compared).isGreaterThan(1);
  }

  @Test
  void randomProgramsShowTheSame() {
    int compared = 0;
    for (int round = 0; round < 24; round++) {
      Random random = new Random(SEED + round);
      LitmusTest test = LitmusTest.read("random", RandomProgram.of(random));
      MachineSetup setup =
          new MachineSetup(
              random.nextBoolean() ? MachineSize.TINY : MachineSize.ROOMY,
              List.of(Layout.values()).get(random.nextInt(3)),
              List.of(SetupPlacement.values()).get(random.nextInt(2)));
      ExplorationRequest request =
          ExplorationRequest.of("gpu", "hrf")
              .withSetups(List.of(random.nextBoolean() ? setup.warmed() : setup))
              .withBound(20_000)
              .with(ExplorationRequest.Reduction.CHECK);
      compared += explored(test, request).complete() ? 1 : 0;
    }
    assertThat(compared).isGreaterThan(12);
  }

  @Test
  void threadsOfOneUnitHaveFewerStates() {
    ExplorationRequest request =
        ExplorationRequest.of("gpu", "hrf")
            .withSetups(
                List.of(new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART)));
    Exploration plain = explored(COHERENCE, request.with(ExplorationRequest.Reduction.CHECK));
    Exploration reduced = explored(COHERENCE, request.with(ExplorationRequest.Reduction.ON));
    assertThat(plain.coverage().getFirst().setup().reduced()).isFalse();
    assertThat(reduced.coverage().getFirst().setup().reduced()).isTrue();
    assertThat(Shapes.outcomes(reduced)).isEqualTo(Shapes.outcomes(plain));
    assertThat(3 * reduced.states()).isLessThan(plain.states());
  }

  /**
   * A thread that goes round on copies in its L1 does not keep the other threads from their errors.
   */
  @Test
  void whatIsPutOffHappens() {
    LitmusTest test =
        Shapes.read(
            """
            PTX spin
            { x=0; y=0; P0:r5=8; }
             P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;
             ld.relaxed.gpu r0, x | LC10:                ;
             beq r0, 7, LC09      |                      ;
             ld.weak r0, r5       |                      ;
             LC09:                |                      ;
                                  | ld.relaxed.cta r1, x ;
                                  | ld.relaxed.cta r2, y ;
                                  | add r3, r1, r2       ;
                                  | bne r3, 2, LC10      ;
            exists (P1:r1 == 1)
            """);
    MachineSetup warm =
        new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART).warmed();
    ExplorationRequest request = ExplorationRequest.of("gpu", "hrf").withSetups(List.of(warm));
    for (ExplorationRequest.Reduction reduction : ExplorationRequest.Reduction.values()) {
      assertThat(explored(test, request.with(reduction)).failures())
          .singleElement()
          .satisfies(failure -> assertThat(failure.kind()).isEqualTo(PropertyViolation.Kind.ERROR));
    }
  }

  private static void assertTheSame(LitmusTest test, ExplorationRequest request, int fewer) {
    Exploration plain = explored(test, request.with(ExplorationRequest.Reduction.CHECK));
    Exploration reduced = explored(test, request.with(ExplorationRequest.Reduction.ON));
    assertThat(plain.complete()).isTrue();
    assertThat(Shapes.outcomes(reduced)).isEqualTo(Shapes.outcomes(plain));
    assertThat(fewer * reduced.states()).isLessThan(plain.states());
  }

  /**
   * P1 reads y after P0 has written it, which P0 does after an answer from a bank of its GPU or of
   * the memory side: the unit must not go on alone while that comes.
   */
  @ParameterizedTest
  @ValueSource(strings = {"gpu", "sys"})
  void anAnswerMayComeToAUnitOfSeveralGpus(String scope) {
    LitmusTest test =
        Shapes.read(
            """
            PTX dependent
            { x=0; y=0; }
             P0@cta 0,gpu 0      | P1@cta 0,gpu 0 | P2@cta 1,gpu 1 ;
             ld.relaxed.%s r0, x | ld.weak r0, y  |                ;
             add r1, r0, 1       |                |                ;
             st.weak y, r1       |                |                ;
            exists (P1:r0 == 1)
            """
                .formatted(scope));
    MachineSetup setup = new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART);
    assertTheSame(test, ExplorationRequest.of("gpu", "hrf").withSetups(List.of(setup)), 1);
  }

  /**
   * Atomics and releases that wait for their thread's earlier accesses come into the request FIFO
   * late, perhaps behind what another thread has issued meanwhile: that must not be put off.
   */
  @Test
  void whatComesIntoTheFifoAgainLetsNothingBePutOff() {
    LitmusTest test =
        Shapes.read(
            """
            PTX again
            { x=1; y=2; q @ generic aliases x; P1:r0=0; }
             P0@cta 0,gpu 0                   | P1@cta 0,gpu 0          ;
             atom.acq_rel.cta.cas r2, x, 0, 1 | st.relaxed.gpu q, r0    ;
             atom.acq_rel.cta.cas r0, y, 0, 1 | st.release.cta x, 2     ;
             st.release.gpu x, 2              | st.relaxed.cta q, 1     ;
             atom.acq_rel.gpu.cas r0, x, 0, 1 | ld.relaxed.cta r1, y    ;
            exists (P0:r2 == 0)
            """);
    MachineSetup warm =
        new MachineSetup(MachineSize.TINY, Layout.TOGETHER, SetupPlacement.APART).warmed();
    assertTheSame(test, ExplorationRequest.of("gpu", "hrf").withSetups(List.of(warm)), 1);
  }

  /** Banks send each other nothing only where a protocol says so. */
  @ParameterizedTest
  @ValueSource(strings = {"gpu", "srsp"})
  void waysBetweenBanksCountWhereTheyAreTaken(String protocol) {
    MachineSetup setup =
        new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART).reduced(true);
    boolean remote = protocol.equals("srsp");
    LitmusTest test = Library.test(remote ? "promote-acquire-apart" : "MP-gpu");
    Machine machine = new Machine(test, Protocols.named(protocol), ConsistencyModel.HRF, setup);
    ExploredChannels channels = machine.channels();
    for (int way = 0; way < channels.count(); way++) {
      boolean beside = channels.from(way).isBank() && channels.to(way).isBank();
      assertThat(machine.mayCarry(way)).isEqualTo(remote || !beside);
    }
  }

  @Test
  void threadsOfOtherUnitsHaveFewerStates() {
    MachineSetup setup = new MachineSetup(MachineSize.TINY, Layout.APART, SetupPlacement.APART);
    ExplorationRequest request = ExplorationRequest.of("gpu", "hrf").withSetups(List.of(setup));
    assertTheSame(Library.test("IRIW-acquire"), request, 25);
  }

  /** A protocol that asks L1s, and says that it does not. */
  private static final class Lying extends ForwardingProtocol {
    Lying(String protocolName) {
      super(Protocols.named(protocolName));
    }

    @Override
    public boolean answersAlone(boolean remote) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"brsp", "srsp"})
  void whatAProtocolSaysOfItsMessagesIsChecked(String protocol) {
    LitmusTest test = Library.test("promote-acquire-apart");
    ExplorationRequest lying =
        new ExplorationRequest(
            new Lying(protocol), ConsistencyModel.HRF, ExplorationRequest.DEFAULT_SETUPS, 100_000);
    assertThat(explored(test, lying).complete()).isTrue();
    assertThatThrownBy(() -> explored(test, lying.with(ExplorationRequest.Reduction.ON)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Protocol.answersAlone is wrong");
  }
}
