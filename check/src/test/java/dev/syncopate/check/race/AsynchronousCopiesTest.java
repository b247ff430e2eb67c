package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Asynchronous copies happen as if another thread did them, until the thread that asks for them has
 * waited. Each thread copies its word of {@code data} to its word of {@code tile}.
 */
class AsynchronousCopiesTest {
  private static final String COPY = "cp.async.ca.shared.global [%r5], [%rd4], 4;\n";
  private static final String SECOND = "cp.async.ca.shared.global [%r5+512], [%rd4+512], 4;\n";
  private static final String COMMIT = "cp.async.commit_group;\n";
  private static final String OWN = "ld.shared.u32 %r7, [%r5];\n";

  /** The word of the next thread, of the same warp, and of the next warp. */
  private static final String NEXT =
      "xor.b32 %r6, %r4, 4; add.u32 %r6, %r3, %r6; ld.shared.u32 %r7, [%r6];\n";

  private static final String WARP =
      "xor.b32 %r6, %r4, 128; add.u32 %r6, %r3, %r6; ld.shared.u32 %r7, [%r6];\n";

  private static List<Finding> check(String... body) {
    return Kernels.check(2, 64, String.join("", body));
  }

  private static String advice(String... body) {
    List<Finding> findings = check(body);
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).rule()).isEqualTo("race");
    assertThat(findings.get(0).details().get(0)).startsWith("asynchronous copy at k.ptx:");
    return findings.get(0).details().get(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cp.async.wait_all;\n",
        "cp.async.commit_group; cp.async.wait_group 0;\n",
        "cp.async.commit_group; cp.async.commit_group; cp.async.wait_group 1;\n"
      })
  void whoHasWaitedMayReadAndOthersBehindABarrier(String wait) {
    assertThat(check(COPY, wait, OWN)).isEmpty();
    assertThat(check(COPY, wait, "bar.sync 0;\n", WARP)).isEmpty();
    assertThat(check(COPY, wait, "bar.warp.sync -1;\n", NEXT)).isEmpty();
  }

  @Test
  void whoHasNotWaitedMayNot() {
    assertThat(advice(COPY, OWN))
        .isEqualTo(
            "the copy may still be in flight: cp.async.wait_group or cp.async.wait_all"
                + " (__pipeline_wait_prior) between the two would wait for it");
    assertThat(advice(COPY, "bar.sync 0;\n", WARP))
        .isEqualTo(
            "the copy may still be in flight: its thread must wait for it by cp.async.wait_group or"
                + " cp.async.wait_all (__pipeline_wait_prior), and then meet the other");
  }

  @Test
  void aBarrierBeforeTheWaitTellsTheOthersNothing() {
    assertThat(advice(COPY, "bar.sync 0;\n", "cp.async.wait_all;\n", NEXT))
        .isEqualTo(
            "the thread that copies has waited for it, of which the other knows nothing:"
                + " __syncwarp() between the wait and this would tell it");
    assertThat(check(COPY, "bar.sync 0;\n", "cp.async.wait_all;\n", OWN)).isEmpty();
  }

  @Test
  void soDoesNoBarrier() {
    assertThat(advice(COPY, "cp.async.wait_all;\n", NEXT)).endsWith("would tell it");
    assertThat(check(COPY, "cp.async.wait_all;\n", "bar.warp.sync -1;\n", WARP)).isNotEmpty();
  }

  @Test
  void aWaitForOlderGroupsIsNoneForTheLatest() {
    String first = COPY + COMMIT + SECOND + COMMIT;
    assertThat(check(first, "cp.async.wait_group 1;\n", OWN)).isEmpty();
    assertThat(advice(first, "cp.async.wait_group 1;\n", OWN.replace("%r5", "%r5+512")))
        .matches(
            "the cp.async.wait_group 1 at k.ptx:\\d+ does not wait for this copy: its group must be"
                + " older, or the number smaller");
    assertThat(check(first, "cp.async.wait_group 2;\n", OWN)).hasSize(1);
    assertThat(check(first, "cp.async.wait_group 0;\n", OWN, OWN.replace("%r5", "%r5+512")))
        .isEmpty();
  }

  @Test
  void whatIsInNoGroupIsWaitedForByWaitAllAlone() {
    assertThat(check(COPY, COMMIT, SECOND, "cp.async.wait_group 0;\n", OWN)).isEmpty();
    String second = OWN.replace("%r5", "%r5+512");
    assertThat(check(COPY, COMMIT, SECOND, "cp.async.wait_group 0;\n", second)).hasSize(1);
    assertThat(check(COPY, COMMIT, SECOND, "cp.async.wait_all;\n", second)).isEmpty();
  }

  @Test
  void whatItReplacesIsToBeReadBefore() {
    String fill = "st.shared.u32 [%r5], 7;\nbar.sync 0;\n" + WARP;
    assertThat(check(fill, "bar.sync 0;\n", COPY)).isEmpty();
    assertThat(check(fill, COPY))
        .singleElement()
        .satisfies(race -> {
          assertThat(race.details().get(0)).startsWith("weak load");
          assertThat(race.details().get(1)).startsWith("asynchronous copy");
          assertThat(race.details().get(2)).contains("__syncthreads() between the two");
        });
  }

  @Test
  void whatTheSameThreadDidBeforeItIsBeforeIt() {
    assertThat(check("st.shared.u32 [%r5], 7;\n", OWN, COPY, "cp.async.wait_all;\n", OWN))
        .isEmpty();
  }

  @Test
  void itsTargetIsNotToBeWrittenWhileItIsInFlight() {
    String store = "st.shared.u32 [%r5], 7;\n";
    assertThat(check(COPY, store)).hasSize(1);
    assertThat(check(COPY, "cp.async.wait_all;\n", store)).isEmpty();
    assertThat(check(COPY, COMMIT, COPY, COMMIT)).hasSize(1); // two copies have no order
    assertThat(check(COPY, COMMIT, "cp.async.wait_group 0;\n", COPY, COMMIT)).isEmpty();
  }

  @Test
  void norIsItsSource() {
    String store = "add.u64 %rd5, %rd1, 0;\nmul.wide.u32 %rd6, %r1, 1024;\n";
    String copy =
        store + "add.u64 %rd5, %rd4, %rd6;\ncp.async.ca.shared.global [%r5], [%rd5], 4;\n"; // own
    // CTA's
    assertThat(check(copy, "st.global.u32 [%rd5], 7;\n"))
        .singleElement()
        .satisfies(race -> assertThat(race.title()).startsWith("data race on argument 0["));
    assertThat(check(copy, "cp.async.wait_all;\n", "st.global.u32 [%rd5], 7;\n")).isEmpty();
  }

  @Test
  void askingForItOrdersNoLanes() {
    String otherCopy = "st.shared.u32 [%r5+512], %r2;\n" + COPY + "cp.async.wait_all;\n";
    String read = NEXT.replace("[%r6]", "[%r6+512]");
    assertThat(check(otherCopy, read)).hasSize(1);
    assertThat(check(otherCopy, "bar.warp.sync -1;\n", read)).isEmpty();
  }

  @Test
  void groupsAreCountedForEachLane() {
    // Odd lanes make one group more, so that theirs of the first copy is the older of two.
    String body =
        COPY
            + COMMIT
            + """
            and.b32 %r8, %r2, 1;
            setp.eq.u32 %p3, %r8, 1;
            @!%p3 bra READ;
            cp.async.commit_group;
            READ:
            cp.async.wait_group 1;
            """;
    assertThat(check(body, "@%p3 " + OWN)).isEmpty();
    assertThat(check(body, "@!%p3 " + OWN)).hasSize(1);
  }

  /** Each thread arrives once its copies are there; then all read. */
  private static String arrival(String prefix, String suffix) {
    return """
    @%%p2 mbarrier.init.shared.b64 [tile+1016], 64;
    bar.sync 0;
    %s
    cp.async.mbarrier.arrive.noinc.shared.b64 [tile+1016];
    %s
    WAIT:
    mbarrier.test_wait.parity.shared.b64 %%p4, [tile+1016], 0;
    @!%%p4 bra WAIT;
    """
        .formatted(prefix, suffix);
  }

  @Test
  void anArrivalAtAnMbarrierFollowsTheCopiesBeforeIt() {
    assertThat(check(arrival(COPY, ""), OWN, NEXT, WARP)).isEmpty();
    assertThat(check(arrival(COPY, SECOND), WARP)).isEmpty();
    assertThat(check(arrival(COPY, SECOND), WARP.replace("[%r6]", "[%r6+512]"))).hasSize(1);
  }

  /** Two buffers in turn, four rounds. */
  private static String pipeline(String wait, String suffix, String end) {
    return """
    cp.async.ca.shared.global [%%r5], [%%rd4], 4;
    cp.async.commit_group;
    mov.u32 %%r10, 0;
    AGAIN:
    add.u32 %%r10, %%r10, 1;
    and.b32 %%r11, %%r10, 1;
    shl.b32 %%r11, %%r11, 9;
    add.u32 %%r12, %%r5, %%r11;
    cp.async.ca.shared.global [%%r12], [%%rd4+256], 4;
    cp.async.commit_group;
    %s
    %s
    xor.b32 %%r6, %%r4, 128;
    add.u32 %%r6, %%r3, %%r6;
    xor.b32 %%r11, %%r11, 512;
    add.u32 %%r6, %%r6, %%r11;
    ld.shared.u32 %%r7, [%%r6];
    %s
    setp.lt.u32 %%p3, %%r10, 4;
    @%%p3 bra AGAIN;
    """
        .formatted(wait, suffix, end);
  }

  @Test
  void aPipelineOfTwoBuffersIsRight() {
    String wait = "cp.async.wait_group 1;";
    assertThat(check(pipeline(wait, "bar.sync 0;", "bar.sync 0;"))).isEmpty();
    assertThat(check(pipeline("cp.async.wait_group 2;", "bar.sync 0;", "bar.sync 0;")))
        .isNotEmpty();
    assertThat(check(pipeline("", "bar.sync 0;", "bar.sync 0;"))).isNotEmpty();
    assertThat(check(pipeline(wait, "", "bar.sync 0;"))).isNotEmpty();
    assertThat(check(pipeline(wait, "bar.sync 0;", ""))).isNotEmpty();
  }
}
