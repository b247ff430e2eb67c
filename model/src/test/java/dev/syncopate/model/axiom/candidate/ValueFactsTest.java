package dev.syncopate.model.axiom.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.candidate.path.ThreadPath;
import dev.syncopate.model.axiom.candidate.path.Unroller;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Conflicts by the values of reads, whatever their sources are. */
class ValueFactsTest {
  /** Two writes of 1 and one of 2 to x; what is read there is written to y and read again. */
  private static final LitmusTest TEST =
      LitmusTest.read(
          "copied",
          """
          PTX copied
          { x=0; y=0; }
           P0@cta 0,gpu 0      | P1@cta 0,gpu 0      | P2@cta 0,gpu 0       | P3@cta 0,gpu 0       ;
           st.relaxed.gpu x, 1 | st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x | ld.relaxed.gpu r1, y ;
           st.relaxed.gpu x, 2 |                     | st.relaxed.gpu y, r0 |                      ;
          exists (P2:r0 == 1 /\\ P3:r1 == 1)
          """);

  private static final TestLocations LOCATIONS = new TestLocations(TEST);

  private final ExecutionSkeleton skeleton =
      new ExecutionSkeleton(
          TEST,
          List.of(MemoryEvent.initial(0, 0), MemoryEvent.initial(1, 0)),
          List.of(path(0), path(1), path(2), path(3)));
  private final int firstWrite = skeleton.first[0];
  private final int secondWrite = firstWrite + 1;
  private final int otherWrite = skeleton.first[1];
  private final int read = skeleton.first[2];
  private final int copy = read + 1;
  private final int lastRead = skeleton.first[3];
  private final CandidateExecution unmatched =
      new CandidateExecution(
          skeleton, new ReadMatching(skeleton), skeleton.initialOrder(), /* barriers= */ null);
  private final CandidateExecution first = matched(unmatched, read, firstWrite);
  private final CandidateExecution copiedExecution = matched(first, lastRead, copy);

  private static ThreadPath path(int thread) {
    return new Unroller(TEST.threads().get(thread), thread, LOCATIONS, 1, 1).paths().getFirst();
  }

  private static CandidateExecution matched(CandidateExecution execution, int read, int write) {
    return execution.with(execution.matching().with(read, write));
  }

  private ConflictCause byValue(CandidateExecution execution, int valuedRead) {
    ConflictCause cause = new ConflictCause(execution, skeleton.initialOrder());
    cause.value(valuedRead);
    return cause;
  }

  @Test
  void aValueIsExplainedByItsSourceAndTheValuesThatThisIsComputedFrom() {
    ConflictCause cause = byValue(copiedExecution, lastRead);
    cause.trace(first.matching(), copiedExecution.matching(), lastRead);
    assertThat(cause.isByValueOnly(lastRead)).isTrue();
    cause.traceRead(lastRead, copy, first.matching());
    assertThat(cause.reads()).containsExactly(lastRead);
    assertThat(cause.valued()).containsExactly(read);
  }

  @Test
  void aValueThatWasNotKnownYetIsTracedBackToWhatWas() {
    CandidateExecution last = matched(unmatched, lastRead, copy);
    ConflictCause cause = byValue(matched(last, read, firstWrite), lastRead);
    cause.trace(last.matching(), matched(last, read, firstWrite).matching(), read);
    assertThat(cause.reads()).containsExactly(lastRead);
    assertThat(cause.isByValueOnly(read)).isTrue();
    cause.traceRead(read, firstWrite, last.matching());
    assertThat(cause.reads()).containsExactly(read, lastRead);
    assertThat(cause.valued()).isEmpty();
  }

  @Test
  void aNogoodByAValueIsMetByEverySourceWithThisValue() {
    Nogoods nogoods = new Nogoods(skeleton);
    nogoods.add(first, byValue(first, read));
    assertThat(nogoods.ofMatched(unmatched, read, otherWrite, /* joint= */ null)).isNotNull();
    assertThat(nogoods.ofMatched(unmatched, read, secondWrite, /* joint= */ null)).isNull();
  }

  @Test
  void aNogoodIsMetByAValueThatFollowsFromAMatch() {
    Nogoods nogoods = new Nogoods(skeleton);
    nogoods.add(copiedExecution, byValue(copiedExecution, lastRead));
    CandidateExecution last = matched(unmatched, lastRead, copy);
    assertThat(nogoods.ofLearnt(matched(last, read, otherWrite), last, read)).isNotNull();
    assertThat(nogoods.ofLearnt(matched(last, read, secondWrite), last, read)).isNull();
  }

  @Test
  void ofSeveralNogoodsTheOneIsTakenThatAddsFewestFacts() {
    Nogoods nogoods = new Nogoods(skeleton);
    ConflictCause joint = byValue(copiedExecution, read);
    ConflictCause sameCause = byValue(copiedExecution, read);
    sameCause.read(lastRead);
    nogoods.add(copiedExecution, sameCause);
    ConflictCause longerCause = byValue(copiedExecution, read);
    longerCause.read(lastRead);
    longerCause.order(firstWrite, otherWrite);
    CandidateExecution ordered = copiedExecution.ordered(firstWrite, otherWrite);
    nogoods.add(ordered, longerCause);
    ConflictCause foundCause =
        nogoods.ofMatched(first.ordered(firstWrite, otherWrite), lastRead, copy, joint);
    assertThat(foundCause == null ? -1 : foundCause.size()).isEqualTo(2);
  }

  @Test
  void whatMayBeOtherwiseIsNoReasonWhyAllOutcomesAreKnown() {
    Observables observables = Observables.asked(TEST);
    OutcomeBound bound = new OutcomeBound(TEST, observables, LOCATIONS);
    Set<ObservedState> outcomes = new HashSet<>();
    for (long last = 0; last <= 2; last++) { // all with 1 in r0
      outcomes.add(new ObservedState(observables, LOCATIONS, new long[] {1, last}));
    }
    OutcomeBound.Wanted goal = bound.others(outcomes);
    assertThat(bound.mayShow(copiedExecution, goal)).isFalse();
    ConflictCause cause = new ConflictCause(copiedExecution, skeleton.initialOrder());
    bound.why(copiedExecution, goal, cause);
    assertThat(cause.valued()).containsExactly(read);
    assertThat(cause.reads()).isEmpty();
  }
}
