package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Data that goes through a third thread: what it acquires it releases, by one fence, by one atomic,
 * or through lanes and warps that meet.
 */
class ChainTest {
  private static final String FIRST = "[%rd2]";
  private static final String SECOND = "[%rd2+256]";

  /** The first thread of each of three CTAs: writes and tells, hands on, reads. */
  private static String chain(String tell, String handOn, String await) {
    return """
      @!%%p2 bra END;
      setp.eq.u32 %%p3, %%r1, 1;
      @%%p3 bra MIDDLE;
      @!%%p1 bra LAST;
      st.global.u32 [%%rd1], 42;
      %s
      bra END;
    MIDDLE:
      %s
      bra END;
    LAST:
      %s
      ld.global.u32 %%r7, [%%rd1];
      st.global.u32 [%%rd1+512], %%r7;
    END:
    """
        .formatted(tell, handOn, await);
  }

  private static String poll(String label, String load, String place) {
    return "%s: %s.u32 %%r6, %s; setp.eq.u32 %%p4, %%r6, 0; @%%p4 bra %s;\n"
        .formatted(label, load, place, label);
  }

  private static final String TELL = "membar.gl; st.volatile.global.u32 " + FIRST + ", 1;";
  private static final String AWAIT = poll("W", "ld.volatile.global", SECOND) + "membar.gl;";
  private static final String SEEN = poll("M", "ld.volatile.global", FIRST);
  private static final String SET = "st.volatile.global.u32 " + SECOND + ", 1;";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "membar.gl; | true",
        "fence.acq_rel.gpu; | true",
        "fence.acq_rel.cta; | false",
        "fence.acq_rel.gpu; fence.acq_rel.cta; | true",
        "'' | false"
      })
  void oneFenceAcquiresAndReleases(String fence, boolean right) {
    assertThat(Kernels.check(3, 32, chain(TELL, SEEN + fence + SET, AWAIT)).isEmpty())
        .isEqualTo(right);
  }

  @Test
  void aFenceReleasesByAnAtomicWhatAnAtomicHasSeen() {
    String add = "atom.global.add.u32 %r6, " + FIRST + ", 0;";
    String poll = "M: " + add + " setp.eq.u32 %p4, %r6, 0; @%p4 bra M;\n";
    String red = "red.relaxed.gpu.global.add.u32 " + SECOND + ", 1;";
    assertThat(Kernels.check(3, 32, chain(TELL, poll + "membar.gl;" + red, AWAIT))).isEmpty();
    assertThat(Kernels.check(3, 32, chain(TELL, poll + red + "membar.gl;", AWAIT))).isNotEmpty();
  }

  /** Both flags are one word: the atomic's read acquires, and its write releases. */
  @ParameterizedTest
  @CsvSource({"acq_rel, true", "relaxed, true", "acquire, true"})
  void anAtomicHandsOnWhatItHasRead(String order, boolean right) {
    String swap =
        "M: atom.%s.gpu.global.cas.b32 %%r6, %s, 1, 2; setp.ne.u32 %%p4, %%r6, 1; @%%p4 bra M;"
            .formatted(order, FIRST);
    String await =
        "W: ld.acquire.gpu.global.u32 %r6, " + FIRST + "; setp.ne.u32 %p4, %r6, 2; @%p4 bra W;";
    assertThat(Kernels.check(3, 32, chain(TELL, swap, await)).isEmpty()).isEqualTo(right);
  }

  /** A warp of the writer's CTA takes a flag at CTA scope, and gives it at GPU scope. */
  @ParameterizedTest
  @CsvSource({"acq_rel, true", "release, false", "acquire, false"})
  void anAtomicWidensWhatItAcquires(String order, boolean right) {
    String body =
        """
          @%%p1 bra WRITER;
          @!%%p2 bra END;
        W:
          ld.acquire.gpu.global.u32 %%r6, [%%rd2];
          setp.ne.u32 %%p4, %%r6, 2;
          @%%p4 bra W;
          ld.global.u32 %%r7, [%%rd1];
          bra END;
        WRITER:
          setp.eq.u32 %%p3, %%r2, 32;
          @%%p3 bra MIDDLE;
          @!%%p2 bra END;
          st.global.u32 [%%rd1], 42;
          st.release.cta.global.u32 [%%rd2], 1;
          bra END;
        MIDDLE:
          atom.%s.gpu.global.cas.b32 %%r6, [%%rd2], 1, 2;
          setp.ne.u32 %%p4, %%r6, 1;
          @%%p4 bra MIDDLE;
        END:
        """
            .formatted(order);
    assertThat(Kernels.check(2, 64, body))
        .filteredOn(finding -> finding.rule().equals("race"))
        .hasSize(right ? 0 : 1);
  }

  /**
   * One lane waits and fences; the others of its warp read. A fence.sc of each orders them without
   * the waiting lane's, for the writer's is a fence.sc, too.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "membar.gl; bar.warp.sync -1; | true",
        "bar.warp.sync -1; fence.acq_rel.gpu; | false",
        "bar.warp.sync -1; membar.gl; | true",
        "membar.gl; | false",
        "membar.gl; bar.warp.sync -1; bar.warp.sync -1; | true"
      })
  void lanesMeetBehindAFenceThatIsNotComplete(String middle, boolean right) {
    String body =
        """
          @%%p1 bra WRITE;
          @!%%p2 bra MET;
        """
            + SEEN
            + """
            MET:
              %s
              ld.global.u32 %%r7, [%%rd1];
              bra END;
            WRITE:
              @!%%p2 bra END;
              st.global.u32 [%%rd1], 42;
            """
            + TELL
            + "\nEND:\n";
    body = body.replace("%%", "%").replace("%s", middle);
    assertThat(Kernels.check(2, 32, body).isEmpty()).isEqualTo(right);
  }

  @Test
  void lanesMeetBehindAnAcquireThatIsNotComplete() {
    String body =
        """
          @%p1 bra WRITE;
          @!%p2 bra MET;
        M:
          ld.acquire.gpu.global.u32 %r6, [%rd2];
          setp.eq.u32 %p4, %r6, 0;
          @%p4 bra M;
        MET:
          bar.warp.sync -1;
          ld.global.u32 %r7, [%rd1];
          bra END;
        WRITE:
          @!%p2 bra END;
          st.global.u32 [%rd1], 42;
          st.release.gpu.global.u32 [%rd2], 1;
        END:
        """;
    assertThat(Kernels.check(2, 32, body)).isEmpty();
  }

  /** Between its release and its next store another thread's store has come. */
  @Test
  void aReleaseGoesWithLaterStoresOfItsThread() {
    String tell =
        """
          st.release.gpu.global.u32 [%rd2], 1;
        T: ld.relaxed.gpu.global.u32 %r6, [%rd2]; setp.ne.u32 %p4, %r6, 2; @%p4 bra T;
          st.relaxed.gpu.global.u32 [%rd2], 3;
        """;
    String middle =
        """
        M: ld.relaxed.gpu.global.u32 %r6, [%rd2]; setp.ne.u32 %p4, %r6, 1; @%p4 bra M;
          st.relaxed.gpu.global.u32 [%rd2], 2;
        """;
    String last = "W: ld.acquire.gpu.global.u32 %r6, [%rd2]; setp.ne.u32 %p4, %r6, 3; @%p4 bra W;";
    assertThat(Kernels.check(3, 32, chain(tell, middle, last))).isEmpty();
  }

  /** A relaxed read sees the release; by the time of the acquire another store has come. */
  @Test
  void anAcquireMakesGoodWhatReadsOfItsPlaceHaveSeen() {
    String tell = "st.release.gpu.global.u32 [%rd2], 1;";
    String middle =
        """
        M: ld.relaxed.gpu.global.u32 %r6, [%rd2+256]; setp.eq.u32 %p4, %r6, 0; @%p4 bra M;
          st.relaxed.gpu.global.u32 [%rd2], 2;
        """;
    String last =
        """
        W: ld.relaxed.gpu.global.u32 %r6, [%rd2]; setp.ne.u32 %p4, %r6, 1; @%p4 bra W;
          st.relaxed.gpu.global.u32 [%rd2+256], 1;
        X: ld.acquire.gpu.global.u32 %r6, [%rd2]; setp.ne.u32 %p4, %r6, 2; @%p4 bra X;
        """;
    assertThat(Kernels.check(3, 32, chain(tell, middle, last))).isEmpty();
    String relaxed = last.replace("X: ld.acquire", "X: ld.relaxed");
    assertThat(Kernels.check(3, 32, chain(tell, middle, relaxed))).isNotEmpty();
  }

  /** A barrier hands on within the CTA, and a fence by another of its threads to other CTAs. */
  @Test
  void aFenceReleasesWhatABarrierHasOrdered() {
    String body =
        """
          @!%%p1 bra READ;
          setp.eq.u32 %%p3, %%r2, 40;
          @%%p2 st.global.u32 [%%rd1], 42;
          %s
          bar.sync 0;
          %s
          @%%p3 st.volatile.global.u32 [%%rd2], 1;
          bra END;
        READ:
          @!%%p2 bra MET;
        W: ld.volatile.global.u32 %%r6, [%%rd2]; setp.eq.u32 %%p4, %%r6, 0; @%%p4 bra W;
          membar.gl;
        MET:
          bar.sync 0;
          setp.eq.u32 %%p5, %%r2, 50;
          @%%p5 ld.global.u32 %%r7, [%%rd1];
        END:
        """;
    assertThat(Kernels.check(2, 64, body.formatted("", "membar.gl;"))).isEmpty();
    assertThat(Kernels.check(2, 64, body.formatted("fence.acq_rel.gpu;", ""))).isNotEmpty();
    assertThat(Kernels.check(2, 64, body.formatted("membar.gl;", "")))
        .as("the two fence.sc have one order")
        .isEmpty();
  }

  /**
   * The middle thread acquires and does not release. The last one has seen its flag, so the first
   * fence.sc comes before the last: the opposite order would have the last one's read of the flag
   * before the flag.
   */
  @ParameterizedTest
  @CsvSource({
    "fence.sc.gpu, fence.sc.gpu, ld.acquire.gpu.global, true",
    "membar.gl, membar.gl, ld.acquire.gpu.global, true",
    "fence.acq_rel.gpu, fence.sc.gpu, ld.acquire.gpu.global, false",
    "fence.sc.gpu, fence.acq_rel.gpu, ld.acquire.gpu.global, false",
    "fence.sc.gpu, fence.sc.cta, ld.acquire.gpu.global, false",
    "fence.sc.gpu, fence.sc.gpu, ld.relaxed.gpu.global, false"
  })
  void aReadBetweenForcesTheOrderOfTwoFences(
      String first, String last, String middle, boolean right) {
    String tell = first + "; st.relaxed.gpu.global.u32 " + FIRST + ", 1;";
    String set = "st.relaxed.gpu.global.u32 " + SECOND + ", 1;";
    String await = poll("W", "ld.relaxed.gpu.global", SECOND) + last + ";";
    assertThat(Kernels.check(3, 32, chain(tell, poll("M", middle, FIRST) + set, await)).isEmpty())
        .isEqualTo(right);
  }

  /** The first and the last thread are warps of one CTA, the middle one is of another. */
  @ParameterizedTest
  @CsvSource({"fence.sc.cta, true", "fence.sc.gpu, true", "fence.acq_rel.cta, false"})
  void fencesOfOneBlockNeedNoWiderScope(String last, boolean right) {
    String body =
        """
          @%%p1 bra FIRST;
          @!%%p2 bra END;
        M:
          ld.acquire.gpu.global.u32 %%r6, [%%rd2];
          setp.eq.u32 %%p4, %%r6, 0;
          @%%p4 bra M;
          st.relaxed.gpu.global.u32 [%%rd2+256], 1;
          bra END;
        FIRST:
          setp.eq.u32 %%p3, %%r2, 32;
          @%%p3 bra LAST;
          @!%%p2 bra END;
          st.global.u32 [%%rd1], 42;
          fence.sc.gpu;
          st.relaxed.gpu.global.u32 [%%rd2], 1;
          bra END;
        LAST:
          ld.relaxed.gpu.global.u32 %%r6, [%%rd2+256];
          setp.eq.u32 %%p4, %%r6, 0;
          @%%p4 bra LAST;
          %s;
          ld.global.u32 %%r7, [%%rd1];
        END:
        """
            .formatted(last);
    assertThat(Kernels.check(2, 64, body))
        .filteredOn(finding -> finding.rule().equals("race"))
        .hasSize(right ? 0 : 1);
  }
}
