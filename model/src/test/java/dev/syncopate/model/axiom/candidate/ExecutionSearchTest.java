package dev.syncopate.model.axiom.candidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which executions tests have. */
class ExecutionSearchTest {
  private static final String TWO = "P0@cta 0,gpu 0 | P1@cta 0,gpu 0;\n";

  private static final CatModel RACES =
      Judged.model(
          """
          "m"
          acyclic po | rf | co | fr as sc
          let hb = (po | [REL]; rf; [ACQ])^+
          let conflict = ((W * M) | (M * W)) & loc & ext \\ ((IW * _) | (_ * IW))
          flag ~empty conflict & (WEAK * _) \\ hb \\ hb^-1 as race
          """);

  private static final String MESSAGE_PASSING =
      "PTX t {} "
          + TWO
          + """
          st.weak x, 1 | ld.weak r0, y ;
          st.weak y, 1 | ld.weak r1, x ;
          exists (1:r0 = 1 /\\ 1:r1 = 0)
          """;

  @Test
  void readsReadFromEveryWriteThatTheModelAllows() {
    assertThat(Judged.outcomes(MESSAGE_PASSING, Judged.SC))
        .containsExactly("1:r0=0 1:r1=0", "1:r0=0 1:r1=1", "1:r0=1 1:r1=1");
    assertThat(Judged.outcomes(MESSAGE_PASSING, Judged.COHERENT))
        .containsExactly("1:r0=0 1:r1=0", "1:r0=0 1:r1=1", "1:r0=1 1:r1=0", "1:r0=1 1:r1=1");
  }

  @Test
  void aComparedValueIsADependencyOfTheSwapsRead() {
    String test =
        "PTX t {} "
            + TWO
            + """
            ld.relaxed.gpu r0, x                 | st.relaxed.gpu x, 1;
            atom.relaxed.gpu.cas r1, y, r0, 2    | ;
            exists 0:r0 = 1 /\\ 0:r1 = 0
            """;
    CatModel failures =
        Judged.model("acyclic rf empty casdep; [R \\ RMW] as failed empty data; [R]");
    CatModel swaps = Judged.model("acyclic rf empty casdep; [RMW] as swapped");
    assertThat(Judged.outcomes(test, failures)).containsExactly("0:r0=0 0:r1=0");
    assertThat(Judged.outcomes(test, swaps)).containsExactly("0:r0=1 0:r1=0");
  }

  @Test
  void writesToOneLocationComeInEveryOrder() {
    String test = "PTX t {} " + TWO + "st.weak x, 1 | st.weak x, 3; st.weak x, 2 | ; exists x = 1";
    assertThat(Judged.outcomes(test, Judged.SC)).containsExactly("x=2", "x=3");
    CatModel permissive = Judged.model("\"Anything\" acyclic rf as nothing");
    assertThat(Judged.outcomes(test, permissive)).containsExactly("x=1", "x=2", "x=3");
  }

  @Test
  void atomicOperationsLeaveNothingBetweenTheirHalves() {
    String test =
        "PTX t {} "
            + TWO
            + "atom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.add r0, x, 1; exists x = 2";
    CatModel notAtomic = Judged.model("\"m\" acyclic po | rf | co | fr as sc");
    assertThat(Judged.outcomes(test, Judged.SC)).containsExactly("x=2");
    assertThat(Judged.outcomes(test, notAtomic)).containsExactly("x=1", "x=2");
  }

  @Test
  void aSwapWritesOnlyWhereItFindsWhatItExpects() {
    String test =
        "PTX t {} "
            + TWO
            + """
            atom.acq_rel.gpu.cas r0, x, 0, 1 | atom.acq_rel.gpu.cas r0, x, 1, 2 ;
            exists (0:r0 = 0 /\\ 1:r0 = 0 /\\ x = 1)
            """;
    assertThat(Judged.outcomes(test, Judged.SC))
        .containsExactly("0:r0=0 1:r0=0 x=1", "0:r0=0 1:r0=1 x=2");
  }

  @Test
  void branchesGoWhereTheValuesLead() {
    String test =
        "PTX t {} "
            + TWO
            + """
            ld.weak r0, x   | st.weak x, 1 ;
            bne r0, 1, LC01 |              ;
            ld r1, 7        |              ;
            LC01:           |              ;
            add r2, r1, r0  |              ;
            exists (0:r2 = 8)
            """;
    assertThat(Judged.outcomes(test, Judged.SC)).containsExactly("0:r2=0", "0:r2=8");
  }

