package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.Stage;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Orders the writes to each location in every way, initial writes first: in all total orders, or,
 * for models in which writes may be unordered, in all partial ones. Leaves out what the model
 * refuses already.
 */
final class Coherence {
  private final CatEvaluator evaluator;
  private final boolean partial;
  private final Enumeration.Visitor visitor;
  private final List<int[]> pairs = new ArrayList<>();

  Coherence(CatEvaluator evaluator, boolean partial, Enumeration.Visitor visitor) {
    this.evaluator = evaluator;
    this.partial = partial;
    this.visitor = visitor;
  }

  /** Offers each order with an execution whose reads are matched. */
  void orders(Execution execution) {
    Skeleton skeleton = execution.skeleton;
    for (int b = skeleton.first[0]; b < skeleton.size(); b++) {
      for (int a = skeleton.first[0]; a < b; a++) {
        if (skeleton.event(a).writes()
            && skeleton.event(b).writes()
            && skeleton.event(a).location() == skeleton.event(b).location()) {
          pairs.add(new int[] {a, b});
        }
      }
    }
    Execution start = partial ? execution : inProgramOrder(execution);
    if (start != null) {
      decide(start, 0);
    }
  }

  /**
   * Puts a thread's writes to a location, each with its next, in the order of the program where the
   * other order is refused: then all of a long row are in order, and no pair of them is left to be
   * decided. Null where that order is refused, too.
   */
  private @Nullable Execution inProgramOrder(Execution execution) {
    Execution ordered = execution;
    for (int[] pair : pairs) {
      if (isNext(execution.skeleton, pair[0], pair[1])
          && !mayBe(extended(ordered, pair[1], pair[0]))) {
        ordered = extended(ordered, pair[0], pair[1]);
        if (!mayBe(ordered)) {
          return null;
        }
      }
    }
    return ordered;
  }

  /** Whether a write is a thread's next one to the location of another. */
  private static boolean isNext(Skeleton skeleton, int a, int b) {
    Event first = skeleton.event(a);
    for (int e = a + 1; e <= b; e++) {
      Event event = skeleton.event(e);
      if (event.thread() != first.thread()) {
        return false;
      }
      if (event.writes() && event.location() == first.location()) {
        return e == b;
      }
    }
    return false;
  }

  /**
   * Decides how the pairs from one on stand, in every way. Goes down only where there are several
   * ways on, so that a long row of writes, of which most can stand in one way, needs no deep stack.
   */
  private void decide(Execution start, int first) {
    Execution execution = start;
    int next = first;
    while (true) {
      Relation order = execution.coherence();
      while (next < pairs.size() && isDecided(order, pairs.get(next))) {
        next++;
      }
      if (next == pairs.size()) {
        evaluator.enter(Stage.COHERENCE, execution);
        visitor.whole(execution);
        return;
      }
      int a = pairs.get(next)[0];
      int b = pairs.get(next)[1];
      next++;
      Execution forwards = extended(execution, a, b);
      if (partial) {
        decideIf(forwards, next);
        decideIf(extended(execution, b, a), next);
        continue; // with the two unordered
      }
      Execution backwards = extended(execution, b, a);
      boolean mayGoBackwards = mayBe(backwards);
      if (!mayBe(forwards)) {
        if (!mayGoBackwards) {
          return;
        }
        execution = backwards;
      } else if (!mayGoBackwards) {
        execution = forwards;
      } else {
        decide(forwards, next);
        execution = backwards;
      }
    }
  }

  private void decideIf(Execution execution, int next) {
    if (mayBe(execution)) {
      decide(execution, next);
    }
  }

  private static boolean isDecided(Relation order, int[] pair) {
    return order.contains(pair[0], pair[1]) || order.contains(pair[1], pair[0]);
  }

  private static Execution extended(Execution execution, int a, int b) {
    Relation step = new Relation(execution.events());
    step.add(a, b);
    return execution.with(execution.coherence().union(step).transitiveClosure());
  }

  private boolean mayBe(Execution execution) {
    evaluator.enter(Stage.COHERENCE, execution);
    return !visitor.isHopeless();
  }
}
