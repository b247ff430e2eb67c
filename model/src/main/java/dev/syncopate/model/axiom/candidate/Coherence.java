package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.graph.Stage;
import java.util.List;

/**
 * Orders the writes to each location in every way, initial writes first, for models in which writes
 * may be unordered: in all partial orders. Leaves out what the model refuses already.
 */
final class Coherence {
  private final CatEvaluator evaluator;
  private final ExecutionEnumeration.Visitor visitor;

  Coherence(CatEvaluator evaluator, ExecutionEnumeration.Visitor visitor) {
    this.evaluator = evaluator;
    this.visitor = visitor;
  }

  /** Offers each order with an execution whose reads are matched, and which was entered. */
  void orders(CandidateExecution execution) {
    decide(execution, 0);
  }

  /**
   * Decides how the pairs from one on stand, in every way. Goes down only where two writes are in
   * order, so that a long row of writes needs no deep stack.
   */
  private void decide(CandidateExecution execution, int first) {
    List<int[]> pairs = execution.skeleton.pairs();
    for (int next = first; next < pairs.size(); next++) {
      int[] pair = pairs.get(next);
      if (!execution.isOrdered(pair[0], pair[1])) {
        decideIf(execution.ordered(pair[0], pair[1]), next + 1);
        decideIf(execution.ordered(pair[1], pair[0]), next + 1);
      }
    }
    evaluator.enter(Stage.COHERENCE, execution);
    visitor.whole(execution);
  }

  private void decideIf(CandidateExecution execution, int next) {
    evaluator.enter(Stage.COHERENCE, execution);
    if (!visitor.isHopeless() && visitor.isOfUse(execution)) {
      decide(execution, next);
    }
  }
}
