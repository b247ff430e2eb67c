package dev.syncopate.model.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.kit.l1.MissEvent;
import dev.syncopate.memory.kit.l1.MissState;
import dev.syncopate.memory.kit.l1.MissStateTable;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import dev.syncopate.memory.protocol.decorator.WrongProtocol;
import dev.syncopate.model.explore.Exploration.Answer;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.litmus.LitmusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Protocols that are wrong on purpose are found out. */
class MutantsTest {

  /** Its action drops the line behind the table's back. */
  private static final StateTable<LineState, L1Event, L1Lines, Object> LYING =
      L1Table.PLAIN
          .but()
          .on(LineState.INVALID, L1Event.FILL)
          .to(LineState.CLEAN)
          .does(
              L1Table.KEEP_FILL,
              new Action<>(
                  "drop the line",
                  (lines, line, frame, fill) -> lines.array.drop(lines.find(line))))
          .build();

  private static final LitmusTest MESSAGE =
      Shapes.staleMessagePassing("st.release.gpu", "ld.acquire.gpu", 1);

  private static Exploration explore(Protocol protocol) {
    return explore(protocol, MESSAGE);
  }

  private static Exploration explore(Protocol protocol, LitmusTest test) {
    return Shapes.explore(
        test,
        new ExplorationRequest(
            protocol,
            ConsistencyModel.HRF,
            ExplorationRequest.DEFAULT_SETUPS,
            ExplorationRequest.DEFAULT_BOUND));
  }

  /** Leaves steps out of the table. */
  private static final class Without extends GpuProtocol {
    private final Step[] missing;

    Without(Step... missing) {
      this.missing = missing;
    }

    @Override
    public StepTable table() {
      return super.table().without(row -> true, missing);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = BasicStep.class,
      names = {"FLUSH", "AWAIT_WRITES", "INVALIDATE"})
  void aMissingStepLetsAMessageBeMissed(BasicStep missing) {
    assertThat(explore(new GpuProtocol()).answer()).isEqualTo(Answer.HOLDS);
    Exploration exploration = explore(new Without(missing));
    assertThat(exploration.failures()).isEmpty();
    assertThat(exploration.answer()).isEqualTo(Answer.VIOLATED);
    assertThat(exploration.matching())
        .singleElement()
        .satisfies(outcome -> {
          assertThat(outcome.text()).isEqualTo("P1:r1=1, P1:r2=0");
          assertThat(outcome.schedule().steps()).isNotEmpty();
        });
  }

  private static Protocol lines(StateTable.Builder<LineState, L1Event, L1Lines, Object> table) {
    return tables(table.build(), MissStateTable.ATOMICS);
  }

  private static Protocol tables(
      StateTable<LineState, L1Event, L1Lines, Object> lineTable,
      StateTable<MissState, MissEvent, L1Misses, Object> missTable) {
    return WrongProtocol.l1(
        new GpuProtocol(),
        (baseProtocol, config, environment, listener, counters) ->
            new L1Cache(
                L1Parts.of(config.l1(), environment, listener, counters, lineTable, missTable),
                L1Policy.NONE));
  }

  @Test
  void aLostWriteIsFound() {
    assertThat(
            explore(
                    lines(
                        L1Table.PLAIN
                            .but()
                            .without(LineState.DIRTY, L1Event.WRITE_THROUGH, L1Table.SEND_DIRTY)))
                .answer())
        .isEqualTo(Answer.VIOLATED);
  }

  @Test
  void aBrokenInvariantIsFoundWhereItBreaks() {
    Exploration exploration =
        explore(
            lines(
                L1Table.PLAIN
                    .but()
                    .on(LineState.DIRTY, L1Event.WRITE_THROUGH)
                    .to(LineState.DIRTY)));
    assertThat(exploration.failures())
        .filteredOn(failure -> failure.kind() == PropertyViolation.Kind.INVARIANT)
        .first()
        .satisfies(failure -> {
          assertThat(failure.message())
              .isEqualTo("tile 0: line 0x1000 is dirty and not in the sFIFO");
          assertThat(failure.schedule().steps().getLast().text()).contains("FLUSH");
        });
  }

  /** What is in flight when a line is dropped comes back stale. */
  @Test
  void aFillThatOutlivesItsLineIsFound() {
    Protocol clinging =
        tables(
            L1Table.PLAIN,
            MissStateTable.ATOMICS
                .but()
                .on(MissState.OPEN, MissEvent.DETACH)
                .to(MissState.OPEN)
                .on(MissState.CLOSED, MissEvent.DETACH)
                .to(MissState.CLOSED)
                .build());
    LitmusTest test =
        Shapes.read(
            """
            PTX fill
            { x=0; }
             P0@cta 0,gpu 0                |  P1@cta 1,gpu 0     ;
             ld.weak r1, x                 | st.relaxed.gpu x, 1 ;
             atom.relaxed.gpu.add r2, x, 2 |                     ;
             ld.weak r3, x                 |                     ;
            ~exists (P0:r2 == 1 /\\ P0:r3 < 3)
            """);
    assertThat(explore(new GpuProtocol(), test).answer()).isEqualTo(Answer.HOLDS);
    assertThat(explore(clinging, test).answer()).isEqualTo(Answer.VIOLATED);
  }