  @Test
  void aLoopThatOnlyLooksEndsWhenItFindsWhatItWaitsFor() {
    String test =
        "PTX t {} "
            + TWO
            + """
            st.weak x, 1         | LC00:                ;
            st.release.gpu y, 1  | ld.acquire.gpu r0, y ;
                                 | bne r0, 1, LC00      ;
                                 | ld.weak r1, x        ;
            exists (1:r1 = 0)
            """;
    assertThat(Judged.outcomes(test, Judged.SC, 1)).containsExactly("1:r1=1");
    assertThat(Judged.outcomes(test, Judged.COHERENT, 1)).containsExactly("1:r1=0", "1:r1=1");
    LitmusTest read = LitmusTest.read("t", test);
    assertThat(ExecutionSearch.of(read, Judged.SC, Observables.asked(read), 1).cut()).isFalse();
  }

  @Test
  void aRaceOfARoundThatOnlyLookedIsFound() {
    LitmusTest read =
        LitmusTest.read(
            "t",
            "PTX t {} "
                + TWO
                + """
                st.weak x, 1        | LC00:                ;
                st.release.gpu y, 1 | ld.acquire.gpu r0, y ;
                                    | ld.weak r1, x        ;
                                    | bne r0, 1, LC00      ;
                forall (1:r1 = 1)
                """);
    AllowedOutcomes findings = ExecutionSearch.of(read, RACES, Observables.asked(read), 3);
    assertThat(findings.flags()).containsOnlyKeys("race");
    assertThat(Judged.shown(findings)).containsExactly("1:r1=1");
  }

  @Test
  void anOperationDoesNotReadWhatItWrites() {
    CatModel permissive = Judged.model("\"Anything\" empty rf & id as nothing");
    assertThat(
            Judged.outcomes(
                "PTX t {} P0@cta 0,gpu 0; atom.relaxed.gpu.exch r0, x, 1; exists 0:r0 = 1",
                permissive))
        .containsExactly("0:r0=0");
  }

  @Test
  void aLoopThatWritesIsUnrolledAsOftenAsTheBoundSays() {
    String test =
        "PTX t {} "
            + TWO
            + """
            LC00:                       | st.weak y, 1 ;
            atom.relaxed.gpu.add r0, x, 1 |            ;
            ld.weak r1, y               |              ;
            bne r1, 1, LC00             |              ;
            exists (x = 1)
            """;
    LitmusTest read = LitmusTest.read("t", test);
    AllowedOutcomes two = ExecutionSearch.of(read, Judged.SC, Observables.asked(read), 2);
    assertThat(Judged.shown(two)).containsExactly("x=1", "x=2");
    assertThat(two.cut()).isTrue();
    assertThat(Judged.outcomes(test, Judged.SC, 4)).containsExactly("x=1", "x=2", "x=3", "x=4");
  }

  @Test
  void aCountedLoopEndsByItself() {
    String test =
        """
        PTX t { 0:r0=3; } P0@cta 0,gpu 0;
        LC00: ;
        atom.relaxed.gpu.add r1, x, 2 ;
        sub r0, r0, 1 ;
        bgt r0, 0, LC00 ;
        forall x = 6
        """;
    LitmusTest read = LitmusTest.read("t", test);
    AllowedOutcomes findings = ExecutionSearch.of(read, Judged.SC, Observables.asked(read), 3);
    assertThat(Judged.shown(findings)).containsExactly("x=6");
    assertThat(findings.cut()).isFalse();
    assertThat(findings.verdict(read)).isTrue();
  }

  @Test
  void addressesTravelThroughMemory() {
    String test =
        "PTX t { p=x; x=5; } "
            + TWO
            + """
            st.weak y, 7 | ld.weak r0, p  ;
            st.weak p, y | ld.weak r1, r0 ;
            exists (1:r0 = y /\\ 1:r1 = 0)
            """;
    assertThat(Judged.outcomes(test, Judged.SC))
        .containsExactly("1:r0=&x 1:r1=5", "1:r0=&y 1:r1=7");
    assertThat(Judged.outcomes(test, Judged.COHERENT)).contains("1:r0=&y 1:r1=0");
  }

