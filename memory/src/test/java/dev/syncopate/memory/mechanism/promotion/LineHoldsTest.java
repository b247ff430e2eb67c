package dev.syncopate.memory.mechanism.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.rig.RigOperations;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines that are held, and what waits for them. */
class LineHoldsTest {
  private static final long A = 0x100;
  private static final long B = 0x200;
  private final LineHolds holds = new LineHolds();
  private final List<LineAccess> accepted = new ArrayList<>();

  private static LineAccess access(long line) {
    WarpAccess parent = WarpAccess.of(RigOperations.load(DataType.B32), 0, 1, new long[] {line});
    return new LineAccess(parent, line, 1, 0xf, 0);
  }

  /** Takes so many accesses and refuses the next. */
  private void drain(int room) {
    int[] remaining = {room};
    holds.drain(access -> {
      if (remaining[0]-- == 0) {
        return ControllerOutcome.STALLED_MSHRS;
      }
      accepted.add(access);
      return ControllerOutcome.DONE;
    });
  }

  @Test
  void accessesToAHeldLineWaitInOrderUntilItIsResumed() {
    LineAccess first = access(A);
    LineAccess second = access(A);
    assertThat(holds.park(first)).as("not held").isFalse();
    holds.hold(A, false);
    assertThat(holds.park(first)).isTrue();
    assertThat(holds.park(second)).isTrue();
    assertThat(holds.park(access(B))).as("another line").isFalse();
    drain(9);
    assertThat(accepted).isEmpty();
    assertThat(holds.waiting())
        .containsExactly("line 0x100 is held for a remote access, 2 accesses wait for it");
    holds.resume(A, false);
    drain(9);
    assertThat(accepted).containsExactly(first, second);
    assertThat(holds.isEmpty()).isTrue();
  }

  @Test
  void laterAccessesWaitBehindThoseThatAreLeft() {
    holds.hold(A, false);
    LineAccess first = access(A);
    LineAccess second = access(A);
    LineAccess late = access(A);
    holds.park(first);
    holds.park(second);
    holds.resume(A, false);
    drain(1);
    assertThat(accepted).containsExactly(first);
    assertThat(holds.park(late)).as("behind the second").isTrue();
    drain(9);
    assertThat(accepted).containsExactly(first, second, late);
    assertThat(holds.park(access(A))).isFalse();
  }

  /** Else promotions that follow one another could keep an access waiting forever. */
  @Test
  void whatIsLeftWhenALineIsHeldAgainIsOwedAndComesFirst() {
    holds.hold(A, false);
    LineAccess first = access(A);
    LineAccess second = access(A);
    LineAccess late = access(A);
    holds.park(first);
    holds.park(second);
    assertThat(holds.owes(A)).as("came while it was held").isFalse();
    holds.resume(A, false);
    drain(0);
    holds.hold(A, false);
    assertThat(holds.owes(A)).isTrue();
    holds.park(late);
    drain(1);
    assertThat(holds.owes(A)).as("one of two is done").isTrue();
    drain(9);
    assertThat(accepted).containsExactly(first, second);
    assertThat(holds.owes(A)).isFalse();
    holds.resume(A, false);
    drain(9);
    assertThat(accepted).containsExactly(first, second, late);
  }

  @Test
  void linesAreHeldEachForItself() {
    holds.hold(A, false);
    holds.hold(B, false);
    LineAccess ofA = access(A);
    LineAccess ofB = access(B);
    holds.park(ofA);
    holds.park(ofB);
    holds.resume(B, false);
    drain(9);
    assertThat(accepted).containsExactly(ofB);
    holds.resume(B, false);
    holds.resume(A, false);
    drain(9);
    assertThat(accepted).containsExactly(ofB, ofA);
  }

  /** On a machine with several GPUs promotions of both scopes may hold a line at once. */
  @Test
  void aLineIsHeldUntilEveryPromotionThatHoldsItIsOver() {
    holds.hold(A, false);
    holds.hold(A, true);
    LineAccess access = access(A);
    holds.park(access);
    assertThat(holds.owes(A)).as("came while it was held").isFalse();
    holds.resume(A, false);
    drain(9);
    assertThat(accepted).isEmpty();
    holds.resume(A, true);
    drain(9);
    assertThat(accepted).containsExactly(access);
    assertThat(holds.isEmpty()).isTrue();
  }

  /** Else promotions of both scopes could relieve one another forever. */
  @Test
  void componentScopeMustWaitWhereAccessesWaitForSystemScope() {
    holds.hold(A, true);
    assertThat(holds.mustWait(A)).as("nothing waits").isFalse();
    holds.park(access(A));
    assertThat(holds.mustWait(A)).isTrue();
    assertThat(holds.mustWait(B)).isFalse();
    holds.resume(A, true);
    assertThat(holds.mustWait(A)).as("what is left is owed").isFalse();
    holds.hold(A, false);
    assertThat(holds.mustWait(A)).as("component scope waits for its like at the L2").isFalse();
  }

  /** A home bank that asks by hints tells L1s that it has not asked. */
  @Test
  void aLineIsNotResumedForAScopeThatDoesNotHoldIt() {
    holds.hold(A, true);
    holds.resume(A, false);
    assertThat(holds.held(A)).as("for system scope").isTrue();
    holds.resume(A, true);
    assertThat(holds.held(A)).isFalse();
    holds.hold(A, false);
    holds.resume(A, true);
    assertThat(holds.held(A)).as("for component scope").isTrue();
  }

  @Test
  void aLineThatNobodyWaitsForIsForgotten() {
    holds.hold(A, false);
    holds.resume(A, false);
    assertThat(holds.checkInvariants(true))
        .containsExactly("line 0x100 is resumed, but no access waits for it");
  }

  @Test
  void onlyWantOfAnMshrKeepsAnAccessOfALineThatIsNotHeld() {
    holds.hold(A, false);
    holds.park(access(A));
    holds.resume(A, false);
    String wrong = "line 0x100 has accesses that may go on, but are not scheduled";
    assertThat(holds.checkInvariants(true)).isEmpty();
    assertThat(holds.checkInvariants(false)).containsExactly(wrong);
    holds.hold(A, false);
    assertThat(holds.checkInvariants(false)).as("owed").containsExactly(wrong);
  }

  /** The access that is owed is lost when it is offered. */
  @Test
  void whatIsOwedWaits() {
    holds.hold(A, false);
    holds.park(access(A));
    holds.resume(A, false);
    holds.hold(A, false);
    assertThatThrownBy(() ->
            holds.drain(access -> {
              throw new IllegalStateException("broken");
            }))
        .hasMessage("broken");
    assertThat(holds.checkInvariants(true)).containsExactly("line 0x100 owes 1 accesses, 0 wait");
  }
}