  /** Never answers requests that wait for writes. */
  private static final class DeafWrites extends L1Writes {
    DeafWrites(MemoryConfig config, L1Environment environment, CompletionListener listener) {
      super(config.l1().outstandingWrites(), environment, listener);
    }

    @Override
    public boolean full() {
      return super.full() || !firstOnly();
    }

    private boolean firstOnly() {
      return !used;
    }

    private boolean used;

    @Override
    public int forward(LineAccess access) {
      used = true;
      return super.forward(access);
    }
  }

  @Test
  void anL1ThatStopsIsADeadlockWithWhoWaits() {
    Protocol deaf =
        WrongProtocol.l1(
            new GpuProtocol(),
            (baseProtocol, config, environment, listener, counters) -> {
              L1Parts parts = L1Parts.of(config.l1(), environment, listener, counters);
              L1Writes writes = new DeafWrites(config, environment, listener);
              L1Lines lines =
                  new L1Lines(
                      config.l1(),
                      environment,
                      listener,
                      counters,
                      writes,
                      parts.misses(),
                      parts.lines().fifo,
                      L1Table.PLAIN);
              return new L1Cache(
                  new L1Parts(
                      config.l1(), environment, listener, counters, parts.misses(), writes, lines),
                  L1Policy.NONE);
            });
    LitmusTest twice =
        Shapes.read(
            """
            PTX twice
            { x=0; }
             P0@cta 0,gpu 0       ;
             st.release.gpu x, 1  ;
             st.release.gpu x, 2  ;
            forall (x == 2)
            """);
    Exploration exploration = explore(deaf, twice);
    assertThat(exploration.outcomes()).isEmpty();
    assertThat(exploration.failures())
        .isNotEmpty()
        .allSatisfy(failure -> {
          assertThat(failure.kind()).isEqualTo(PropertyViolation.Kind.DEADLOCK);
          assertThat(failure.schedule().waiting())
              .contains(
                  "tile 0: warp 0 waits in st.release.gpu 0x1000, step PERFORM_AT_L2 with 1 lines"
                      + " to come")
              .anySatisfy(line -> assertThat(line).contains("last stalled by STALLED_WRITES"));
        });
  }

  /** Sends a fill a second time, without a request. */
  @Test
  void aProtocolErrorComesWithTheLinesHistory() {
    GpuProtocol twice =
        new GpuProtocol() {
          @Override
          public L1Controller l1(
              MemoryConfig config,
              L1Environment environment,
              CompletionListener listener,
              L1Counters counters) {
            return new EchoingL1(L1Parts.of(config.l1(), environment, listener, counters));
          }
        };
    Exploration exploration = explore(twice);
    assertThat(exploration.failures())
        .isNotEmpty()
        .allSatisfy(failure -> assertThat(failure.kind()).isEqualTo(PropertyViolation.Kind.ERROR))
        .first()
        .satisfies(failure ->
            assertThat(failure.message())
                .contains("event FILL is not listed for state FREE", "0x1000", "cycle 1 PARK"));
  }

  @Test
  void aTableThatSaysOtherwiseIsFound() {
    GpuProtocol lying =
        new GpuProtocol() {
          @Override
          public L1Controller l1(
              MemoryConfig config,
              L1Environment environment,
              CompletionListener listener,
              L1Counters counters) {
            L1Parts parts =
                L1Parts.of(
                    config.l1(), environment, listener, counters, LYING, MissStateTable.ATOMICS);
            return new L1Cache(parts, L1Policy.NONE);
          }
        };
    assertThat(explore(lying).failures())
        .isNotEmpty()
        .allSatisfy(failure -> assertThat(failure.kind()).isEqualTo(PropertyViolation.Kind.ERROR))
        .first()
        .satisfies(failure ->
            assertThat(failure.message())
                .contains("FILL in INVALID has ended in state INVALID, which is not listed"));
  }

  private static final class EchoingL1 extends L1Decorator {
    EchoingL1(L1Parts parts) {
      super(new L1Cache(parts, L1Policy.NONE));
    }

    @Override
    public void receive(dev.syncopate.memory.protocol.MemoryMessage message) {
      super.receive(message);
      if (message.type.name().equals("FILL")) {
        super.receive(message);
      }
    }
  }
}
