package dev.syncopate.check.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.race.Kernels;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Barriers that threads do not reach alike, and exchanges with lanes that do not come. */
class SyncCheckTest {
  private static List<Finding> check(String divergence, int threads, String body) {
    DeviceBuilder device =
        new DeviceBuilder("rsp-8cu", "gpu", "hrf")
            .set("core.warpWidth=32")
            .set("core.divergence=" + divergence);
    return Kernels.check(device, Set.of(Check.SYNC), 2, threads, body).findings();
  }

  private static List<Finding> check(int threads, String body) {
    return check("its", threads, body);
  }

  /** Rule and line of each finding. */
  private static List<String> found(List<Finding> findings) {
    return findings.stream().map(finding -> finding.rule() + " " + Kernels.line(finding)).toList();
  }

  /** Each thread is at a barrier as often as it says. */
  private static String loop(String times) {
    return """
      %s
      LOOP:
      bar.sync 0;
      sub.u32 %%r8, %%r8, 1;
      setp.ne.u32 %%p4, %%r8, 0;
      @%%p4 bra LOOP;
    """
        .formatted(times);
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void barriersThatAllThreadsReachAlikeAreRight(String divergence) {
    assertThat(check(divergence, 80, loop("mov.u32 %r8, 3;"))).isEmpty();
    assertThat(check(divergence, 80, loop("add.u32 %r8, %r1, 2;"))).isEmpty();
    assertThat(check(divergence, 48, "bar.red.popc.u32 %r8, 0, %p1;\nbar.warp.sync -1;\n"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void aWarpThatLoopsOnceMoreIsFound(String divergence) {
    List<Finding> findings =
        check(divergence, 64, loop("shr.u32 %r8, %r2, 5; add.u32 %r8, %r8, 3;"));
    assertThat(found(findings)).containsExactly("barrier-count 3");
    assertThat(findings.getFirst().count()).isEqualTo(2);
    assertThat(findings.getFirst().details().get(0))
        .contains("CTA (0,0,0), thread (32,0,0): its barrier number 4");
    assertThat(findings.getFirst().details().get(1))
        .isEqualTo(
            "CTA (0,0,0), thread (0,0,0) had exited after 3 barriers, and so had 31 other threads");
  }

  @Test
  void lanesThatLoopOnceMoreAreFound() {
    assertThat(found(check(32, loop("and.b32 %r8, %r2, 1; add.u32 %r8, %r8, 1;"))))
        .containsExactly("barrier-count 3");
  }

  @Test
  void threadsThatReturnBeforeABarrierAreFound() {
    List<Finding> findings =
        check(64, "setp.ge.u32 %p3, %r2, 50;\n@%p3 ret;\nbar.sync 0;\nst.shared.u32 [%r5], 1;\n");
    assertThat(found(findings)).containsExactly("barrier-count 3");
    assertThat(findings.getFirst().details().get(1))
        .isEqualTo(
            "CTA (0,0,0), thread (50,0,0) had exited after 0 barriers, and so had 13 other threads");
  }

  @Test
  void aBarrierThatNamesItsThreadsIsNoneOfThose() {
    assertThat(
            check(
                96,
                """
                  setp.lt.u32 %p3, %r2, 32;
                  @%p3 bra FIRST;
                  bar.sync 1, 64;
                  bar.sync 1, 64;
                  bra END;
                FIRST:
                  nanosleep.u32 100;
                END:
                """))
        .isEmpty();
  }

  /** Odd and even threads, or warps, at two barriers. */
  private static String sides(String choose, String barrier) {
    return """
      %s
      @%%p3 bra OTHER;
      %s
      st.shared.u32 [%%r5], 1;
      bra END;
    OTHER:
      %s
      st.shared.u32 [%%r5], 2;
    END:
    """
        .formatted(choose, barrier, barrier);
  }

  private static final String LANES = "and.b32 %r8, %r2, 1; setp.eq.u32 %p3, %r8, 1;";
  private static final String WARPS = "setp.ge.u32 %p3, %r2, 32;";

  @Test
  void lanesThatMeetByTwoInstructionsAreFound() {
    List<Finding> findings = check(64, sides(LANES, "bar.sync 0;"));
    assertThat(found(findings)).containsExactly("barrier-branches 3");
    assertThat(findings.getFirst().details().get(0)).contains("thread (0,0,0)");
    assertThat(findings.getFirst().details().get(1)).contains("thread (1,0,0)");
    assertThat(findings.getFirst().details().get(2)).startsWith("all lanes of a warp");
    assertThat(found(check(64, sides(LANES, "bar.sync 1, 64;"))))
        .containsExactly("barrier-branches 3");
  }

  @Test
  void warpsThatMeetByTwoInstructionsAreFoundUnlessTheyNameTheirNumber() {
    assertThat(found(check(64, sides(WARPS, "bar.sync 0;")))).containsExactly("barrier-branches 3");
    assertThat(check(64, sides(WARPS, "bar.sync 1, 64;"))).isEmpty();
  }

  @Test
  void barriersThatAreNotAlignedMayBeSeveralInstructions() {
    assertThat(check(64, sides(LANES, "barrier.cta.sync 0;"))).isEmpty();
    assertThat(check(64, sides(WARPS, "barrier.sync 0;"))).isEmpty();
    assertThat(found(check(64, sides(LANES, "barrier.sync.aligned 0;"))))
        .containsExactly("barrier-branches 3");
  }

  @Test
  void partOfAWarpAtABarrierOfWholeWarpsIsFound() {
    List<Finding> findings = check("ipdom", 32, sides(LANES, "bar.sync 0;"));
    assertThat(found(findings)).contains("barrier-divergent 7");
    assertThat(findings.getFirst().details().get(1)).contains("a diverged warp is at a barrier");
  }

  /** The first sixteen lanes exchange. */
  private static String half(String exchange) {
    return """
      setp.ge.u32 %%p3, %%r2, 16;
      @%%p3 bra END;
      %s
      END:
    """
        .formatted(exchange);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shfl.sync.idx.b32 %r8, %r2, 20, 31, -1; | exited-lane 3, absent-source 3",
        "shfl.sync.idx.b32 %r8, %r2, 20, 31, 0xffff; | absent-source 3",
        "shfl.sync.idx.b32 %r8, %r2, 2, 31, -1; | exited-lane 3",
        "shfl.sync.down.b32 %r8, %r2, 1, 31, 0xffff; | absent-source 3",
        "vote.sync.ballot.b32 %r8, %p1, -1; | exited-lane 3",
        "match.any.sync.b32 %r8, %r1, -1; | exited-lane 3",
        "redux.sync.add.u32 %r8, %r2, -1; | exited-lane 3",
        "bar.warp.sync -1; | exited-lane 3",
        "bar.warp.sync 0xff; | lane-not-named 3"
      })
  void exchangesWithLanesThatDoNotComeAreFound(String exchange, String expected) {
    String[] expectedFindings = expected.split(", ");
    for (String body : List.of(half(exchange), half(exchange).replace("bra END", "ret"))) {
      assertThat(found(check(32, body))).as(body).containsExactlyInAnyOrder(expectedFindings);
    }
    if (!expected.startsWith("lane")) {
      assertThat(found(check("ipdom", 32, half(exchange))))
          .containsExactlyInAnyOrder(expected.replace("exited-lane", "absent-lane").split(", "));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shfl.sync.idx.b32 %r8, %r2, 3, 31, 0xffff;",
        "shfl.sync.bfly.b32 %r8, %r2, 8, 31, 0xffff;",
        "vote.sync.any.pred %p4, %p1, 0xffff;",
        "match.any.sync.b32 %r8, %r1, 0xffff;",
        "redux.sync.add.u32 %r8, %r2, 0xffff;",
        "bar.warp.sync 0xffff;",
        "activemask.b32 %r9; shfl.sync.idx.b32 %r8, %r2, 3, 31, %r9;"
      })
  void exchangesAmongLanesThatComeAreRight(String exchange) {
    for (String divergence : List.of("its", "ipdom")) {
      assertThat(check(divergence, 32, half(exchange))).isEmpty();
    }
    // Lanes of a warp that have no thread are named by habit.
    assertThat(check(16, exchange.replace("0xffff;", "-1;"))).isEmpty();
  }

  @Test
  void aLaneThatNobodyIsIsNoSource() {
    assertThat(found(check(16, "shfl.sync.idx.b32 %r8, %r2, 20, 31, -1;\n")))
        .containsExactly("absent-source 1");
  }

  @Test
  void lanesOfAGroupThatMeetInTwoPlacesReadOneAnother() {
    String body = sides(LANES, "shfl.sync.idx.b32 %r8, %r2, 3, 31, -1;");
    assertThat(check(32, body)).isEmpty();
  }
}
