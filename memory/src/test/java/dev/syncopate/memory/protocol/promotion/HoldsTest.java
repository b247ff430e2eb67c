package dev.syncopate.memory.protocol.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.rig.Ops;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines that are held, and what waits for them. */
class HoldsTest {
  private static final long A = 0x100;
  private static final long B = 0x200;
  private final Holds holds = new Holds();
  private final List<LineAccess> taken = new ArrayList<>();

  private static LineAccess access(long line) {
    WarpAccess parent =
        new WarpAccess(
            Ops.load(DataType.B32),
            0,
            1,
            new long[] {line},
            new long[0],
            new long[0],
            new long[1],
            new int[1],
            1);
    return new LineAccess(parent, line, 1, 0xf, 0);
  }

  /** Takes so many accesses and refuses the next. */
  private void drain(int room) {
    int[] left = {room};
    holds.drain(access -> {
      if (left[0]-- == 0) {
        return Outcome.STALLED_MSHRS;
      }
      taken.add(access);
      return Outcome.DONE;
    });
  }

  @Test
  void accessesToAHeldLineWaitInOrderUntilItIsResumed() {
    LineAccess first = access(A);
    LineAccess second = access(A);
    assertThat(holds.park(first)).as("not held").isFalse();
    holds.hold(A);
    assertThat(holds.park(first)).isTrue();
    assertThat(holds.park(second)).isTrue();
    assertThat(holds.park(access(B))).as("another line").isFalse();
    drain(9);
    assertThat(taken).isEmpty();
    assertThat(holds.waiting())
        .containsExactly("line 0x100 is held for a remote access, 2 accesses wait for it");
    holds.resume(A);
    drain(9);
    assertThat(taken).containsExactly(first, second);
    assertThat(holds.isEmpty()).isTrue();
  }

  @Test
  void laterAccessesWaitBehindThoseThatAreLeft() {
    holds.hold(A);
    LineAccess first = access(A);
    LineAccess second = access(A);
    LineAccess late = access(A);
    holds.park(first);
    holds.park(second);
    holds.resume(A);
    drain(1);
    assertThat(taken).containsExactly(first);
    assertThat(holds.park(late)).as("behind the second").isTrue();
    drain(9);
    assertThat(taken).containsExactly(first, second, late);
    assertThat(holds.park(access(A))).isFalse();
  }

  /** Else promotions that follow one another could keep an access waiting for ever. */
  @Test
  void whatIsLeftWhenALineIsHeldAgainIsOwedAndComesFirst() {
    holds.hold(A);
    LineAccess first = access(A);
    LineAccess second = access(A);
    LineAccess late = access(A);
    holds.park(first);
    holds.park(second);
    assertThat(holds.owes(A)).as("came while it was held").isFalse();
    holds.resume(A);
    drain(0);
    holds.hold(A);
    assertThat(holds.owes(A)).isTrue();
    holds.park(late);
    drain(1);
    assertThat(holds.owes(A)).as("one of two is done").isTrue();
    drain(9);
    assertThat(taken).containsExactly(first, second);
    assertThat(holds.owes(A)).isFalse();
    holds.resume(A);
    drain(9);
    assertThat(taken).containsExactly(first, second, late);
  }

  @Test
  void linesAreHeldEachForItself() {
    holds.hold(A);
    holds.hold(B);
    LineAccess ofA = access(A);
    LineAccess ofB = access(B);
    holds.park(ofA);
    holds.park(ofB);
    holds.resume(B);
    drain(9);
    assertThat(taken).containsExactly(ofB);
    holds.resume(B);
    holds.resume(A);
    drain(9);
    assertThat(taken).containsExactly(ofB, ofA);
  }
}
