package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bulk copies are by the async proxy: an access of a thread comes before one only with a proxy
 * fence on the way, wherever it stands there (reading p of the PTX ISA's "Causality order").
 */
class BulkCopyRacesTest {
  private static final String TO_SHARED =
      "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes ";
  private static final String TO_GLOBAL = "cp.async.bulk.global.shared::cta.bulk_group ";

  private static List<Finding> check(String body) {
    return Kernels.check(
        1, 64, body.replace("TO_SHARED ", TO_SHARED).replace("TO_GLOBAL ", TO_GLOBAL));
  }

  /** Threads fill a tile, one copies it. */
  private static String store(String fence, String suffix, String end) {
    return """
      st.shared.u32 [%%r5], %%r2;
      %s
      bar.sync 0;
      @!%%p2 bra END;
      %s
      TO_GLOBAL [%%rd1], [tile], 256;
      cp.async.bulk.commit_group;
      %s
    END:
    """
        .formatted(fence, suffix, end);
  }

  private static final String WAIT = "cp.async.bulk.wait_group 0;";

  @ParameterizedTest
  @CsvSource({
    "fence.proxy.async;, ''",
    "fence.proxy.async.shared::cta;, ''",
    "'', fence.proxy.async.shared::cluster;"
  })
  void aProxyFenceOnTheWayOrders(String fence, String suffix) {
    assertThat(check(store(fence, suffix, WAIT))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fence.proxy.async.global;", "fence.acq_rel.gpu;"})
  void anotherFenceDoesNot(String fence) {
    List<Finding> findings = check(store(fence, "", WAIT));
    assertThat(findings).hasSize(1);
    Finding race = findings.getFirst();
    assertThat(race.rule()).isEqualTo("race-proxy");
    assertThat(race.title())
        .startsWith("data race on shared tile[")
        .endsWith(": no proxy fence between them");
    assertThat(Kernels.pairs(findings)).containsExactly("1-6");
    assertThat(race.details().get(2))
        .isEqualTo(
            "they are in order, but the weak store is by the generic proxy and the copy by the async"
                + " proxy: fence.proxy.async.shared::cta behind the weak store, before the"
                + " synchronisation that leads to the copy");
  }

  /** A fence before the store is none behind it. */
  @Test
  void aFenceBeforeTheAccessIsNone() {
    String body = "fence.proxy.async;\n" + store("", "", WAIT);
    assertThat(check(body)).hasSize(1);
  }

  @Test
  void withoutABarrierNothingOrders() {
    List<Finding> findings =
        check(store("fence.proxy.async;", "", WAIT).replace("bar.sync 0;", ""));
    assertThat(findings.getFirst().rule()).isEqualTo("race");
    assertThat(findings.getFirst().details().get(2))
        .endsWith(
            "; and fence.proxy.async.shared::cta on the way, for the copy is by the async proxy");
  }

  @Test
  void theSourceMayBeChangedWhenItIsRead() {
    String change = "st.shared.u32 [%r5], 9;";
    assertThat(check(store("fence.proxy.async;", "", WAIT + change))).isEmpty();
    assertThat(
            check(store("fence.proxy.async;", "", WAIT.replace("_group", "_group.read") + change)))
        .isEmpty();
    assertThat(Kernels.pairs(check(store("fence.proxy.async;", "", change))))
        .containsExactly("6-8");
  }

  @Test
  void theTargetMayBeReadWhenItIsWritten() {
    String read = "ld.global.u32 %r7, [%rd1];";
    assertThat(check(store("fence.proxy.async;", "", WAIT + "\n" + read))).isEmpty();
    List<Finding> findings =
        check(store("fence.proxy.async;", "", WAIT.replace("_group", "_group.read") + "\n" + read));
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().details().get(2))
        .contains("waits until the copy has read its source, and not until it has written");
  }

  /** One waits for the oldest group alone. */
  @Test
  void aWaitForOlderGroupsIsNoneForTheLatest() {
    String second = "TO_GLOBAL [%rd1+512], [tile+256], 256;\ncp.async.bulk.commit_group;\n";
    String wait = WAIT.replace(" 0", " 1");
    String body = second + wait + "\nst.shared.u32 [tile], 1;\n" + WAIT;
    assertThat(check(store("fence.proxy.async;", "", body))).isEmpty();
    assertThat(check(store("fence.proxy.async;", "", body.replace("[tile]", "[tile+256]"))))
        .hasSize(1);
  }

  /** Thread 0 loads a tile, all wait and read; then the slot is used again. */
  private static String ring(String wait, String fence) {
    return """
      @%%p2 mbarrier.init.shared.b64 [tile+512], 1;
      @%%p2 mbarrier.init.shared.b64 [tile+520], 64;
      bar.sync 0;
      @%%p2 mbarrier.arrive.expect_tx.shared.b64 _, [tile+512], 256;
      @%%p2 TO_SHARED [tile], [%%rd1], 256, [tile+512];
    FULL:
      mbarrier.try_wait.parity%s.shared.b64 %%p4, [tile+512], 0;
      @!%%p4 bra FULL;
      ld.shared.u32 %%r7, [%%r5];
      %s
      mbarrier.arrive.shared.b64 _, [tile+520];
      @!%%p2 bra END;
    EMPTY:
      mbarrier.try_wait.parity.shared.b64 %%p4, [tile+520], 0;
      @!%%p4 bra EMPTY;
      mbarrier.arrive.expect_tx.shared.b64 _, [tile+512], 256;
      TO_SHARED [tile], [%%rd1+256], 256, [tile+512];
    AGAIN:
      mbarrier.try_wait.parity.shared.b64 %%p4, [tile+512], 1;
      @!%%p4 bra AGAIN;
      ld.shared.u32 %%r8, [tile];
    END:
    """
        .formatted(wait, fence);
  }

  @Test
  void theCompletionOrdersItsOwnBytes() {
    assertThat(check(ring("", "fence.proxy.async.shared::cta;"))).isEmpty();
    String unwaited = ring("", "fence.proxy.async.shared::cta;").replace("@!%p4 bra FULL;", "");
    assertThat(Kernels.pairs(check(unwaited))).contains("5-9");
  }

  /** Reads must be fenced as well before their place is written. */
  @Test
  void aSlotThatIsReusedWithoutAProxyFenceIsARace() {
    List<Finding> findings = check(ring("", ""));
    assertThat(findings).extracting(Finding::rule).containsExactly("race-proxy");
    assertThat(Kernels.pairs(findings)).containsExactly("9-17");
  }

  @Test
  void aRelaxedWaitDoesNotAcquireTheBytes() {
    assertThat(Kernels.pairs(check(ring(".relaxed.cta", "fence.proxy.async;")))).contains("5-9");
  }

  /** What the issuing thread did before is not carried by the completion. */
  @Test
  void theCompletionCarriesNothingElse() {
    String body =
        ring("", "fence.proxy.async;")
            .replace(
                "  @%p2 TO_SHARED [tile]",
                "  @%p2 st.shared.u32 [tile+900], 1;\n  @%p2 TO_SHARED [tile]")
            .replace(
                "@%p2 mbarrier.arrive.expect_tx.shared",
                "@%p2 mbarrier.arrive.expect_tx.relaxed.cta.shared")
            .replace("  ld.shared.u32 %r7, [%r5];", "  ld.shared.u32 %r7, [tile+900];");
    assertThat(Kernels.pairs(check(body))).contains("5-10");
  }

  @Test
  void reductionsOfTwoThreadsDoNotRace() {
    String body =
        """
          st.shared.u32 [%r5], 1;
          fence.proxy.async;
          bar.sync 0;
          setp.gt.u32 %p3, %r2, 1;
          @%p3 bra END;
          cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [tile], 64;
          cp.async.bulk.commit_group;
          cp.async.bulk.wait_group 0;
        END:
        """;
    assertThat(check(body)).isEmpty();
    String plain =
        body.replace("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32", TO_GLOBAL);
    assertThat(check(plain)).isNotEmpty();
  }
}
