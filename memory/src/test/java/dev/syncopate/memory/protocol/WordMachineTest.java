package dev.syncopate.memory.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A line of words, some lit: the rows of an event, each with the words of its state. */
class WordMachineTest {
  private enum State {
    DARK,
    LIT
  }

  private enum Event {
    SWITCH,
    LOOK,
    BREAK
  }

  private static final class Lamps implements WordPlane<State, String> {
    final List<String> log = new ArrayList<>();
    int lit = 0b0110;
    int broken;

    @Override
    public int words(State state, long line, int wordMask) {
      return wordMask & (state == State.LIT ? lit : ~lit);
    }

    @Override
    public State state(long line, int word) {
      return (lit & word) == 0 ? State.DARK : State.LIT;
    }

    @Override
    public void enter(State next, long line, int words, @Nullable String cause) {
      lit = next == State.LIT ? lit | (words & ~broken) : lit & ~words;
    }
  }

  private static final Action<Lamps, String> NOTE =
      new Action<>(
          "note it",
          (lamps, line, words, cause) ->
              lamps.log.add(cause + " " + Integer.toBinaryString(words)));

  private static final Action.Offer<Lamps, String> REFUSE =
      new Action.Offer<>("refuse", (lamps, line, words, cause) -> ControllerOutcome.STALLED_WRITES);

  private static final StateTable<State, Event, Lamps, String> TABLE =
      StateTable.<State, Event, Lamps, String>of("lamps", State.class, Event.class)
          .on(State.DARK, Event.SWITCH)
          .does(NOTE)
          .to(State.LIT)
          .on(State.LIT, Event.SWITCH)
          .does(NOTE)
          .to(State.DARK)
          .on(State.DARK, Event.LOOK)
          .does(NOTE)
          .to(State.DARK)
          .on(State.LIT, Event.LOOK)
          .offers(REFUSE)
          .to(State.LIT)
          .build();

  private final Lamps lamps = new Lamps();
  private final WordMachine<State, Event, Lamps, String> machine =
      new WordMachine<>(TABLE, lamps, "lamps", () -> 7);

  @Test
  void eachRowIsExecutedOnceWithTheWordsThatWereInItsState() {
    machine.fire(Event.SWITCH, 0x40, 0b1111, "all");
    assertThat(lamps.log).containsExactly("all 1001", "all 110");
    assertThat(lamps.lit).isEqualTo(0b1001);
    assertThat(machine.pairs()).extracting(TransitionCount::count).containsExactly(1L, 0L, 1L, 0L);
  }

  @Test
  void wordsThatTheEventDoesNotTouchAreLeftAlone() {
    machine.fire(Event.SWITCH, 0x40, 0b0010, "one");
    machine.fire(Event.BREAK, 0x40, 0, "none");
    assertThat(lamps.log).containsExactly("one 10");
    assertThat(lamps.lit).isEqualTo(0b0100);
  }

  @Test
  void whereTheFirstRowIsRefusedNothingHasHappened() {
    assertThat(machine.fire(Event.LOOK, 0x40, 0b0110, "lit"))
        .isEqualTo(ControllerOutcome.STALLED_WRITES);
    assertThat(machine.pairs()).allMatch(pair -> pair.count() == 0);
  }

  @Test
  void aRowThatIsRefusedBehindAnotherIsAnError() {
    assertThatThrownBy(() -> machine.fire(Event.LOOK, 0x40, 0b0111, "both"))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("event LOOK refused half-way is not listed for state LIT");
  }

  @Test
  void aStateWithoutARowIsAnErrorWithTheHistoryOfTheLine() {
    machine.fire(Event.SWITCH, 0x40, 0b0001, "one");
    assertThatThrownBy(() -> machine.fire(Event.BREAK, 0x40, 0b0001, "one"))
        .hasMessage(
            "cycle 7, lamps, line 0x40: event BREAK is not listed for state LIT; the line's"
                + " history: cycle 7 SWITCH in DARK");
  }

  @Test
  void theNextStateOfEveryWordIsChecked() {
    lamps.broken = 0b1000;
    machine.fire(Event.SWITCH, 0x40, 0b1001, "unchecked");
    machine.check();
    lamps.lit = 0;
    assertThatThrownBy(() -> machine.fire(Event.SWITCH, 0x40, 0b1001, "checked"))
        .hasMessageContaining("SWITCH in DARK has ended in state DARK, which is not listed");
  }
}
