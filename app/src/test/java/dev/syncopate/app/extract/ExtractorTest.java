package dev.syncopate.app.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.extract.Extractions.OfFinding;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Planted bugs become tests whose outcome the PTX model allows and no order of steps has; the right
 * variants become tests whose outcome it forbids. Nothing can be left out of either.
 */
class ExtractorTest {
  private static final String RELEASE = "st.release.gpu.global.u32 [%rd2], 1;";
  private static final String ACQUIRE = "ld.acquire.gpu.global.u32 %r6, [%rd2];";

  private static Extraction race(Extractions run, String rule) {
    OfFinding extraction =
        run.races().stream()
            .filter(candidate -> candidate.finding().rule().equals(rule))
            .findFirst()
            .orElseThrow();
    assertThat(extraction.problem()).isEmpty();
    return roundTripped(Objects.requireNonNull(extraction.test()));
  }

  private static Extraction handOver(Extractions run) {
    assertThat(run.races()).isEmpty();
    List<Extraction> extractions = run.handOvers();
    assertThat(extractions).hasSize(1);
    return roundTripped(extractions.getFirst());
  }

  /** What is written is read as what it was. */
  private static Extraction roundTripped(Extraction test) {
    assertThat(LitmusTest.read("x.litmus", test.text())).isEqualTo(test.test());
    return test;
  }

  private static void showsARace(LitmusTest test) {
    assertThat(Tests.allows("ptx", test)).as("the model allows it").isTrue();
    assertThat(Tests.allows("sc", test)).as("some order of steps has it").isFalse();
    for (int t = 0; t < test.threads().size(); t++) {
      for (int i : handingOn(test, t)) {
        LitmusTest reducedTest = Tests.without(test, t, i);
        assertThat(
                reducedTest != null
                    && Tests.allows("ptx", reducedTest)
                    && !Tests.allows("sc", reducedTest))
            .as("it shows without instruction %d of P%d", i, t)
            .isFalse();
      }
    }
  }

  private static void holds(LitmusTest test) {
    assertThat(test.quantifier()).isEqualTo(LitmusTest.Quantifier.NOT_EXISTS);
    assertThat(forbids(test)).as("the model forbids it").isTrue();
    for (int t = 0; t < test.threads().size(); t++) {
      for (int i = 0; i < test.threads().get(t).instructions().size(); i++) {
        if (!(test.threads().get(t).instructions().get(i) instanceof LitmusInstruction.Branch)
            && !isConflicting(test, t, i)) {
          LitmusTest reducedTest = Tests.without(test, t, i);
          assertThat(reducedTest != null && forbids(reducedTest))
              .as("it holds without instruction %d of P%d", i, t)
              .isFalse();
        }
      }
    }
  }

  /** Forbidden though threads hand on as they did. */
  private static boolean forbids(LitmusTest test) {
    LitmusTest handedOn = Tests.withoutLastClause(test);
    return !Tests.allows("ptx", test) && (handedOn == null || Tests.allows("sc", handedOn));
  }

  private static boolean isConflicting(LitmusTest test, int thread, int instruction) {
    int last = test.threads().get(thread).instructions().size() - 1;
    return (thread == 0 && instruction == 0)
        || (thread == test.threads().size() - 1 && instruction == last);
  }

