package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.Stage;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.List;

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
    decide(execution, 0);
  }

  /** Decides how the pairs from one on stand, in every way. */
  private void decide(Execution execution, int next) {
    Relation order = execution.coherence();
    int pair = next;
    while (pair < pairs.size() && isDecided(order, pairs.get(pair))) {
      pair++;
    }
    if (pair == pairs.size()) {
      evaluator.enter(Stage.COHERENCE, execution);
      visitor.whole(execution);
      return;
    }
    int a = pairs.get(pair)[0];
    int b = pairs.get(pair)[1];
    extend(execution, pair, a, b);
    extend(execution, pair, b, a);
    if (partial) {
      decide(execution, pair + 1);
    }
  }

  private static boolean isDecided(Relation order, int[] pair) {
    return order.contains(pair[0], pair[1]) || order.contains(pair[1], pair[0]);
  }

  private void extend(Execution execution, int pair, int a, int b) {
    Execution next = execution.with(execution.coherence().transitiveWith(a, b));
    evaluator.enter(Stage.COHERENCE, next);
    if (!visitor.isHopeless() && visitor.isOfUse(next)) {
      decide(next, pair + 1);
    }
  }
}
