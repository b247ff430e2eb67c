package dev.syncopate.check.profile.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Locks whose every event is made up here, and so every figure known. */
class LocksByHandTest {
  private static final Offset<Double> EXACT = within(1e-12);
  private static final WordChange TRY = change(AtomicOp.CAS, 0, 1);
  private static final WordChange UNLOCK = new WordChange(null, DataType.B32, 0, 0, false);
  private static final long SERVING = 64;

  private final SwapLock lock = new SwapLock();
  private final TicketLock ticket = new TicketLock();

  private static WordChange change(AtomicOp operation, long a, long b) {
    return new WordChange(operation, DataType.U32, a, b, true);
  }

  private void tries(
      Contender contender, WordChange how, long issueCycle, long oldValue, long swapCycle) {
    assertThat(lock.issued(contender, how, issueCycle)).isFalse();
    lock.swapped(contender, how, oldValue, swapCycle);
  }

  private LockFigures figures() {
    return Objects.requireNonNull(lock.tally()).figures(0, null);
  }

  @Test
  void aSpinLockThatThreeThreadsTake() {
    Contender first = new Contender(0, 0);
    Contender two = new Contender(1, 0);
    Contender three = new Contender(2, 5);
    tries(first, TRY, 100, 0, 120); // waits 20
    tries(two, TRY, 105, 1, 125);
    tries(three, TRY, 110, 1, 130);
    tries(two, TRY, 126, 1, 146);
    assertThat(lock.issued(first, UNLOCK, 150)).isTrue(); // holds 30
    tries(two, TRY, 147, 0, 167); // waits 62, other CTA of the unit
    assertThat(lock.issued(two, UNLOCK, 177)).isTrue(); // holds 10
    tries(three, TRY, 160, 0, 180); // waits 70, other unit
    assertThat(lock.issued(three, change(AtomicOp.EXCH, 0, 0), 185)).isTrue(); // holds 5
    tries(three, TRY, 200, 0, 210); // waits 10, same CTA

    LockFigures figures = figures();
    assertThat(figures.kind()).isEqualTo(LockKind.SWAP);
    assertThat(figures.acquisitions()).isEqualTo(4);
    assertThat(figures.attempts()).isEqualTo(7);
    assertThat(figures.waited()).isEqualTo(20 + 62 + 70 + 10);
    assertThat(figures.longestWait()).isEqualTo(70);
    assertThat(figures.holdCycles()).isEqualTo(30 + 10 + 5);
    assertThat(figures.heldAtEnd()).isEqualTo(1);
    assertThat(figures.sameCta()).isEqualTo(1);
    assertThat(figures.sameUnit()).isEqualTo(1);
    assertThat(figures.otherUnit()).isEqualTo(1);
    assertThat(figures.ctas()).isEqualTo(3);
    assertThat(figures.fairness()).isCloseTo(16.0 / (3 * 6), EXACT); // 1, 1, 2
  }

  @Test
  void aCtaThatNeverGetsItIsPartOfTheFairness() {
    Contender first = new Contender(0, 0);
    tries(first, TRY, 0, 0, 10);
    tries(new Contender(1, 1), TRY, 0, 1, 10);
    lock.issued(first, UNLOCK, 20);
    assertThat(figures().ctas()).isEqualTo(2);
    assertThat(figures().fairness()).isCloseTo(0.5, EXACT);
  }

  @Test
  void lookingBeforeTryingIsWaiting() {
    Contender first = new Contender(0, 0);
    lock.polled(first, 50);
    tries(first, TRY, 90, 0, 100);
    lock.issued(first, UNLOCK, 120);
    assertThat(figures().waited()).isEqualTo(50);
    assertThat(figures().attempts()).isEqualTo(1);
  }

  @Test
  void subtractingOneGivesBackAsWell() {
    Contender first = new Contender(0, 0);
    tries(first, change(AtomicOp.EXCH, 1, 0), 0, 0, 10);
    assertThat(lock.issued(first, change(AtomicOp.ADD, -1, 0), 30)).isTrue();
    assertThat(figures().holdCycles()).isEqualTo(20);
  }

  @Test
  void aCounterKeptByCompareAndSwapIsNoLock() {
    tries(new Contender(0, 0), change(AtomicOp.CAS, 0, 1), 0, 0, 10);
    tries(new Contender(1, 0), change(AtomicOp.CAS, 1, 2), 0, 1, 20);
    assertThat(lock.tally()).isNull();
  }

  @Test
  void aWordThatAnotherCtaPutsBackIsNoLock() {
    tries(new Contender(0, 0), TRY, 0, 0, 10);
    assertThat(lock.issued(new Contender(1, 0), UNLOCK, 20)).isFalse();
    assertThat(lock.tally()).isNull();
  }

  @Test
  void aWordThatNobodyPutsBackWasNotSeenToBeALock() {
    tries(new Contender(0, 0), TRY, 0, 0, 10);
    assertThat(lock.tally()).isNull();
  }

  @Test
  void aTicketLockThatTwoThreadsTake() {
    Contender first = new Contender(0, 0);
    Contender two = new Contender(1, 3);
    first.draws(0, 0, 10);
    two.draws(0, 1, 12);
    first.reads(SERVING, 0, 40); // waits 30
    two.reads(SERVING, 0, 41);
    assertThat(pass(first, 1, 70)).isTrue(); // holds 30
    two.reads(SERVING, 0, 80);
    two.reads(SERVING, 1, 112); // waits 100, other unit
    assertThat(ticket.issued(SERVING, two, change(AtomicOp.ADD, 1, 0), 120)).isTrue(); // holds 8

    LockFigures figures = Objects.requireNonNull(ticket.tally()).figures(SERVING, "turn");
    assertThat(figures.kind()).isEqualTo(LockKind.TICKET);
    assertThat(figures.acquisitions()).isEqualTo(2);
    assertThat(figures.attempts()).isEqualTo(4);
    assertThat(figures.waited()).isEqualTo(130);
    assertThat(figures.longestWait()).isEqualTo(100);
    assertThat(figures.holdCycles()).isEqualTo(38);
    assertThat(figures.otherUnit()).isEqualTo(1);
    assertThat(figures.fairness()).isCloseTo(1, EXACT);
    assertThat(figures.name()).isEqualTo("turn");
  }

  private boolean pass(Contender contender, long next, long now) {
    return ticket.issued(
        SERVING, contender, new WordChange(null, DataType.U32, next, 0, false), now);
  }

  @Test
  void aWordThatIsSetOutOfTurnIsNoTicketLock() {
    Contender first = new Contender(0, 0);
    for (int turn = 0; turn < 2; turn++) {
      first.draws(0, turn, 0);
      first.reads(SERVING, turn, 10);
      assertThat(pass(first, turn + 1, 20)).isTrue();
    }
    assertThat(ticket.tally()).isNotNull();
    assertThat(pass(new Contender(1, 0), 9, 30)).isFalse();
    assertThat(ticket.tally()).isNull();
  }
}
