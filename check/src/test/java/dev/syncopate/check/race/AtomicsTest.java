package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Strong accesses: what is no race among them, and what they order. */
class AtomicsTest {
  /** A lock of 128 bits is taken when its upper half, 0 where it is free, is 1. */
  private static final String WIDE =
      ".reg .b128 %q<3>; mov.b64 %rd6, 0; mov.b64 %rd7, 1; mov.b128 %q0, {%rd6, %rd6};"
          + " mov.b128 %q1, {%rd6, %rd7};";

  private static final String TAKEN = " mov.b128 {_, %rd7}, %q2; cvt.u32.u64 %r6, %rd7;";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "red.relaxed.gpu.global.add.u32 [%rd1], 1; | ''",
        "red.relaxed.cta.global.add.u32 [%rd1], 1; | race-scope",
        "st.volatile.global.u32 [%rd1], 1; | ''",
        "st.global.u32 [%rd1], %r1; | race",
        "@%p1 st.global.u32 [%rd1], 1; @!%p1 red.relaxed.gpu.global.add.u32 [%rd1], 1;"
            + " | race-mixed-strength",
        "@%p1 st.relaxed.gpu.global.u32 [%rd1], 1; @!%p1 st.relaxed.gpu.global.u8 [%rd1], 1;"
            + " | race-size",
        "red.comm.global.add.u32 [%rd1], 1; | ''",
        ".reg .b128 %q; atom.relaxed.gpu.global.exch.b128 %q, [%rd1], %q;"
            + " st.global.b128 [%rd2], %q; | race-same-value",
        ".reg .b128 %q; atom.relaxed.gpu.global.exch.b128 _, [%rd1], %q;"
            + " ld.relaxed.gpu.global.b128 %q, [%rd1]; st.relaxed.gpu.global.b128 [%rd1], %q; | ''",
        ".reg .b128 %q; @%p1 atom.relaxed.gpu.global.exch.b128 _, [%rd1], %q;"
            + " @!%p1 atom.relaxed.gpu.global.exch.b64 _, [%rd1+8], %rd3; | race-size",
        ".reg .b128 %q; @%p1 atom.relaxed.gpu.global.exch.b128 _, [%rd1], %q;"
            + " @!%p1 st.global.v8.u32 [%rd1], {%r1, %r1, %r1, %r1, %r1, %r1, %r1, %r1};"
            + " | race-mixed-strength"
      })
  void threadsOfTwoCtas(String access, String rule) {
    List<Finding> findings = Kernels.check(2, 1, access);
    assertThat(findings)
        .extracting(Finding::rule)
        .containsOnly(rule.isEmpty() ? new String[0] : new String[] {rule});
  }

  @Test
  void aWeakAccessBesideAtomicsMayHaveToBeStrong() {
    String zeroed = "@%p1 st.global.u32 [%rd1], 0; @!%p1 red.relaxed.gpu.global.add.u32 [%rd1], 1;";
    assertThat(Kernels.check(2, 1, zeroed))
        .singleElement()
        .satisfies(race ->
            assertThat(race.details().getLast())
                .isEqualTo(
                    "the weak store at k.ptx:21 must be a relaxed one at gpu scope, as the other"
                        + " access is strong, if either order will do; else nothing orders threads"
                        + " of these CTAs: a release at gpu scope after the first, and an acquire"
                        + " of it before the second would"));
  }

  @Test
  void withinACtaItsScopeIsEnough() {
    assertThat(Kernels.check(1, 64, "  red.relaxed.cta.global.add.u32 [%rd1], 1;\n")).isEmpty();
  }

  /** One thread of each CTA adds to a counter behind a lock, twice. */
  private static String lock(String take, String give) {
    return """
      @!%%p2 bra END;
      mov.u32 %%r10, 0;
    AGAIN:
      %s
      setp.ne.u32 %%p3, %%r6, 0;
      @%%p3 bra AGAIN;
      ld.global.u32 %%r7, [%%rd1];
      add.u32 %%r7, %%r7, 1;
      st.global.u32 [%%rd1], %%r7;
      %s
      add.u32 %%r10, %%r10, 1;
      setp.lt.u32 %%p4, %%r10, 2;
      @%%p4 bra AGAIN;
    END:
    """
        .formatted(take, give);
  }

  /** Others try to take it meanwhile, and it is not known yet which of them has read what. */
  @Test
  void whatGivesALockIsNamedAndNotWhatTriesToTakeIt() {
    String take = "atom.relaxed.gpu.global.cas.b32 %r6, [%rd2], 0, 1;";
    String give = "atom.relaxed.gpu.global.exch.b32 %r8, [%rd2], 0;";
    List<Finding> findings =
        Kernels.check(8, 32, lock(take, give).replace("%p4, %r10, 2;", "%p4, %r10, 4;"));
    assertThat(findings).isNotEmpty();
    assertThat(findings)
        .filteredOn(finding -> finding.rule().equals("race"))
        .allSatisfy(finding ->
            assertThat(finding.details().getLast())
                .contains("the atom.exch.relaxed.gpu at ", " needs release at gpu scope")
                .containsPattern("the atom.cas.relaxed.gpu at \\S+ needs acquire at gpu scope"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "atom.acquire.gpu.global.cas.b32 %r6, [%rd2], 0, 1; | st.release.gpu.global.u32 [%rd2], 0; |"
            + " true",
        "atom.global.cas.b32 %r6, [%rd2], 0, 1; membar.gl; | membar.gl;"
            + " atom.global.exch.b32 %r8, [%rd2], 0; | true",
        "atom.acq_rel.gpu.global.exch.b32 %r6, [%rd2], 1; |"
            + " red.release.gpu.global.and.b32 [%rd2], 0; | true",
        "atom.acquire.gpu.global.cas.b32 %r6, [%rd2], 0, 1; | st.relaxed.gpu.global.u32 [%rd2], 0; |"
            + " false",
        "atom.relaxed.gpu.global.cas.b32 %r6, [%rd2], 0, 1; | st.release.gpu.global.u32 [%rd2], 0; |"
            + " false",
        "atom.global.cas.b32 %r6, [%rd2], 0, 1; | membar.gl; atom.global.exch.b32 %r8, [%rd2], 0; |"
            + " false",
        WIDE
            + "atom.acquire.gpu.global.cas.b128 %q2, [%rd2], %q0, %q1;"
            + TAKEN
            + " | st.release.gpu.global.b128 [%rd2], %q0; | true",
        WIDE
            + "atom.acq_rel.gpu.global.exch.b128 %q2, [%rd2], %q1;"
            + TAKEN
            + " | atom.release.gpu.global.exch.b128 %q2, [%rd2], %q0; | true",
        WIDE
            + "atom.acquire.gpu.global.cas.b128 %q2, [%rd2], %q0, %q1;"
            + TAKEN
            + " | st.relaxed.gpu.global.b128 [%rd2], %q0; | false",
        WIDE
            + "atom.relaxed.gpu.global.cas.b128 %q2, [%rd2], %q0, %q1;"
            + TAKEN
            + " | st.release.gpu.global.b128 [%rd2], %q0; | false"
      })
  void aLockOrdersIfItAcquiresAndReleases(String take, String give, boolean right) {
    assertThat(Kernels.check(6, 32, lock(take, give)).isEmpty()).isEqualTo(right);
  }

  /** The last of all CTAs reads what all have written; each tells that it has by an atomic. */
  private static String last(String prefix, String count, String suffix) {
    return """
      mul.wide.u32 %%rd5, %%r1, 4;
      add.u64 %%rd5, %%rd1, %%rd5;
      @%%p2 st.global.u32 [%%rd5+128], %%r1;
      @!%%p2 bra END;
      %s
      %s
      mov.u32 %%r7, %%nctaid.x;
      sub.u32 %%r7, %%r7, 1;
      setp.ne.u32 %%p3, %%r6, %%r7;
      @%%p3 bra END;
      %s
      ld.global.u32 %%r8, [%%rd1+128];
      ld.global.u32 %%r8, [%%rd1+140];
      st.global.u32 [%%rd2], 0;            // ready for the next launch
    END:
    """
        .formatted(prefix, count, suffix);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "membar.gl; | atom.global.add.u32 %r6, [%rd2], 1; | membar.gl; | true",
        "'' | atom.acq_rel.gpu.global.add.u32 %r6, [%rd2], 1; | '' | true",
        "'' | atom.global.add.u32 %r6, [%rd2], 1; | membar.gl; | false",
        "membar.gl; | atom.global.add.u32 %r6, [%rd2], 1; | '' | false"
      })
  void readModifyWritesPassReleasesOn(String prefix, String count, String suffix, boolean right) {
    List<Finding> findings = Kernels.check(16, 32, last(prefix, count, suffix));
    assertThat(findings.isEmpty()).as("%s", findings).isEqualTo(right);
  }

  @Test
  void whatAnAtomicHasReadIsBeforeAWeakStoreBehindIt() {
    // The counter is set back by a weak store: every atomic on it happens before, as each was read.
    String body =
        """
          @!%p2 bra END;
          atom.relaxed.gpu.global.add.u32 %r6, [%rd2], 1;
          mov.u32 %r7, %nctaid.x;
          sub.u32 %r7, %r7, 1;
          setp.eq.u32 %p3, %r6, %r7;
          @%p3 st.global.u32 [%rd2], 0;
        END:
        """;
    assertThat(Kernels.check(16, 32, body)).isEmpty();
  }

  @Test
  void aValueThatComesBackIsNoRace() {
    // ABA: every access is strong, so that there is no race, even if the algorithm goes wrong.
    String body =
        """
          @!%p2 bra END;
          atom.relaxed.gpu.global.exch.b32 %r6, [%rd1], 2;
          atom.relaxed.gpu.global.exch.b32 %r6, [%rd1], 0;
          atom.relaxed.gpu.global.cas.b32 %r6, [%rd1], 0, 5;
        END:
        """;
    assertThat(Kernels.check(4, 32, body)).isEmpty();
  }

  @Test
  void aRemoteAcquirePromotesAReleaseOfAnotherCta() {
    String release = "st.release.cta.global.u32 [%rd2], 1;";
    String remote = Kernels.message(release, "ld.remote.acquire.gpu.global.u32 %r6, [%rd2];", "");
    assertThat(Kernels.check("srsp-8cu", "srsp", 2, 32, remote).findings()).isEmpty();
    String plain = Kernels.message(release, "ld.acquire.gpu.global.u32 %r6, [%rd2];", "");
    assertThat(Kernels.check("rsp-8cu", "gpu", 2, 32, plain).findings()).isNotEmpty();
  }

  @Test
  void transactionsAreOrderedAmongEachOther() {
    String body =
        """
          tx.begin;
          ld.shared.u32 %r6, [%r3];
          add.u32 %r6, %r6, 1;
          st.shared.u32 [%r3], %r6;
          tx.commit;
        """;
    assertThat(Kernels.check(1, 64, body)).isEmpty();
    assertThat(Kernels.check(1, 64, body + "  ld.shared.u32 %r7, [%r3];\n")).isNotEmpty();
  }
}