  @Test
  void whatIsNoAddressIsAnErrorWhereTheModelAllowsToUseIt() {
    String test =
        "PTX t {} "
            + TWO
            + "st.weak x, 1 | ld.weak r0, p; st.weak p, x | ld.weak r1, r0; exists 1:r1 = 0";
    assertThatThrownBy(() -> Judged.outcomes(test, Judged.SC))
        .isInstanceOf(WildAddressException.class)
        .hasMessage(
            "P1: `ld.weak r1, r0`: r0 holds no location's address in an execution that m.cat"
                + " allows");
    String guarded =
        "PTX t {} "
            + TWO
            + """
            st.weak x, 1 | ld.weak r0, p   ;
            st.weak p, x | beq r0, 0, LC00 ;
                         | ld.weak r1, r0  ;
                         | LC00:           ;
            exists (1:r1 = 0)
            """;
    assertThat(Judged.outcomes(guarded, Judged.SC)).containsExactly("1:r1=0", "1:r1=1");
  }

  @Test
  void otherNamesAreOfTheSameLocation() {
    String test =
        "PTX t { p @ generic aliases x; } "
            + TWO
            + "st.weak x, 1 | ld.weak r0, p; | ; exists (1:r0 = 1 /\\ [p] = 1)";
    assertThat(Judged.outcomes(test, Judged.SC)).containsExactly("1:r0=0 p=1", "1:r0=1 p=1");
  }

  @Test
  void valuesOutOfThinAirAreNotLookedFor() {
    String test =
        "PTX t {} "
            + TWO
            + "ld.weak r0, x | ld.weak r0, y; st.weak y, r0 | st.weak x, r0; exists 0:r0 = 42";
    assertThat(Judged.outcomes(test, Judged.COHERENT)).containsExactly("0:r0=0");
  }

  @Test
  void threadsMeetAtBarriers() {
    String test =
        "PTX t {} "
            + TWO
            + """
            st.weak x, 1   | bar.cta.sync 0 ;
            bar.cta.sync 0 | ld.weak r0, x  ;
            exists (1:r0 = 0)
            """;
    CatModel model =
        Judged.model("\"m\" let hb = (po | syncbar)^+ acyclic hb | rf | co | fr as sc");
    assertThat(Judged.outcomes(test, model)).containsExactly("1:r0=1");
    assertThat(Judged.outcomes(test.replace("bar.cta.sync 0 | ld", "bar.cta.arrive 0 | ld"), model))
        .containsExactly("1:r0=1");
    assertThat(Judged.outcomes(test.replace("sync 0 ;", "arrive 0 ;"), model))
        .containsExactly("1:r0=0", "1:r0=1");
  }

  @Test
  void anExecutionWhoseBarrierLacksAThreadHangsAndCountsForNothing() {
    String test = "PTX t {} " + TWO + "bar.cta.sync 0, 1, 2 | ; st.weak x, 1 | ; exists x = 1";
    LitmusTest read = LitmusTest.read("t", test);
    AllowedOutcomes findings = ExecutionSearch.of(read, Judged.SC, Observables.asked(read), 1);
    assertThat(findings.outcomes()).isEmpty();
    assertThat(findings.hung()).isTrue();
    assertThatThrownBy(() -> findings.verdict(read)).hasMessageContaining("no verdict");
    assertThat(Judged.outcomes(test.replace(", 2 |", ", 1 |"), Judged.SC)).containsExactly("x=1");
  }

  @Test
  void aThreadThatEndsWithoutComingIsNotWaitedFor() {
    String test =
        """
        PTX bystander
        { x=0; y=0; }
         P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;
         st.weak x, 1   | bar.cta.sync 1 | st.weak y, 1   ;
         bar.cta.sync 1 | ld.weak r1, x  |                ;
        exists (P1:r1 == 0)
        """;
    for (String model : List.of("sc", "ptx", "hrf-rsp")) {
      assertThat(Judged.outcomes(test, ModelCatalog.named(model))).containsExactly("1:r1=1");
    }
  }

  @Test
  void aThreadThatCannotEndBeforeTheOthersLeaveIsWaitedForInVain() {
    String test =
        """
        PTX waits-for-whom-it-frees
        { x=0; }
         P0@cta 0,gpu 0      | P1@cta 0,gpu 0       ;
         bar.cta.sync 0      | LC00:                ;
         st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ;
                             | bne r0, 1, LC00      ;
        exists (P1:r0 == 1)
        """;
    LitmusTest read = LitmusTest.read("t", test);
    assertThat(ExecutionSearch.of(read, Judged.SC, Observables.asked(read), 2).outcomes())
        .isEmpty();
  }

