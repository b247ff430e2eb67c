package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Finding;
import org.junit.jupiter.api.Test;

/** Pairs of instructions: once each with a count, and no more than there is room for. */
class RaceLogTest {
  /**
   * Loads of a word each by one CTA, and stores to all of the words by another: each store races
   * with each load, since a strong store does not stand for the loads before it.
   */
  private static Checker pairs(int loads, int stores) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < loads; i++) {
      body.append("  @%p1 ld.global.u32 %r6, [%rd1+").append(4 * i).append("];\n");
    }
    body.append("  @!%p1 nanosleep.u32 5000;\n");
    body.repeat("  @!%p1 st.relaxed.gpu.global.u32 [%rd4], %r1;\n", stores);
    return Kernels.check("rsp-8cu", "gpu", 2, 32, body.toString());
  }

  @Test
  void pairsBeyondTheBoundAreSaidNotToBeTold() {
    Checker checker = pairs(32, 32);
    assertThat(checker.findings()).hasSize(RaceLog.MOST);
    assertThat(checker.unchecked())
        .singleElement()
        .asString()
        .isEqualTo(
            "1,000 pairs of instructions race and are told; other pairs raced 24 times and are not");
  }

  /** As in an unrolled loop: four loads of one line, and stores of two. */
  @Test
  void instructionsThatDoTheSameOnOneLineAreOne() {
    StringBuilder body = new StringBuilder("  .loc 1 7 3\n");
    for (int i = 0; i < 4; i++) {
      body.append("  @%p1 ld.global.u32 %r6, [%rd1+").append(4 * i).append("];\n");
    }
    body.append("  .loc 1 8 3\n  @!%p1 st.global.u32 [%rd4], %r1;\n  .loc 1 9 3\n");
    body.repeat("  @!%p1 st.global.u32 [%rd4], %r2;\n", 2);
    body.append("  ret;\n}\n.file 1 \"a.cu\"\n.visible .entry other() {\n");
    Checker checker = Kernels.check("rsp-8cu", "gpu", 2, 32, body.toString());
    assertThat(checker.findings())
        .extracting(Finding::identity)
        .containsExactlyInAnyOrder(
            "global weak load at a.cu:7 weak store at a.cu:8",
            "global weak load at a.cu:7 weak store at a.cu:9");
  }

  @Test
  void belowItNothingIsUnchecked() {
    Checker checker = pairs(3, 3);
    assertThat(checker.findings()).hasSize(9);
    assertThat(checker.unchecked()).isEmpty();
  }
}
