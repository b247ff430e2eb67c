package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.cat.BaseNames;
import dev.syncopate.model.axiom.mbarrier.MbarrierHistory;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An execution, or the part of one that is put together so far: a skeleton, what each read reads
 * from, and which writes are before which.
 */
public final class CandidateExecution implements BaseNames {
  /** Of a read that has no write yet, and of what is no read. */
  static final int NONE = -1;

  final ExecutionSkeleton skeleton;
  private final ReadMatching matching;
  private final Relation coherence;
  private final @Nullable Relation barriers;
  private final MbarrierHistory history;
  private @Nullable Relation readsFrom;

  /** With null for barriers of which it is not yet known who meets. */
  CandidateExecution(
      ExecutionSkeleton skeleton,
      ReadMatching matching,
      Relation coherence,
      @Nullable Relation barriers) {
    this(skeleton, matching, coherence, barriers, MbarrierHistory.NONE);
  }

  /** With the order of operations on mbarriers. */
  CandidateExecution(
      ExecutionSkeleton skeleton,
      ReadMatching matching,
      Relation coherence,
      @Nullable Relation barriers,
      MbarrierHistory history) {
    this.skeleton = skeleton;
    this.matching = matching;
    this.coherence = coherence;
    this.barriers = barriers;
    this.history = history;
  }

  ReadMatching matching() {
    return matching;
  }

  Relation coherence() {
    return coherence;
  }

  /** Whether one of two writes is before the other. */
  boolean isOrdered(int a, int b) {
    return coherence.contains(a, b) || coherence.contains(b, a);
  }

  /** Whether a write may be before another, as far as their order is concerned. */
  boolean mayOrder(int a, int b) {
    return a != b && !coherence.contains(b, a);
  }

  /** The same with a write before another, and all that follows. */
  CandidateExecution ordered(int a, int b) {
    return coherence.contains(a, b) ? this : with(coherence.transitiveWith(a, b));
  }

  @Nullable Relation barriers() {
    return barriers;
  }

  /** The same with other reads matched. */
  CandidateExecution with(ReadMatching otherMatching) {
    return new CandidateExecution(skeleton, otherMatching, coherence, barriers, history);
  }

  /** The same with more pairs of writes in order. */
  CandidateExecution with(Relation order) {
    CandidateExecution copy = new CandidateExecution(skeleton, matching, order, barriers, history);
    copy.readsFrom = readsFrom;
    return copy;
  }

  /** Its events for people, by number. */
  public List<EventView> view(LitmusTest test) {
    TestLocations locations = new TestLocations(test);
    List<EventView> views = new ArrayList<>();
    for (int number = 0; number < skeleton.size(); number++) {
      MemoryEvent event = skeleton.event(number);
      views.add(
          EventView.of(
              number,
              event.thread() < 0 ? -1 : test.threads().get(event.thread()).id(),
              number - skeleton.first[0],
              event,
              event.thread() < 0
                  ? null
                  : test.threads().get(event.thread()).annotation(event.instruction()),
              event.address() < 0 ? "" : locations.name(event.address()),
              locations.shown(matching.value(number))));
    }
    return views;
  }

  @Override
  public int events() {
    return skeleton.size();
  }

  @Override
  public @Nullable EventSet set(String name) {
    EventSet set = skeleton.set(name);
    return set == null ? history.set(name) : set;
  }

  @Override
  public @Nullable Relation relation(String name) {
    return switch (name) {
      case "rf" -> readsFrom();
      case "co" -> coherence;
      case "syncbar" -> barriers;
      case "phs" -> history.isNone() ? null : history.phases();
      case "mbo" -> history.isNone() ? null : history.order();
      default -> skeleton.relation(name);
    };
  }

  @Override
  public Relation atMost(String name) {
    return switch (name) {
      case "rf" -> mayReadFrom();
      case "co" -> skeleton.writesOfOneLocation().difference(coherence.inverse());
      default -> throw new IllegalArgumentException(name + " is known from the start");
    };
  }

  private Relation mayReadFrom() {
    Relation relation = new Relation(skeleton.size());
    for (int read : skeleton.reads()) {
      if (matching.source(read) != NONE) {
        relation.add(matching.source(read), read);
      } else {
        for (int write : skeleton.sources(read)) {
          relation.add(write, read);
        }
      }
    }
    return relation;
  }

  private Relation readsFrom() {
    if (readsFrom == null) {
      Relation relation = new Relation(skeleton.size());
      for (int read : skeleton.reads()) {
        int write = matching.source(read);
        if (write != NONE) {
          relation.add(write, read);
        }
      }
      readsFrom = relation;
    }
    return readsFrom;
  }
}
