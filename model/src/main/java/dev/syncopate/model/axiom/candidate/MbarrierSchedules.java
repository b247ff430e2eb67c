package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.AsyncFacts;
import dev.syncopate.model.axiom.candidate.path.AsyncFacts.MbarrierStep;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.axiom.mbarrier.MbarrierHistory;
import dev.syncopate.model.axiom.mbarrier.MbarrierOperation;
import dev.syncopate.model.axiom.mbarrier.MbarrierOperation.Kind;
import dev.syncopate.model.axiom.mbarrier.MbarrierOrders;
import dev.syncopate.model.axiom.mbarrier.TooManyOrdersException;
import dev.syncopate.model.axiom.relation.Relation;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All orders of a skeleton's operations on mbarriers. */
final class MbarrierSchedules {
  private final LitmusTest test;
  private final TestLocations locations;
  private final boolean asynchronous;

  MbarrierSchedules(LitmusTest test) {
    this.test = test;
    this.locations = new TestLocations(test);
    this.asynchronous = test.isAsynchronous();
  }

  /**
   * The orders: one without operations where there is no mbarrier, none where a wait never ends.
   */
  List<MbarrierHistory> histories(ExecutionSkeleton skeleton) {
    if (!asynchronous) {
      return List.of(MbarrierHistory.NONE);
    }
    Map<Integer, List<MbarrierOperation>> byLocation = new TreeMap<>();
    for (int e = skeleton.first[0]; e < skeleton.size(); e++) {
      MemoryEvent event = skeleton.event(e);
      AsyncFacts facts = event.async();
      if (facts != null && facts.step() != null && !facts.step().isVoid()) {
        byLocation
            .computeIfAbsent(event.location(), unseen -> new ArrayList<>())
            .add(new MbarrierOperation(e, kind(facts.step()), facts.step().number()));
      }
    }
    if (byLocation.isEmpty()) {
      return List.of(MbarrierHistory.NONE);
    }
    List<Long> arrivals =
        byLocation.keySet().stream()
            .map(location ->
                test.annotations().mbarriers().getOrDefault(locations.name(location), 0L))
            .toList();
    try {
      return MbarrierOrders.of(
          List.copyOf(byLocation.values()), arrivals, precedence(skeleton), skeleton.size());
    } catch (TooManyOrdersException e) {
      throw new TooLargeException(String.valueOf(e.getMessage()));
    }
  }

  /** Program order, and from what precedes the issue of an operation to its completion. */
  private static Relation precedence(ExecutionSkeleton skeleton) {
    Relation precedence = new Relation(skeleton.size());
    for (int thread = 0; thread + 1 < skeleton.first.length; thread++) {
      int first = skeleton.first[thread];
      for (int a = first; a < skeleton.first[thread + 1]; a++) {
        for (int b = a + 1; b < skeleton.first[thread + 1]; b++) {
          AsyncFacts later = skeleton.event(b).async();
          if (skeleton.event(a).inProgram()
              && (skeleton.event(b).inProgram() || (later != null && a < first + later.issue()))) {
            precedence.add(a, b);
          }
        }
      }
    }
    return precedence;
  }

  private static Kind kind(MbarrierStep step) {
    return switch (step.action()) {
      case INIT -> Kind.INIT;
      case INVAL -> Kind.INVAL;
      case ARRIVE -> Kind.ARRIVE;
      case ARRIVE_EXPECT_TX -> Kind.ARRIVE_EXPECTING;
      case ARRIVE_DROP -> Kind.DROP;
      case EXPECT_TX -> Kind.EXPECT;
      case COMPLETE_TX -> Kind.COMPLETE;
      case TEST_WAIT, TRY_WAIT -> step.succeeds() ? Kind.WAIT_TRUE : Kind.WAIT_FALSE;
    };
  }
}
