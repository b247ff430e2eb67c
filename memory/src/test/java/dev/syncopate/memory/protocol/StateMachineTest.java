package dev.syncopate.memory.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A cup whose table is executed: rows, their order, refusals, errors and edits. */
class StateMachineTest {
  private enum State {
    EMPTY,
    FULL
  }

  private enum Event {
    FILL,
    TAKE,
    SHAKE
  }

  /** What has been done to the cup, in order. */
  private static final class Cup implements Stateful<State, String> {
    final List<String> log = new ArrayList<>();
    State state = State.EMPTY;
    boolean tapIsOpen = true;
    boolean leaks;
    @Nullable StateMachine<State, Event, Cup, String> innerMachine;

    @Override
    public State state(long line, int part) {
      return state;
    }

    @Override
    public void enter(State next, long line, int part, @Nullable String cause) {
      log.add("enter " + next);
      state = leaks ? State.EMPTY : next;
    }
  }

  private static final Action.Offer<Cup, String> POUR =
      new Action.Offer<>(
          "pour",
          (cup, line, part, cause) -> {
            cup.log.add("pour " + cause);
            return cup.tapIsOpen ? ControllerOutcome.DONE : ControllerOutcome.STALLED_WRITES;
          });

  private static final Action<Cup, String> DRINK = action("drink");
  private static final Action<Cup, String> WASH = action("wash up");
  private static final Action<Cup, String> SPILL =
      new Action<>("spill", (cup, line, part, cause) -> cup.state = State.EMPTY);

  private static final StateTable<State, Event, Cup, String> TABLE =
      StateTable.<State, Event, Cup, String>of("cups", State.class, Event.class)
          .on(State.EMPTY, Event.FILL)
          .offers(POUR)
          .to(State.FULL)
          .on(State.FULL, Event.TAKE)
          .does(DRINK)
          .to(State.EMPTY)
          .does(WASH)
          .on(State.FULL, Event.SHAKE)
          .does(SPILL)
          .toOneOf(State.EMPTY, State.FULL)
          .build();

  private final Cup cup = new Cup();
  private final StateMachine<State, Event, Cup, String> machine = machine(TABLE);

  private static Action<Cup, String> action(String description) {
    return new Action<>(
        description, (cup, line, part, cause) -> cup.log.add(description + " " + cause));
  }

  private StateMachine<State, Event, Cup, String> machine(
      StateTable<State, Event, Cup, String> table) {
    return new StateMachine<>(table, cup, "cup", () -> 7);
  }

  private static ControllerOutcome offer(
      StateMachine<State, Event, Cup, String> machine, State state, Event event) {
    return machine.offer(state, event, 0x40, 0, "tea");
  }

  @Test
  void aRowIsExecutedInTheOrderInWhichItReads() {
    offer(machine, State.EMPTY, Event.FILL);
    offer(machine, State.FULL, Event.TAKE);
    assertThat(cup.log)
        .containsExactly("pour tea", "enter FULL", "drink tea", "enter EMPTY", "wash up tea");
  }

  @Test
  void ofSeveralNextStatesTheActionsDecide() {
    cup.state = State.FULL;
    machine.check();
    offer(machine, State.FULL, Event.SHAKE);
    assertThat(cup.log).isEmpty();
    assertThat(cup.state).isEqualTo(State.EMPTY);
  }

  @Test
  void whereAnOfferIsRefusedNothingHasHappened() {
    cup.tapIsOpen = false;
    assertThat(offer(machine, State.EMPTY, Event.FILL)).isEqualTo(ControllerOutcome.STALLED_WRITES);
    assertThat(cup.state).isEqualTo(State.EMPTY);
    assertThat(machine.pairs()).allMatch(pair -> pair.count() == 0);
  }

