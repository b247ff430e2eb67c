package dev.syncopate.model.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.machine.LiveRun;
import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That states are told apart by all that matters, and by nothing else. */
class ExactnessTest {
  private static final LitmusTest RACE =
      Shapes.read(
          """
          PTX race
          { x=0; y=0; }
           P0@cta 0,gpu 0      | P1@cta 0,gpu 0       | P2@cta 1,gpu 0        ;
           st.weak x, 1        | ld.weak r1, x        | ld.relaxed.gpu r3, y  ;
           st.release.gpu y, 1 | st.weak x, 2         | ld.weak r4, x         ;
                               | ld.acquire.gpu r2, y |                       ;
          exists (P1:r1 == 0 /\\ P1:r2 == 0 /\\ P2:r3 == 0 /\\ P2:r4 == 0 /\\ x == 0 /\\ y == 0)
          """);

  private static final LitmusTest REMOTE =
      Shapes.read(
          """
          PTX remote
          { x=0; y=0; }
           P0@cta 0,gpu 0         | P1@cta 1,gpu 0                    ;
           st.weak x, 1           | atom.remote.acq_rel.gpu.add r2, y, 4 ;
           st.release.cta y, 1    | ld.weak r3, x                     ;
           atom.acquire.cta.add r1, y, 2 | st.weak x, 2               ;
           ld.weak r4, x          | st.remote.release.gpu y, 8        ;
          exists (P0:r1 == 0 /\\ P1:r2 == 0 /\\ P1:r3 == 0 /\\ P0:r4 == 0 /\\ x == 0 /\\ y == 0)
          """);

  static Stream<Arguments> cases() {
    return Stream.of(
            Arguments.of("gpu", RACE),
            Arguments.of("brsp", REMOTE),
            Arguments.of("srsp", REMOTE),
            Arguments.of("srsp-opt", REMOTE))
        .flatMap(arguments ->
            Stream.of(MachineSize.values())
                .map(size -> Arguments.of(arguments.get()[0], arguments.get()[1], size)));
  }

  /** On fresh controllers, in random order, nothing copied or compared. */
  @ParameterizedTest
  @MethodSource("cases")
  void whateverRandomRunsDoIsFound(String protocol, LitmusTest test, MachineSize size) {
    MachineSetup setup = new MachineSetup(size, Layout.APART, SetupPlacement.APART);
    ExplorationRequest request = ExplorationRequest.of(protocol, "hrf").withSetups(List.of(setup));
    Set<String> explored = Shapes.outcomes(Shapes.explore(test, request));
    Machine machine = new Machine(test, Protocols.named(protocol), ConsistencyModel.HRF, setup);
    Set<String> observed = new TreeSet<>();
    for (int seed = 0; seed < 100; seed++) {
      String outcome = ObservedOutcome.text(run(machine, seed, TestObservables.names(test)));
      assertThat(explored).as("seed %d", seed).contains(outcome);
      observed.add(outcome);
    }
    assertThat(observed).hasSizeGreaterThan(explored.size() / 8);
  }

  private static Map<String, Long> run(Machine machine, int seed, Set<String> names) {
    SplittableRandom random = new SplittableRandom(seed);
    LiveRun run = new LiveRun(machine);
    // some parts are slow, so that others run far ahead
    int slow = random.nextInt(4);
    while (true) {
      List<ScheduleChoice> choices = run.choices();
      if (choices.isEmpty()) {
        break;
      }
      ScheduleChoice choice = choices.get(random.nextInt(choices.size()));
      if (choice.part() == slow && random.nextInt(8) != 0) {
        choice = choices.get(random.nextInt(choices.size()));
      }
      assertThat(run.happen(choice)).as("seed %d: %s", seed, run.schedule().failure()).isTrue();
      assertThat(run.checkInvariants()).as("seed %d", seed).isEmpty();
    }
    assertThat(run.finished()).as("seed %d: %s", seed, run.schedule().waiting()).isTrue();
    Map<String, Long> values = new TreeMap<>(run.values());
    values.keySet().retainAll(names);
    return values;
  }

  /** Issuing at once where a thread is alone leaves the outcomes what they are. */
  @ParameterizedTest
  @MethodSource("cases")
  void whenALoneThreadIssuesMakesNoDifference(String protocol, LitmusTest test, MachineSize size) {
    MachineSetup eager = new MachineSetup(size, Layout.APART, SetupPlacement.APART);
    MachineSetup patient = eager.patient();
    ExplorationRequest request = ExplorationRequest.of(protocol, "hrf");
    Exploration quick = Shapes.explore(test, request.withSetups(List.of(eager)));
    Exploration full = Shapes.explore(test, request.withSetups(List.of(patient)));
    assertThat(Shapes.outcomes(quick)).isEqualTo(Shapes.outcomes(full));
    assertThat(quick.failures()).isEmpty();
    assertThat(full.failures()).isEmpty();
    assertThat(quick.states()).isLessThan(full.states());
  }

  /**
   * Messages with equal contents are one message. There is a request and an answer for each of the
   * four accesses, in every order. Both exist once more for the load of y, whose tag is that of the
   * load of x where that is answered before.
   */
  @ParameterizedTest
  @ValueSource(strings = {"gpu", "srsp"})
  void messagesAreToldApartByWhatTheySayAlone(String protocol) {
    LitmusTest reads =
        Shapes.read(
            """
            PTX reads
            { x=0; y=0; }
             P0@cta 0,gpu 0       | P1@cta 0,gpu 0       ;
             ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x ;
             ld.relaxed.gpu r1, x | ld.relaxed.gpu r1, y ;
            forall (P0:r1 == 0)
            """);
    MachineSetup roomy = new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART);
    Exploration exploration =
        Shapes.explore(reads, ExplorationRequest.of(protocol, "hrf").withSetups(List.of(roomy)));
    assertThat(exploration.answer()).isEqualTo(Exploration.Answer.HOLDS);
    assertThat(exploration.coverage().getFirst().extent().messages()).isEqualTo(10);
  }
}
