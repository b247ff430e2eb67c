package dev.syncopate.memory.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A table of states and events, and what is an error by it. */
class TransitionsTest {
  private enum State {
    EMPTY,
    FULL
  }

  private enum Event {
    FILL,
    TAKE,
    REPLACE
  }

  private final Transitions<State, Event> table =
      new Transitions<>("cup", State.values(), Event.values(), () -> 7)
          .on(State.EMPTY, Event.FILL, "pour", State.FULL)
          .on(State.FULL, Event.TAKE, "drink", State.EMPTY)
          .on(State.FULL, Event.REPLACE, "drink and wash up", State.EMPTY);

  @Test
  void aPairThatIsNotListedIsAnError() {
    table.record(State.EMPTY, Event.FILL, 0x40);
    assertThatThrownBy(() -> table.record(State.EMPTY, Event.TAKE, 0x40))
        .isInstanceOf(ProtocolException.class)
        .hasMessage(
            "cycle 7, cup, line 0x40: event TAKE is not listed for state EMPTY; the line's history:"
                + " cycle 7 FILL in EMPTY");
  }

  @Test
  void anEventEndsInAStateThatIsListed() {
    table.check();
    table.record(State.EMPTY, Event.FILL, 0x40);
    assertThatCode(() -> table.settle(line -> State.FULL)).doesNotThrowAnyException();
    table.record(State.FULL, Event.TAKE, 0x40);
    assertThatThrownBy(() -> table.settle(line -> State.FULL))
        .hasMessage(
            "cycle 7, cup, line 0x40: TAKE in FULL has ended in state FULL, which is not listed; the"
                + " line's history: cycle 7 FILL in EMPTY; cycle 7 TAKE in FULL");
  }

  @Test
  void nobodyLooksWhereNobodyAsks() {
    table.record(State.EMPTY, Event.FILL, 0x40);
    assertThatCode(() -> table.settle(line -> State.EMPTY)).doesNotThrowAnyException();
  }

  @Test
  void whatFollowsBeginsWhereTheEventBeforeMayEnd() {
    table.check();
    table.record(State.EMPTY, Event.FILL, 0x40);
    table.record(State.FULL, Event.TAKE, 0x40);
    assertThatCode(() -> table.settle(line -> State.EMPTY)).doesNotThrowAnyException();
    table.record(State.EMPTY, Event.FILL, 0x40);
    assertThatThrownBy(
            () -> {
              table.record(State.FULL, Event.REPLACE, 0x40);
              table.settle(line -> State.FULL);
            })
        .hasMessageContaining("REPLACE in FULL has ended in state FULL");
  }

  @Test
  void anEventMayBePartOfAnother() {
    table.check();
    table.record(State.FULL, Event.REPLACE, 0x40);
    table.record(State.FULL, Event.TAKE, 0x40);
    assertThatCode(() -> table.settle(line -> State.EMPTY)).doesNotThrowAnyException();
  }

  @Test
  void linesAreApart() {
    table.check();
    table.record(State.EMPTY, Event.FILL, 0x40);
    table.record(State.EMPTY, Event.FILL, 0x80);
    assertThatThrownBy(() -> table.settle(line -> line == 0x40 ? State.FULL : State.EMPTY))
        .hasMessageContaining("line 0x80: FILL in EMPTY has ended in state EMPTY");
  }

  @Test
  void whatIsDoneToAllLinesIsNoEventOfOne() {
    table.check();
    table.record(State.EMPTY, Event.FILL, 0x40);
    table.allChanged();
    assertThatCode(() -> table.settle(line -> State.EMPTY)).doesNotThrowAnyException();
  }

  @Test
  void theTableCanBePrinted() {
    assertThat(table.pairs())
        .first()
        .isEqualTo(new Transitions.Pair("EMPTY", "FILL", 0, "pour", List.of("FULL")));
  }
}
