package dev.syncopate.workload.heterosync.mutex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.heterosync.LineLayout;
import dev.syncopate.workload.host.ResultComparison;
import org.junit.jupiter.api.Test;

/** The evidence of critical sections convicts each way in which they can have failed. */
class VisitOrderTest {
  private static final int A = 1_664_525;

  /** Three threads, each with a word in three lines: two copies a visit. */
  private static final LineLayout LAYOUT = new LineLayout(3, 2);

  /** Count and last visitor found: visitors 1, 1, 2, 2 entered as number 0, 2, 1, 3. */
  private final int[] log = {0, 0, 2, 2, 1, 1, 3, 1};

  /** Digests of two visitors' threads: what each loaded from its second line. */
  private final int[] digests = new int[6];

  private final int[] data = VisitOrder.freshData(1, LAYOUT);

  VisitOrderTest() {
    int copied = data[2];
    int x = data[LineLayout.LINE_WORDS + 2];
    digests[0] = 2;
    digests[1] = 2;
    digests[2] = x;
    x = x * A + 1 + copied;
    digests[5] = x;
    x = x * A + 2 + copied;
    digests[2] = digests[2] * A + x;
    x = x * A + 1 + copied;
    digests[5] = digests[5] * A + x;
    digests[3] = A + 3;
    digests[4] = A + 1;
    put(2, 0, 3);
    put(2, 1, 1);
    put(2, 2, x);
    put(1, 0, 4);
    put(1, 1, 2);
    put(1, 2, x * A + 2 + copied);
  }

  private void put(int line, int thread, int value) {
    data[line * LineLayout.LINE_WORDS + thread] = value;
  }

  @Test
  void visitsOneAfterTheOtherAreProof() {
    assertThat(check()).isEqualTo("true 4 visits to 1 sections were one after the other");
  }

  @Test
  void twoVisitorsWithTheSameCountAreConvicted() {
    log[6] = 2;
    assertThat(check())
        .isEqualTo(
            "false visit 1 of visitor 1 and visit 1 of visitor 2 both found count 2 in section 0:"
                + " both were inside at once, or one read stale data");
  }

  @Test
  void anImpossibleCountIsConvicted() {
    log[0] = 4;
    assertThat(check()).isEqualTo("false visit 0 of visitor 1 found count 4 of 4");
    log[0] = -1;
    assertThat(check()).isEqualTo("false visit 0 of visitor 1 found count -1 of 4");
  }

  @Test
  void aStalePredecessorIsConvicted() {
    log[3] = 1;
    assertThat(check())
        .isEqualTo(
            "false visit 1 of visitor 1, number 2 in section 0, found visitor 1 to be the last,"
                + " expected 2");
  }

  @Test
  void aVisitorOutOfItsOwnOrderIsConvicted() {
    log[0] = 2;
    log[1] = 2;
    log[2] = 0;
    log[3] = 0;
    assertThat(check()).isEqualTo("false visit 1 of visitor 1 came out of its order in section 0");
  }

  @Test
  void aWordThatSawTheVisitsInAnotherOrderIsConvicted() {
    put(1, 2, 1);
    assertThat(check())
        .startsWith("false data[18]: found 1, expected ")
        .endsWith("1 of 48 elements differ");
  }

  @Test
  void aLostLastUpdateIsConvicted() {
    put(1, 0, 3);
    assertThat(check()).isEqualTo("false data[16]: found 3, expected 4; 1 of 48 elements differ");
  }

  @Test
  void aStaleWordOfALaterLineIsConvicted() {
    digests[4] = 1;
    assertThat(check())
        .isEqualTo("false digest of loads[4]: found 1, expected 1664526; 1 of 6 elements differ");
  }

  @Test
  void sectionsAreCheckedEachForItself() {
    LineLayout layout = new LineLayout(1, 2);
    int[] two = VisitOrder.freshData(2, layout);
    for (int section = 0; section < 2; section++) {
      two[layout.word(section, 0, 1)] = 1;
      two[layout.word(section, 0, 2)] = 0;
    }
    ResultComparison comparison =
        new VisitOrder(two, new int[] {0, 0, 0, 0}, new int[2], 2, 1, layout).check();
    assertThat(comparison.message()).isEqualTo("2 visits to 2 sections were one after the other");
  }

  private String check() {
    ResultComparison comparison = new VisitOrder(data, log, digests, 1, 2, LAYOUT).check();
    return comparison.equal() + " " + comparison.message();
  }
}