  @Test
  void anEventThatARowMayRefuseIsOffered() {
    assertThatThrownBy(() -> machine.fire(State.EMPTY, Event.FILL, 0x40, 0, "tea"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("event FILL in state EMPTY may be refused and is not offered");
  }

  @Test
  void aFiredRowIsExecutedInTheSameOrderAsAnOfferedOne() {
    machine.fire(State.FULL, Event.TAKE, 0x40, 0, "milk");
    assertThat(cup.log).containsExactly("drink milk", "enter EMPTY", "wash up milk");
  }

  @Test
  void aPairWithoutARowIsAnErrorWithTheHistoryOfItsLine() {
    offer(machine, State.EMPTY, Event.FILL);
    machine.offer(State.FULL, Event.TAKE, 0x80, 0, "milk");
    assertThatThrownBy(() -> offer(machine, State.EMPTY, Event.TAKE))
        .isInstanceOf(ProtocolException.class)
        .hasMessage(
            "cycle 7, cup, line 0x40: event TAKE is not listed for state EMPTY; the line's history:"
                + " cycle 7 FILL in EMPTY");
  }

  @Test
  void aStateThatIsNotListedAsNextIsAnErrorWhereThatIsChecked() {
    cup.leaks = true;
    offer(machine, State.EMPTY, Event.FILL);
    machine.check();
    assertThatThrownBy(() -> offer(machine, State.EMPTY, Event.FILL))
        .hasMessage(
            "cycle 7, cup, line 0x40: FILL in EMPTY has ended in state EMPTY, which is not listed;"
                + " the line's history: cycle 7 FILL in EMPTY; cycle 7 FILL in EMPTY");
  }

  @Test
  void whatIsPrintedIsWhatIsExecuted() {
    offer(machine, State.EMPTY, Event.FILL);
    assertThat(machine.pairs())
        .containsExactly(
            new TransitionCount("cups", "EMPTY", "FILL", 1, "pour", List.of("FULL")),
            new TransitionCount("cups", "FULL", "TAKE", 0, "drink; wash up", List.of("EMPTY")),
            new TransitionCount("cups", "FULL", "SHAKE", 0, "spill", List.of("EMPTY", "FULL")));
  }

  @Test
  void anEventWithinAnEventIsARowOfItsOwn() {
    cup.state = State.FULL;
    Action<Cup, String> take =
        new Action<>(
            "take",
            (target, line, part, cause) ->
                Objects.requireNonNull(target.innerMachine)
                    .fire(target.state, Event.TAKE, line, part, cause));
    StateMachine<State, Event, Cup, String> nested =
        machine(TABLE.but().on(State.FULL, Event.SHAKE).does(take).to(State.EMPTY).build());
    cup.innerMachine = nested;
    nested.check();
    offer(nested, State.FULL, Event.SHAKE);
    assertThat(cup.log).containsExactly("drink tea", "enter EMPTY", "wash up tea", "enter EMPTY");
    assertThat(nested.pairs())
        .extracting(TransitionCount::event, TransitionCount::count)
        .containsExactly(tuple("FILL", 0L), tuple("TAKE", 1L), tuple("SHAKE", 1L));
  }

  @Test
  void aCopyOfTheTargetSharesCountsAndHistory() {
    Cup secondCup = new Cup();
    machine.check();
    StateMachine<State, Event, Cup, String> shared = machine.sharedWith(secondCup);
    offer(machine, State.EMPTY, Event.FILL);
    offer(shared, State.EMPTY, Event.FILL);
    assertThat(cup.log).hasSize(2);
    assertThat(secondCup.state).isEqualTo(State.FULL);
    assertThat(machine.pairs().getFirst().count()).isEqualTo(2);
    secondCup.leaks = true;
    assertThatThrownBy(() -> offer(shared, State.EMPTY, Event.FILL))
        .hasMessageContaining(
            "FILL in EMPTY has ended in state EMPTY, which is not listed; the line's history:"
                + " cycle 7 FILL in EMPTY; cycle 7 FILL in EMPTY; cycle 7 FILL in EMPTY");
  }

  @Test
  void rowsAreListedInTheOrderOfStatesAndEvents() {
    StateTable<State, Event, Cup, String> extended =
        TABLE.but().on(State.EMPTY, Event.TAKE).to(State.EMPTY).build();
    assertThat(extended.rows())
        .extracting(row -> row.state() + " " + row.event())
        .containsExactly("EMPTY FILL", "EMPTY TAKE", "FULL TAKE", "FULL SHAKE");
  }

  @Test
  void anEditedTableDoesSomethingElseAndLeavesTheFirstAsItIs() {
    StateMachine<State, Event, Cup, String> edited =
        machine(
            TABLE
                .but()
                .without(State.EMPTY, Event.FILL, POUR)
                .replacing(DRINK, WASH)
                .on(State.EMPTY, Event.TAKE)
                .to(State.EMPTY)
                .build());
    offer(edited, State.EMPTY, Event.TAKE);
    offer(edited, State.EMPTY, Event.FILL);
    offer(edited, State.FULL, Event.TAKE);
    assertThat(cup.log).containsExactly("enter FULL", "wash up tea", "enter EMPTY", "wash up tea");
    assertThat(machine.pairs()).extracting(TransitionCount::action).contains("pour");
  }

  @Test
  void anEditThatChangesNothingIsAnError() {
    assertThatThrownBy(() -> TABLE.but().without(State.FULL, Event.TAKE, POUR))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the row of state FULL and event TAKE has no ");
    Action<Cup, String> sip = action("sip");
    assertThatThrownBy(() -> TABLE.but().without(sip))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("no row has Action[description=sip, ");
    assertThatThrownBy(() -> TABLE.but().replacing(sip, DRINK))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("no row has Action[description=sip, ");
  }

  @Test
  void aRowIsListedOnceAndEndsInAState() {
    assertThatThrownBy(() ->
            StateTable.<State, Event, Cup, String>of("cups", State.class, Event.class)
                .on(State.FULL, Event.TAKE)
                .to(State.EMPTY)
                .on(State.FULL, Event.TAKE))
        .hasMessage("state FULL and event TAKE have two rows");
    assertThatThrownBy(() ->
            StateTable.<State, Event, Cup, String>of("cups", State.class, Event.class)
                .on(State.FULL, Event.TAKE)
                .does(DRINK)
                .build())
        .hasMessage("the row of state FULL and event TAKE ends in no state");
    assertThatThrownBy(() ->
            StateTable.<State, Event, Cup, String>of("cups", State.class, Event.class)
                .on(State.FULL, Event.TAKE)
                .does(DRINK)
                .offers(POUR))
        .hasMessage("`pour` is not the first action of its row");
  }
}