  /** Instructions that are neither fences nor branches, nor one of the two that conflict. */
  private static List<Integer> handingOn(LitmusTest test, int thread) {
    LitmusThread litmusThread = test.threads().get(thread);
    return IntStream.range(0, litmusThread.instructions().size())
        .filter(i -> !(litmusThread.instructions().get(i) instanceof LitmusInstruction.Fence))
        .filter(i -> !(litmusThread.instructions().get(i) instanceof LitmusInstruction.Branch))
        .filter(i -> !isConflicting(test, thread, i))
        .boxed()
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st.relaxed.gpu.global.u32 [%rd2], 1; | ld.acquire.gpu.global.u32 %r6, [%rd2];"
            + " | st.release.gpu for the st.relaxed.gpu at k.ptx:21",
        "st.volatile.global.u32 [%rd2], 1; | ld.volatile.global.u32 %r6, [%rd2];"
            + " | st.release.gpu for the volatile store at k.ptx:21 and ld.acquire.gpu for the"
            + " volatile load at k.ptx:24",
        "st.release.gpu.global.u32 [%rd2], 1; | ld.relaxed.gpu.global.u32 %r6, [%rd2];"
            + " | ld.acquire.gpu for the ld.relaxed.gpu at k.ptx:24",
        "st.release.cta.global.u32 [%rd2], 1; | ld.acquire.gpu.global.u32 %r6, [%rd2];"
            + " | st.release.gpu for the st.release.cta at k.ptx:21",
        "fence.acq_rel.cta; st.relaxed.gpu.global.u32 [%rd2], 1;"
            + " | ld.acquire.gpu.global.u32 %r6, [%rd2];"
            + " | fence.acq_rel.gpu for the fence.acq_rel.cta at k.ptx:21",
        "fence.sc.gpu; st.relaxed.gpu.global.u32 [%rd2], 1;"
            + " | ld.relaxed.gpu.global.u32 %r6, [%rd2];"
            + " | ld.acquire.gpu for the ld.relaxed.gpu at k.ptx:24"
      })
  void aMessageThatIsNotOrderedIsATestThatTheModelAllows(String store, String load, String remedy) {
    Extraction test = race(Kernels.run(2, 32, Kernels.between(store, load)), "race");
    showsARace(test.test());
    assertThat(test.comment())
        .startsWith(
            "data race on argument 0[0] in k.\nThe PTX model allows this: the later access does not"
                + " see the earlier one.\nP0 is CTA (0,0,0), thread (0,0,0)\n  st.weak arg0_0, 42 ")
        .endsWith("With " + remedy + " the model forbids it.");
  }

  @Test
  void whatIsMissingAloneIsMissingInTheTest() {
    Extraction test =
        race(
            Kernels.run(
                2,
                32,
                Kernels.between(
                    "fence.sc.gpu; st.relaxed.gpu.global.u32 [%rd2], 1;",
                    "ld.relaxed.gpu.global.u32 %r6, [%rd2];")),
            "race");
    assertThat(Tests.threads(test.test()))
        .containsExactly(
            "st.weak arg0_0, 42; fence.sc.gpu; st.relaxed.gpu arg1_0, 1",
            "ld.relaxed.gpu r0, arg1_0; ld.weak r1, arg0_0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        RELEASE + "|" + ACQUIRE + "| the st.release.gpu at k.ptx:21, or without the ld.acquire.gpu",
        "fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%rd2], 1; |"
            + ACQUIRE
            + "| the fence.acq_rel.gpu at k.ptx:21, or without the ld.acquire.gpu at k.ptx:24",
        RELEASE
            + "| ld.volatile.global.u32 %r6, [%rd2]; fence.sc.gpu;"
            + "| the st.release.gpu at k.ptx:21, or without the fence.sc.gpu at k.ptx:24",
        "red.release.gpu.global.max.u32 [%rd2], 3; |"
            + ACQUIRE
            + "| the red.max.release.gpu at k.ptx:21, or without the ld.acquire.gpu at k.ptx:24"
      })
  void aMessageThatIsOrderedIsATestThatHolds(String store, String load, String needed) {
    Extraction test = handOver(Kernels.run(2, 32, Kernels.between(store, load)));
    holds(test.test());
    assertThat(test.comment()).contains("Without " + needed).endsWith(", the model allows it.");
  }

  @Test
  void whatIsNotNeededIsLeftOut() {
    Extraction right =
        handOver(
            Kernels.run(
                2,
                32,
                Kernels.between(
                    "fence.sc.cta; red.relaxed.gpu.global.add.u32 [%rd2], 0; fence.acq_rel.gpu; "
                        + RELEASE,
                    ACQUIRE + " fence.sc.gpu;")));
    holds(right.test());
    assertThat(
            right.test().threads().stream()
                .mapToInt(litmusThread -> litmusThread.instructions().size())
                .sum())
        .isEqualTo(5);
    Extraction wrong =
        race(
            Kernels.run(
                2,
                32,
                Kernels.between(
                    "fence.sc.cta; st.relaxed.gpu.global.u32 [%rd2], 1;",
                    ACQUIRE + " fence.sc.cta;")),
            "race");
    showsARace(wrong.test());
    assertThat(wrong.comment())
        .endsWith("With fence.sc.gpu for the fence.sc.cta at k.ptx:21 the model forbids it.");
    assertThat(Tests.threads(wrong.test()).getLast())
        .isEqualTo("ld.acquire.gpu r0, arg1_0; ld.weak r1, arg0_0");
  }

  @Test
  void aCounterBeginsWithWhatTheFirstFoundThere() {
    String body =
        """
          @!%p2 bra END;
          mul.wide.u32 %rd3, %r1, 4;
          add.u64 %rd3, %rd1, %rd3;
          st.global.u32 [%rd3], 7;
          red.release.gpu.global.add.u32 [%rd2], 1;
          @!%p1 bra END;
        W:
          ld.acquire.gpu.global.u32 %r6, [%rd2];
          setp.ne.u32 %p3, %r6, 4;
          @%p3 bra W;
          ld.global.u32 %r7, [%rd1+8];
        END:
        """;
    Extraction test = handOver(Kernels.run(4, 32, body));
    holds(test.test());
    assertThat(Tests.threads(test.test()))
        .containsExactly(
            "st.weak arg0_2, 7; atom.release.gpu.add r0, arg1_0, 1",
            "ld.acquire.gpu r0, arg1_0; ld.weak r1, arg0_2");
    assertThat(test.text()).contains("arg1_0=2;", "bne r0, 3, ");
  }

  /**
   * All threads add to a counter, wait for it, and read what the others have written. An addition
   * without result acquires nothing, so the load that waits takes part in the test.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void whoAddsToACounterKnowsOfTheOthersByTheLoadThatWaits(int ctas) {
    String body =
        """
          @!%%p2 bra END;
          mul.wide.u32 %%rd3, %%r1, 4;
          add.u64 %%rd3, %%rd1, %%rd3;
          st.global.u32 [%%rd3], 7;
          red.relaxed.gpu.global.add.u32 [%%rd2], 1;
        W:
          ld.relaxed.gpu.global.u32 %%r6, [%%rd2];
          setp.ne.u32 %%p3, %%r6, %d;
          @%%p3 bra W;
          ld.global.u32 %%r7, [%%rd1+4];
        END:
        """
            .formatted(ctas);
    Extraction test = race(Kernels.run(ctas, 32, body), "race");
    showsARace(test.test());
    assertThat(Tests.threads(test.test()))
        .containsExactly(
            "st.weak arg0_1, 7; atom.relaxed.gpu.add r0, arg1_0, 1",
            "ld.relaxed.gpu r0, arg1_0; ld.weak r1, arg0_1");
    assertThat(test.comment())
        .endsWith("and ld.acquire.gpu for the ld.relaxed.gpu at k.ptx:24 the model forbids it.");
  }

  private static String lock(String order) {
    return """
      @!%%p2 bra END;
    TRY:
      atom.%s.gpu.global.cas.b32 %%r6, [%%rd2], 0, 1;
      setp.ne.u32 %%p3, %%r6, 0;
      @%%p3 bra TRY;
      ld.global.u32 %%r7, [%%rd1];
      add.u32 %%r7, %%r7, 1;
      st.global.u32 [%%rd1], %%r7;
      st.release.gpu.global.u32 [%%rd2], 0;
    END:
    """
        .formatted(order);
  }

  @Test
  void aLocksLoopIsCutToTheAttemptThatTookIt() {
    Extraction right = handOver(Kernels.run(4, 32, lock("acquire")));
    holds(right.test());
    assertThat(Tests.threads(right.test()))
        .containsExactly(
            "st.weak arg0_0, 1; st.release.gpu arg1_0, 0",
            "atom.acquire.gpu.cas r0, arg1_0, 0, 1; ld.weak r1, arg0_0");
    assertThat(right.text()).contains("{ arg0_0=0; arg1_0=1; }");
    Extraction wrong = race(Kernels.run(4, 32, lock("relaxed")), "race");
    showsARace(wrong.test());
    assertThat(wrong.comment())
        .endsWith(
            "With atom.acquire.gpu.cas for the atom.cas.relaxed.gpu at k.ptx:20 the model forbids"
                + " it.");
  }

  private static String exchange(String barrier) {
    return """
      st.shared.u32 [%%r5], %%r2;
      %s
      xor.b32 %%r6, %%r4, %d;
      add.u32 %%r6, %%r3, %%r6;
      ld.shared.u32 %%r7, [%%r6];
    """
        .formatted(barrier, barrier.contains("warp") ? 4 : 128);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bar.sync 0;", "bar.sync 1, 64;", "bar.warp.sync -1;"})
  void aBarrierIsATestThatHolds(String barrier) {
    Extraction test = handOver(Kernels.run(1, 64, exchange(barrier)));
    holds(test.test());
    assertThat(Tests.threads(test.test()).getFirst()).endsWith("; bar.cta.sync 0");
    assertThat(test.text()).contains("{ shared tile_");
  }

  @Test
  void withoutABarrierNothingLeadsFromOneToTheOther() {
    Extraction test = race(Kernels.run(1, 64, exchange("")), "race");
    assertThat(Tests.threads(test.test()))
        .containsExactly("st.weak tile_32, 32", "ld.weak r0, tile_32");
    assertThat(Tests.allows("ptx", test.test())).isTrue();
    assertThat(test.comment()).endsWith("Nothing led from the one thread to the other.");
  }

  @Test
  void threadsThatHandOnBetweenTheTwoArePartOfTheTest() {
    String body =
        """
          setp.eq.u32 %%p4, %%r2, 33;
          and.pred %%p5, %%p4, %%p1;
          @%%p5 st.global.u32 [%%rd1], 5;
          bar.sync 0;
          @!%%p2 bra REST;
          atom.%s.gpu.global.add.u32 %%r6, [%%rd2], 1;
        W:
          ld.acquire.gpu.global.u32 %%r6, [%%rd2];
          setp.ne.u32 %%p3, %%r6, 2;
          @%%p3 bra W;
        REST:
          bar.sync 0;
          @%%p1 bra END;
          @%%p4 ld.global.u32 %%r7, [%%rd1];
        END:
        """;
    Extraction right = handOver(Kernels.run(2, 64, body.formatted("acq_rel")));
    holds(right.test());
    assertThat(right.test().threads()).hasSize(4);
    Extraction wrong = race(Kernels.run(2, 64, body.formatted("relaxed")), "race");
    showsARace(wrong.test());
    assertThat(wrong.comment()).contains("acquire").contains("release");
  }

  @Test
  void anAtomicOfTooNarrowAScopeLosesAnUpdate() {
    Extraction test =
        race(
            Kernels.run(2, 32, "@%p2 atom.relaxed.cta.global.add.u32 %r6, [%rd2], 1;\n"),
            "race-scope");
    assertThat(test.text()).endsWith("exists (P0:r0 == 0 /\\ P1:r0 == 0)\n");
    showsARace(test.test());
    assertThat(test.comment()).contains("With atom.relaxed.gpu.add for the ");
  }

  @Test
  void aLoopThatPollsAtTooNarrowAScopeGoesBackInTime() {
    String body =
        Kernels.between("nanosleep.u32 3000; st.relaxed.cta.global.u32 [%rd2], 1;", ACQUIRE);
    List<OfFinding> extractions =
        Kernels.run(2, 32, body).races().stream()
            .filter(extraction -> extraction.finding().rule().equals("race-scope"))
            .toList();
    Extraction last = Objects.requireNonNull(extractions.getLast().test());
    assertThat(Tests.threads(roundTripped(last).test()))
        .containsExactly(
            "st.relaxed.cta arg1_0, 1", "ld.acquire.gpu r0, arg1_0; ld.acquire.gpu r1, arg1_0");
    assertThat(Tests.allows("ptx", last.test())).isTrue();
    assertThat(Tests.allows("sc", last.test())).isFalse();
  }

  @Test
  void aRaceThatNoOutcomeShowsSaysSo() {
    Extraction test =
        race(Kernels.run(2, 32, "@%p2 st.relaxed.cta.global.u32 [%rd2], %r1;\n"), "race-scope");
    assertThat(test.comment())
        .contains(
            "No outcome shows it; the model hrf-indirect-relaxed, which flags such races, does.");
  }

  @Test
  void valuesThatCannotBeToldApartAreChangedAndThatIsSaid() {
    Extraction test =
        race(Kernels.run(2, 32, "@%p2 st.global.u32 [%rd1], 9;\n"), "race-same-value");
    assertThat(Tests.threads(test.test()))
        .containsExactly("st.weak arg0_0, 9", "st.weak arg0_0, 10");
    assertThat(test.comment()).contains("Both stored 9, and are told apart here.");
  }

  @Test
  void aStoreThatAnAtomicDoesNotSeeIsLost() {
    Extraction test =
        race(
            Kernels.run(
                2,
                32,
                """
                  @!%p2 bra END;
                  @%p1 st.global.u32 [%rd2], 9;
                  @!%p1 atom.relaxed.gpu.global.add.u32 %r6, [%rd2], 1;
                END:
                """),
            "race-mixed-strength");
    assertThat(test.text()).endsWith("exists (P1:r0 == 0 /\\ [arg1_0] == 1)\n");
    showsARace(test.test());
  }

  /** A lock that is set to zero while others already try to take it. */
  @Test
  void aStoreThatASwapDoesNotSeeIsLostThoughTheyHaveOneValue() {
    String body =
        """
          @!%p2 bra END;
          @!%p1 bra TAKE;
          st.global.u32 [%rd2], 0;
          bra END;
        TAKE:
          atom.global.cas.b32 %r6, [%rd2], 0, 1;
        END:
        """;
    Extraction test = Objects.requireNonNull(Kernels.run(2, 32, body).races().getFirst().test());
    assertThat(test.text())
        .contains("the store is lost between the read and the write of the atomic")
        .contains("What was stored, 0, and what was there are told apart")
        .contains("With st.relaxed.gpu for the weak store");
  }

  /** Strong accesses of two sizes: weak ones to the bytes that both touch. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st.relaxed.gpu.global.u32 [%rd2], 9 | ld.relaxed.gpu.global.u16 %r6, [%rd2] | 9",
        "st.release.gpu.global.u32 [%rd2], 259 | ld.acquire.gpu.global.u8 %r6, [%rd2+1] | 1",
        "st.release.gpu.global.u32 [%rd2+4], 7 | ld.acquire.gpu.global.u64 %rd6, [%rd2] | 7"
      })
  void whatOverlapsInPartIsWeak(String store, String load, int stored) {
    String body = "@!%%p2 bra END;\n@%%p1 %s;\n@!%%p1 %s;\nEND:\n".formatted(store, load);
    OfFinding race =
        Kernels.run(2, 32, body).races().stream()
            .filter(candidate -> candidate.test() != null)
            .findFirst()
            .orElseThrow();
    Extraction test = Objects.requireNonNull(race.test());
    assertThat(test.text())
        .contains("st.weak ", ", " + stored)
        .contains("ld.weak r0")
        .contains("The two overlap in part, so no order or scope makes them synchronise")
        .doesNotContain("With ");
  }

  /** An atomic stays one where the other access has its bytes and more. */
  @Test
  void anAtomicIsComparedWithALargerStore() {
    String body =
        """
          @!%p2 bra END;
          @%p1 st.relaxed.gpu.global.u64 [%rd2], 5;
          @!%p1 atom.relaxed.gpu.global.add.u32 %r6, [%rd2], 2;
        END:
        """;
    Extraction test = Objects.requireNonNull(Kernels.run(2, 32, body).races().getFirst().test());
    assertThat(test.text()).contains("st.weak ").contains("atom.relaxed.gpu.add r0");
    String narrow = body.replace("st.relaxed.gpu.global.u64", "st.relaxed.gpu.global.u8");
    assertThat(Kernels.run(2, 32, narrow).races().getFirst().problem())
        .isEqualTo("the accesses are of different sizes, and one is an atomic");
  }

  /**
   * A stack whose pop reads the next node before its compare-and-swap, while others may pop and
   * push that node (ABA): every race has a test.
   */
  @Test
  void racesOfAStackWithReusedNodesHaveTests() {
    String body =
        """
          @!%p2 bra END;
          add.u32 %r10, %r1, 1;           // the node that is pushed
          mov.u32 %r9, 0;                 // rounds
        PUSH:
          mul.wide.u32 %rd5, %r10, 4;
          add.u64 %rd5, %rd5, %rd1;
          atom.relaxed.gpu.global.add.u32 %r6, [%rd2], 0;
          st.global.u32 [%rd5], %r6;
          fence.acq_rel.gpu;
          atom.relaxed.gpu.global.cas.b32 %r7, [%rd2], %r6, %r10;
          setp.ne.u32 %p3, %r7, %r6;
          @%p3 bra PUSH;
          add.u32 %r9, %r9, 1;
          setp.gt.u32 %p3, %r9, 3;
          @%p3 bra END;
        POP:
          atom.relaxed.gpu.global.add.u32 %r10, [%rd2], 0;
          setp.eq.u32 %p3, %r10, 0;
          @%p3 bra POP;
          mul.wide.u32 %rd5, %r10, 4;
          add.u64 %rd5, %rd5, %rd1;
          ld.global.u32 %r8, [%rd5];
          atom.relaxed.gpu.global.cas.b32 %r7, [%rd2], %r10, %r8;
          setp.ne.u32 %p3, %r7, %r10;
          @%p3 bra POP;
          bra PUSH;
        END:
        """;
    List<OfFinding> races = Kernels.run(3, 32, body).races();
    assertThat(races).hasSizeGreaterThan(2).allMatch(race -> race.test() != null);
    assertThat(races)
        .anyMatch(race -> Objects.requireNonNull(race.test()).text().contains("cas r0"));
  }

  @Test
  void theSameRunGivesTheSameTests() {
    String body = lock("relaxed");
    List<String> first =
        Kernels.run(4, 32, body).races().stream()
            .map(extraction -> Objects.requireNonNull(extraction.test()).text())
            .toList();
    assertThat(first).hasSizeGreaterThan(1);
    assertThat(
            Kernels.run(4, 32, body).races().stream()
                .map(extraction -> Objects.requireNonNull(extraction.test()).text()))
        .containsExactlyElementsOf(first);
  }
}
