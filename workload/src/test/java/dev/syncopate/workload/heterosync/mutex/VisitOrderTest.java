package dev.syncopate.workload.heterosync.mutex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.host.Comparison;
import org.junit.jupiter.api.Test;

/** The evidence of critical sections convicts each way in which they can have failed. */
class VisitOrderTest {
  private static final int A = 1_664_525;

  /** Count and last visitor found: visitors 1, 1, 2, 2 entered as number 0, 2, 1, 3. */
  private final int[] log = {0, 0, 2, 2, 1, 1, 3, 1};

  /** Words of one thread that nobody has visited. */
  private final int[] fresh = VisitOrder.freshData(1, 4, 1);

  private final int[] data = {4, 2, replayed(fresh[2]), replayed(fresh[3])};

  private static int replayed(int x) {
    return (((x * A + 1) * A + 2) * A + 1) * A + 2;
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
    data[3] = (((fresh[3] * A + 2) * A + 1) * A + 1) * A + 2;
    assertThat(check()).startsWith("false data[3]: found ").endsWith("1 of 4 elements differ");
  }

  @Test
  void aLostLastUpdateIsConvicted() {
    data[0] = 3;
    assertThat(check()).isEqualTo("false data[0]: found 3, expected 4; 1 of 4 elements differ");
  }

  @Test
  void sectionsAreCheckedEachForItself() {
    int[] two = VisitOrder.freshData(2, 2, 1);
    two[0] = 1;
    two[1] = 1;
    two[2] = 1;
    two[3] = 2;
    Comparison both = new VisitOrder(two, new int[] {0, 0, 0, 0}, 2, 2, 1).check();
    assertThat(both.message()).isEqualTo("2 visits to 2 sections were one after the other");
  }

  private String check() {
    Comparison comparison = new VisitOrder(data, log, 1, 4, 2).check();
    return comparison.equal() + " " + comparison.message();
  }
}
