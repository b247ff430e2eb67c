package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that strong accesses hand over by a flag, with and without what orders it. */
class HandOverTest {
  private static final String RULE = "unordered-hand-over";

  /** The first CTA's first thread writes, the second's waits and reads. */
  private static String message(String write, String read) {
    return """
      @!%%p2 bra END;
      @!%%p1 bra READ;
      %s
      bra END;
    READ:
      %s
    END:
    """
        .formatted(write, read);
  }

  private static String poll(String load) {
    return "POLL: " + load + " setp.eq.u32 %p3, %r6, 0; @%p3 bra POLL;\n";
  }

  private static final String DATA = "st.volatile.global.u32 [%rd1], 42;\n";
  private static final String FLAG = "st.volatile.global.u32 [%rd2], 1;\n";
  private static final String WAIT = poll("ld.volatile.global.u32 %r6, [%rd2];");
  private static final String LOOK = "ld.volatile.global.u32 %r7, [%rd1];\n";

  private static List<Finding> between(String write, String read) {
    return Kernels.check(2, 32, message(write, read));
  }

  @Test
  void volatileDataBehindAVolatileFlagIsTold() {
    assertThat(between(DATA + FLAG, WAIT + LOOK))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo(RULE);
          assertThat(finding.severity()).isEqualTo(Finding.Severity.NOTE);
          assertThat(finding.title()).isEqualTo("unordered hand-over of argument 0[0]");
          assertThat(finding.details())
              .containsExactly(
                  "volatile store of the data at k.ptx:23, then volatile store of a flag at"
                      + " k.ptx:24 by CTA (0,0,0), thread (0,0,0)",
                  "volatile load of that flag at k.ptx:28, then volatile load of the data at"
                      + " k.ptx:29 by CTA (1,0,0), thread (0,0,0): it may return what was there"
                      + " before",
                  "no data race, for all of them are strong; the volatile store at k.ptx:24 needs"
                      + " release at gpu scope, or a fence before it; the volatile load at k.ptx:28"
                      + " needs acquire at gpu scope, or a fence after it");
          assertThat(finding.related()).hasSize(4);
          assertThat(finding.count()).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fence.acq_rel.gpu; | | the volatile load at k.ptx:\\d+ needs acquire at gpu scope, or a fence"
            + " after it",
        "| fence.acq_rel.gpu; | the volatile store at k.ptx:\\d+ needs release at gpu scope, or a fence"
            + " before it",
        "fence.acq_rel.cta; | fence.acq_rel.gpu; | the fence.acq_rel.cta at k.ptx:\\d+ needs gpu"
            + " scope",
        "fence.acq_rel.gpu; | fence.acq_rel.cta; | the fence.acq_rel.cta at k.ptx:\\d+ needs gpu"
            + " scope",
      })
  void whatIsMissingIsNamed(String writeFence, String readFence, String missing) {
    String write = DATA + (writeFence == null ? "" : writeFence) + "\n" + FLAG;
    String read = WAIT + (readFence == null ? "" : readFence) + "\n" + LOOK;
    assertThat(between(write, read))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.details().get(2))
                .matches("no data race, for all of them are strong; " + missing));
  }

  /** Data, flag, waiting for it, and looking at the data; all of it strong. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // fences, releases and acquires
        "DATA fence.acq_rel.gpu; FLAG | WAIT fence.acq_rel.gpu; LOOK",
        "DATA fence.sc.gpu; FLAG | WAIT fence.sc.gpu; LOOK",
        "DATA st.release.gpu.global.u32 [%rd2], 1; | ACQUIRE LOOK",
        "DATA fence.acq_rel.gpu; FLAG | ACQUIRE LOOK",
        "DATA st.release.gpu.global.u32 [%rd2], 1; | WAIT fence.acq_rel.gpu; LOOK",
        // the flag before the data
        "FLAG DATA | WAIT LOOK",
        // the flag and the data are one
        "DATA st.volatile.global.u32 [%rd1], 43; | POLLS LOOK",
        // the value of the flag decides nothing
        "DATA FLAG | nanosleep.u32 8000; ld.volatile.global.u32 %r6, [%rd2]; add.u32 %r6, %r6, 1; LOOK",
        // the reader polls the data, too: it takes what comes
        "DATA FLAG | WAIT POLLS",
        // atomics on the data
        "red.global.add.u32 [%rd1], 42; FLAG | WAIT LOOK",
        "atom.global.exch.b32 %r8, [%rd1], 42; FLAG | WAIT LOOK",
        "DATA FLAG | WAIT atom.global.add.u32 %r7, [%rd1], 0;",
        // the reader looks at what it has seen already
        "DATA nanosleep.u32 4000; FLAG | POLLS WAIT LOOK",
      })
  void whatIsOrderedOrNeedsNoOrderIsNot(String write, String read) {
    assertThat(between(filled(write), filled(read))).isEmpty();
  }

  private static String filled(String text) {
    return text.replace("DATA", DATA)
        .replace("FLAG", FLAG)
        .replace("WAIT", WAIT)
        .replace("LOOK", LOOK)
        .replace("ACQUIRE", poll("ld.acquire.gpu.global.u32 %r6, [%rd2];"))
        .replace("POLLS", poll("ld.volatile.global.u32 %r6, [%rd1];").replace("POLL", "AGAIN"))
        .replace("; ", ";\n");
  }

  @Test
  void weakDataIsARaceAndNothingElse() {
    String write = DATA.replace(".volatile", "") + FLAG;
    String read = WAIT + LOOK.replace(".volatile", "");
    assertThat(between(write, read)).extracting(Finding::rule).containsExactly("race");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "st.relaxed.gpu.global.u32 [%rd2], 1;\n",
        "atom.global.exch.b32 %r8, [%rd2], 1;\n",
        "atom.global.cas.b32 %r8, [%rd2], 0, 1;\nst.global.u32 [%rd2+64], %r8;\n",
        "atom.global.add.u32 %r8, [%rd2], 1;\nst.global.u32 [%rd2+64], %r8;\n"
      })
  void theFlagMayBeWrittenByAnyStrongWrite(String flag) {
    assertThat(between(DATA + flag, WAIT + LOOK)).extracting(Finding::rule).containsExactly(RULE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ld.relaxed.gpu.global.u32 %r6, [%rd2];",
        "atom.global.add.u32 %r6, [%rd2], 0;",
        "atom.global.cas.b32 %r6, [%rd2], 1, 2;"
      })
  void andBeReadByAnyStrongRead(String flag) {
    assertThat(between(DATA + FLAG, poll(flag) + LOOK))
        .extracting(Finding::rule)
        .containsExactly(RULE);
  }

  @Test
  void withoutAWaitItIsToldWhereTheFlagIsThere() {
    String read =
        """
        nanosleep.u32 8000;
        ld.volatile.global.u32 %r6, [%rd2];
        setp.eq.u32 %p3, %r6, 0;
        @%p3 bra END;
        """;
    assertThat(between(DATA + FLAG, read + LOOK)).hasSize(1);
    // and where it is not, nothing has been handed over
    assertThat(between("nanosleep.u32 16000;\n" + DATA + FLAG, read + LOOK)).isEmpty();
  }

  @Test
  void aPointerIsAFlag() {
    String write = DATA + "add.u64 %rd5, %rd1, 0;\nst.volatile.global.u64 [%rd2], %rd5;\n";
    String read =
        """
        nanosleep.u32 8000;
        ld.volatile.global.u64 %rd6, [%rd2];
        ld.volatile.global.u32 %r7, [%rd6];
        """;
    assertThat(between(write, read)).extracting(Finding::rule).containsExactly(RULE);
  }

  /** All threads write, the first one tells; one waits, all read. */
  private static String crowd(String fenceBefore, String fenceBehind) {
    return """
      @!%%p1 bra READ;
      st.volatile.global.u32 [%%rd4], 42;
      %s
      bar.sync 0;
      @!%%p2 bra END;
      %s
      st.volatile.global.u32 [%%rd2], 1;
      bra END;
    READ:
      @!%%p2 bra MEET;
    POLL:
      ld.volatile.global.u32 %%r6, [%%rd2];
      setp.eq.u32 %%p3, %%r6, 0;
      @%%p3 bra POLL;
      %s
    MEET:
      bar.sync 0;
      ld.volatile.global.u32 %%r7, [%%rd4];
    END:
    """
        .formatted(fenceBefore, fenceBefore, fenceBehind);
  }

  @Test
  void barriersCarryItOn() {
    assertThat(Kernels.check(2, 64, crowd("", "")))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo(RULE);
          assertThat(finding.count()).isEqualTo(64);
        });
    assertThat(Kernels.check(2, 64, crowd("fence.acq_rel.gpu;", "fence.acq_rel.gpu;"))).isEmpty();
  }

  @Test
  void withinACtaTheScopeOfOneIsAskedFor() {
    String body =
        """
          setp.gt.u32 %p3, %r2, 31;
          @%p3 bra READ;
          @!%p2 bra END;
          st.volatile.shared.u32 [%r3], 42;
          st.volatile.shared.u32 [%r3+64], 1;
          bra END;
        READ:
          ld.volatile.shared.u32 %r6, [%r3+64];
          setp.eq.u32 %p4, %r6, 0;
          @%p4 bra READ;
          ld.volatile.shared.u32 %r7, [%r3];
        END:
        """;
    assertThat(Kernels.check(1, 64, body))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.title()).isEqualTo("unordered hand-over of shared tile[0]");
          assertThat(finding.details().get(2)).contains(" needs ");
        });
    assertThat(
            Kernels.check(
                1,
                64,
                body.replace("[%r3], 42;", "[%r3], 42;\nfence.acq_rel.cta;")
                    .replace("@%p4 bra READ;", "@%p4 bra READ;\nfence.acq_rel.cta;")))
        .isEmpty();
  }

  /** A place that each CTA adds to behind a lock. */
  private static String locked(String take, String takeFence, String leaveFence, String leave) {
    return """
      @!%%p2 bra END;
    TAKE:
      %s
      %s
      ld.volatile.global.u32 %%r6, [%%rd1];
      add.u32 %%r6, %%r6, 1;
      st.volatile.global.u32 [%%rd1], %%r6;
      %s
      %s
    END:
    """
        .formatted(take, takeFence, leaveFence, leave);
  }

  private static final String SPIN =
      "atom.global.cas.b32 %r8, [%rd2], 0, 1;\nsetp.ne.u32 %p3, %r8, 0;\n@%p3 bra TAKE;\n";

  private static final String TICKET =
      """
      atom.global.add.u32 %r8, [%rd2], 1;
      POLL:
      ld.volatile.global.u32 %r9, [%rd2+64];
      setp.ne.u32 %p3, %r8, %r9;
      @%p3 bra POLL;
      """;

  private static final String NEXT = "add.u32 %r9, %r8, 1;\nst.volatile.global.u32 [%rd2+64], %r9;";

  @Test
  void aLockWithoutFencesHandsOverWithoutOrder() {
    assertThat(Kernels.check(8, 32, locked(SPIN, "", "", "atom.global.exch.b32 %r9, [%rd2], 0;")))
        .extracting(Finding::rule)
        .containsExactly(RULE);
    assertThat(Kernels.check(8, 32, locked(TICKET, "", "", NEXT)))
        .extracting(Finding::rule)
        .containsExactly(RULE);
  }

  @Test
  void aLockWithFencesDoesNot() {
    String fence = "fence.acq_rel.gpu;";
    assertThat(
            Kernels.check(
                8, 32, locked(SPIN, fence, fence, "atom.global.exch.b32 %r9, [%rd2], 0;")))
        .isEmpty();
    assertThat(Kernels.check(8, 32, locked(TICKET, fence, fence, NEXT))).isEmpty();
  }

  @Test
  void ownersBetweenDoNotHideTheOthers() {
    // CTAs 0, 1, 4 and 5 add to one place, 2, 3, 6 and 7 to another: 4 reads the sum of 1, and
    // takes the lock from 3.
    String place =
        "shr.u32 %r10, %r1, 1;\nand.b32 %r10, %r10, 1;\nmul.wide.u32 %rd5, %r10, 4;\nadd.u64 %rd1, %rd1, %rd5;\n";
    assertThat(Kernels.check(8, 32, place + locked(TICKET, "", "", NEXT)))
        .extracting(Finding::rule)
        .contains(RULE);
  }

  @Test
  void aFlagThatWasRaisedBeforeTheDataIsNotBlamed() {
    // The reader has seen a flag of the writer's, but of the data it knows by a third thread.
    String body =
        """
          @!%p2 bra END;
          setp.eq.u32 %p4, %r1, 1;
          @%p4 bra PASS;
          @!%p1 bra READ;
          st.volatile.global.u32 [%rd2], 1;
          st.volatile.global.u32 [%rd1], 42;
          st.volatile.global.u32 [%rd2+64], 1;
          bra END;
        PASS:
          ld.volatile.global.u32 %r6, [%rd2+64];
          setp.eq.u32 %p3, %r6, 0;
          @%p3 bra PASS;
          st.volatile.global.u32 [%rd2+128], 1;
          bra END;
        READ:
          ld.volatile.global.u32 %r6, [%rd2];
          setp.eq.u32 %p3, %r6, 0;
          @%p3 bra READ;
        AGAIN:
          ld.volatile.global.u32 %r6, [%rd2+128];
          setp.eq.u32 %p3, %r6, 0;
          @%p3 bra AGAIN;
          ld.volatile.global.u32 %r7, [%rd1];
        END:
        """;
    assertThat(Kernels.check(3, 32, body)).isEmpty();
    String direct =
        body.replace(
            "ld.volatile.global.u32 %r6, [%rd2+128]", "ld.volatile.global.u32 %r6, [%rd2+64]");
    assertThat(Kernels.check(3, 32, direct)).extracting(Finding::rule).containsExactly(RULE);
  }

  /** The last CTA to arrive adds up what all have left. */
  private static String lastOne(String fence) {
    return """
      @!%%p2 bra END;
      mul.wide.u32 %%rd5, %%r1, 4;
      add.u64 %%rd6, %%rd1, %%rd5;
      st.volatile.global.u32 [%%rd6], 5;
      %1$s
      atom.global.add.u32 %%r8, [%%rd2], 1;
      %1$s
      setp.ne.u32 %%p3, %%r8, 7;
      @%%p3 bra END;
      mov.u32 %%r9, 0;
    SUM:
      mul.wide.u32 %%rd5, %%r9, 4;
      add.u64 %%rd6, %%rd1, %%rd5;
      ld.volatile.global.u32 %%r10, [%%rd6];
      add.u32 %%r9, %%r9, 1;
      setp.lt.u32 %%p3, %%r9, 8;
      @%%p3 bra SUM;
    END:
    """
        .formatted(fence);
  }

  @Test
  void theLastOfManyNeedsAFence() {
    assertThat(Kernels.check(8, 32, lastOne("")))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo(RULE);
          assertThat(finding.count()).isEqualTo(7);
        });
    assertThat(Kernels.check(8, 32, lastOne("fence.acq_rel.gpu;"))).isEmpty();
  }

  @Test
  void countersAndSamplesAreNone() {
    // Each CTA adds to its two counters by stores, and looks at those of the one before.
    String body =
        """
          @!%p2 bra END;
          mul.wide.u32 %rd5, %r1, 8;
          add.u64 %rd6, %rd1, %rd5;
          mov.u32 %r9, 0;
        AGAIN:
          add.u32 %r9, %r9, 1;
          st.volatile.global.u32 [%rd6], %r9;
          st.volatile.global.u32 [%rd6+4], %r9;
          @%p1 bra NEXT;
          ld.volatile.global.u32 %r10, [%rd6+-4];
          ld.volatile.global.u32 %r11, [%rd6+-8];
          add.u32 %r10, %r10, %r11;
          st.global.u32 [%rd6+1024], %r10;
        NEXT:
          setp.lt.u32 %p3, %r9, 8;
          @%p3 bra AGAIN;
        END:
        """;
    assertThat(Kernels.check(8, 32, body)).isEmpty();
  }

  @Test
  void iterationsThatTakeWhateverIsThereAreNone() {
    // Items are taken by a ticket; each makes the next place one more than it finds in its own.
    String body =
        """
          @!%p2 bra END;
        TAKE:
          atom.global.add.u32 %r8, [%rd2], 1;
          setp.ge.u32 %p3, %r8, 96;
          @%p3 bra END;
          and.b32 %r9, %r8, 15;
          mul.wide.u32 %rd5, %r9, 4;
          add.u64 %rd6, %rd1, %rd5;
          ld.volatile.global.u32 %r10, [%rd6];
          add.u32 %r10, %r10, 1;
          st.volatile.global.u32 [%rd6+4], %r10;
          bra TAKE;
        END:
        """;
    assertThat(Kernels.check(8, 32, body)).extracting(Finding::rule).doesNotContain(RULE);
  }

  /** A sequence number that is odd while the data is being written. */
  private static String sequence(String fence) {
    return """
      @!%%p2 bra END;
      @!%%p1 bra READ;
      mov.u32 %%r9, 0;
    WRITE:
      add.u32 %%r9, %%r9, 1;
      st.volatile.global.u32 [%%rd2], %%r9;
      %1$s
      st.volatile.global.u32 [%%rd1], %%r9;
      st.volatile.global.u32 [%%rd1+128], %%r9;
      %1$s
      add.u32 %%r9, %%r9, 1;
      st.volatile.global.u32 [%%rd2], %%r9;
      setp.lt.u32 %%p3, %%r9, 12;
      @%%p3 bra WRITE;
      bra END;
    READ:
      mov.u32 %%r12, 0;
    AGAIN:
      ld.volatile.global.u32 %%r6, [%%rd2];
      and.b32 %%r7, %%r6, 1;
      setp.ne.u32 %%p3, %%r7, 0;
      @%%p3 bra AGAIN;
      %1$s
      ld.volatile.global.u32 %%r8, [%%rd1];
      ld.volatile.global.u32 %%r10, [%%rd1+128];
      %1$s
      ld.volatile.global.u32 %%r11, [%%rd2];
      setp.ne.u32 %%p3, %%r6, %%r11;
      @%%p3 bra AGAIN;
      add.u32 %%r12, %%r12, 1;
      setp.lt.u32 %%p3, %%r12, 8;
      @%%p3 bra AGAIN;
    END:
    """
        .formatted(fence);
  }

  @Test
  void aSequenceLockWithFencesIsRight() {
    assertThat(Kernels.check(4, 32, sequence("fence.acq_rel.gpu;"))).isEmpty();
  }
}