  @Test
  void barriersInOppositeOrderHangUnderEveryModel() {
    String test =
        """
        PTX cycle
        { x=0; }
         P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
         bar.cta.sync 0 | bar.cta.sync 1 ;
         bar.cta.sync 1 | bar.cta.sync 0 ;
         st.weak x, 1   |                ;
        exists (x == 1)
        """;
    for (BarrierReading reading : BarrierReading.values()) {
      LitmusTest read = LitmusTest.read("t", test).withBarriers(reading);
      AllowedOutcomes findings =
          ExecutionSearch.of(read, Judged.model("acyclic po"), Observables.asked(read), 1);
      boolean waits = reading != BarrierReading.THREADS_PASS;
      assertThat(findings.outcomes().isEmpty()).as("%s", reading).isEqualTo(waits);
      assertThat(findings.hung()).as("%s", reading).isEqualTo(waits);
    }
  }

  @Test
  void anyTwoOfThreeMeetWhereTwoAreEnough() {
    String test =
        """
        PTX any-two
        { x=0; }
         P0@cta 0,gpu 0         | P1@cta 0,gpu 0       | P2@cta 0,gpu 0         ;
         st.weak x, 1           | bar.cta.sync 0, 0, 2 | bar.cta.arrive 0, 0, 2 ;
         bar.cta.arrive 0, 0, 2 | ld.weak r1, x        |                        ;
        exists (P1:r1 == 0)
        """;
    CatModel hb = Judged.model("\"m\" let hb = (po | syncbar)^+ acyclic hb | rf | co | fr as sc");
    assertThat(Judged.outcomes(test, hb)).containsExactly("1:r1=0", "1:r1=1");
    LitmusTest minimum = LitmusTest.read("t", test).withBarriers(BarrierReading.QUORUM_IS_MINIMUM);
    assertThat(Judged.shown(ExecutionSearch.of(minimum, hb, Observables.asked(minimum), 1)))
        .containsExactly("1:r1=1");
  }

  @Test
  void threadsThatPassBarriersSynchroniseWithThoseThatCome() {
    CatModel hb = Judged.model("\"m\" let hb = (po | syncbar)^+ acyclic hb | rf | co | fr as sc");
    String test =
        """
        PTX passes
        { x=0; }
         P0@cta 0,gpu 0       | P1@cta 0,gpu 0       | P2@cta 1,gpu 0       ;
         st.weak x, 1         | bar.cta.sync 0, 0, 4 | bar.cta.sync 0, 0, 4 ;
         bar.cta.sync 0, 0, 4 | ld.weak r1, x        | ld.weak r1, x        ;
        exists (P1:r1 == 0 \\/ P2:r1 == 0)
        """;
    LitmusTest manual = LitmusTest.read("t", test);
    assertThat(ExecutionSearch.of(manual, hb, Observables.asked(manual), 1).hung()).isTrue();
    LitmusTest passing = manual.withBarriers(BarrierReading.THREADS_PASS);
    assertThat(Judged.shown(ExecutionSearch.of(passing, hb, Observables.asked(passing), 1)))
        .as("P2 is of another block")
        .containsExactly("1:r1=1 2:r1=0", "1:r1=1 2:r1=1");
    LitmusTest twice =
        LitmusTest.read(
                "t",
                "PTX t {} P0@cta 0,gpu 0 | P1@cta 0,gpu 0; st.weak x, 1 | bar.cta.sync 0;"
                    + " bar.cta.sync 0 | ld.weak r0, x; bar.cta.sync 0 | ; exists 1:r0=0")
            .withBarriers(BarrierReading.THREADS_PASS);
    assertThat(Judged.shown(ExecutionSearch.of(twice, hb, Observables.asked(twice), 1)))
        .as("the second time is nobody else's")
        .containsExactly("1:r0=1");
  }

  /** Three threads of a block and a barrier for two, which the manual lets two pass alone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "st.weak x, 1 | BAR | BAR # BAR | ld.weak r0, x | # 1:r0=0 # true # the others pass",
        "ld.weak r0, x | BAR | BAR # BAR | st.weak x, 1 | # 0:r0=1 # true # it passes late",
        "BAR | st.weak x, 1 | BAR # ld.weak r0, x | BAR | # 0:r0=0 # true # the writer is late",
        "ld.weak r0, x | BAR | ld.weak r0, x # BAR | st.weak x, 1 | BAR"
            + " # 0:r0=1 /\\ 2:r0=1 # false # one of the readers opens it for the writer",
        "st.weak x, 1 | BAR | st.weak x, 2 # BAR | ld.weak r0, x | BAR"
            + " # 1:r0=0 # false # one of the writers opens it for the reader"
      })
  void aBarrierThatOpensForGoodLetsEverybodyPassFromThenOn(
      String first, String second, String question, boolean reachable, String why) {
    CatModel hb = Judged.model("\"m\" let hb = (po | syncbar)^+ acyclic hb | rf | co | fr as sc");
    String text =
        "PTX t { x=0; } P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0; %s; %s; exists %s"
            .formatted(first, second, question)
            .replace("BAR", "bar.cta.sync 1, 1, 2");
    LitmusTest manual = LitmusTest.read("t", text);
    assertThat(ExecutionSearch.of(manual, hb, Observables.asked(manual), 1).outcomes())
        .as("by the manual the third thread waits forever")
        .isEmpty();
    LitmusTest opens = manual.withBarriers(BarrierReading.OPENS_FOR_GOOD);
    AllowedOutcomes findings = ExecutionSearch.of(opens, hb, Observables.asked(opens), 1);
    assertThat(findings.hung()).isFalse();
    assertThat(findings.verdict(opens)).as(why).isEqualTo(reachable);
  }

  @Test
  void aBarrierThatOpensForGoodWaitsForItsCount() {
    String test =
        """
        PTX t
        { x=0; }
         P0@cta 0,gpu 0       | P1@cta 0,gpu 0       ;
         bar.cta.sync 0, 0, N | bar.cta.sync 0, 0, 2 ;
         bar.cta.sync 0, 0, 2 | bar.cta.sync 1       ;
         bar.cta.sync 1       | st.weak x, 1         ;
        exists (x == 1)
        """;
    for (int count : new int[] {2, 3, 4}) {
      LitmusTest read =
          LitmusTest.read("t", test.replace("N", count + ""))
              .withBarriers(BarrierReading.OPENS_FOR_GOOD);
      assertThat(ExecutionSearch.of(read, Judged.SC, Observables.asked(read), 1).hung())
          .as("the first arrival says %d, and there are two until it is open", count)
          .isEqualTo(count > 2);
    }
  }

  @Test
  void aCountBelowOneThatIsAllowedIsAnError() {
    LitmusTest test =
        LitmusTest.read(
            "t",
            "PTX t {} "
                + TWO
                + "ld.weak r0, x | st.weak x, 1; bar.cta.sync 0, 0, r0 |; exists x = 1");
    assertThatThrownBy(() -> ExecutionSearch.of(test, Judged.SC, Observables.asked(test), 1))
        .isInstanceOf(WildAddressException.class)
        .hasMessageContaining("P0: `bar.cta.sync 0, 0, r0`: the count r0 is below 1");
  }

  @Test
  void barriersMayBeNamedByWhatWasRead() {
    String test =
        "PTX t {} "
            + TWO
            + """
            st.weak x, 1      | ld.weak r1, x       ;
            bar.cta.sync 0, 1 | bar.cta.sync 0, r1 ;
            forall (1:r1 = 1)
            """;
    LitmusTest read = LitmusTest.read("t", test);
    AllowedOutcomes findings = ExecutionSearch.of(read, Judged.SC, Observables.asked(read), 1);
    assertThat(Judged.shown(findings)).containsExactly("1:r1=1");
    assertThat(findings.verdict(read)).isTrue();
  }

  @Test
  void aFilterExcludesOutcomes() {
    LitmusTest read =
        LitmusTest.read("t", MESSAGE_PASSING.replace("exists", "filter 1:r0 = 1 forall"));
    AllowedOutcomes findings = ExecutionSearch.of(read, Judged.SC, Observables.asked(read), 1);
    assertThat(Judged.shown(findings)).containsExactly("1:r0=1 1:r1=1");
    assertThat(findings.filtered()).isTrue();
  }

  @Test
  void whatSomeExecutionShowsIsReported() {
    LitmusTest weak = LitmusTest.read("t", MESSAGE_PASSING);
    assertThat(ExecutionSearch.of(weak, RACES, Observables.asked(weak), 1).flags())
        .containsOnlyKeys("race");
    String guarded =
        "PTX t {} "
            + TWO
            + """
            st.weak x, 1        | ld.acquire.gpu r0, y ;
            st.release.gpu y, 1 | beq r0, 0, LC00      ;
                                | ld.weak r1, x        ;
                                | LC00:                ;
            exists (1:r0 = 1 /\\ 1:r1 = 0)
            """;
    LitmusTest free = LitmusTest.read("t", guarded);
    assertThat(ExecutionSearch.of(free, RACES, Observables.asked(free), 1).flags()).isEmpty();
  }
}
