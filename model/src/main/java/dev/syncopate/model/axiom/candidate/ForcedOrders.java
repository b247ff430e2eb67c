package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.Stage;
import dev.syncopate.model.axiom.relation.Relation;
import org.jspecify.annotations.Nullable;

/**
 * Finds, while reads are being matched, orders of two writes that the model leaves no choice of:
 * one way already breaks a requirement that more pairs of {@code rf} and {@code co} cannot mend. So
 * it shows early that, for example, two atomic operations read one write, of which there would
 * otherwise be as many executions as the later reads can be matched in ways.
 *
 * <p>For models in which coherence is total: it is no matter then which order is found first, for
 * the one refused is refused in whatever the execution becomes. Whatever is not found here is found
 * when the writes are ordered.
 */
final class ForcedOrders {
  private final CatEvaluator evaluator;

  ForcedOrders(CatEvaluator evaluator) {
    this.evaluator = evaluator;
  }

  /** An execution of which no read is matched, with the orders that its threads' programs force. */
  Execution start(Execution execution) {
    Execution settled = execution;
    Skeleton skeleton = execution.skeleton;
    for (int a = skeleton.first[0]; a < skeleton.size(); a++) {
      for (int b = a + 1; b < skeleton.size(); b++) {
        if (skeleton.isNextWrite(a, b)) {
          settled = unlessRefused(settled, b, a);
        }
      }
    }
    return settled;
  }

  /**
   * An execution with the orders that are forced, as far as they have to do with the read that was
   * matched last.
   *
   * @return null where some order is refused both ways
   */
  @Nullable Execution settle(Execution execution, int read, int write) {
    Skeleton skeleton = execution.skeleton;
    int own = skeleton.partner(read);
    if (own < 0) {
      return besideRead(execution, read, write);
    }
    Execution settled = unlessRefused(execution, own, write);
    for (int other : skeleton.sources(read)) {
      Execution next = besideAtomic(settled, write, own, other);
      if (next == null) {
        return null;
      }
      settled = next;
    }
    return settled;
  }

  /** A read sees no write before the last one of its own thread, nor one after the next. */
  private Execution besideRead(Execution execution, int read, int write) {
    Skeleton skeleton = execution.skeleton;
    int before = write;
    int after = write;
    for (int other : skeleton.sources(read)) {
      if (skeleton.event(other).thread() == skeleton.event(read).thread()) {
        before = other < read ? other : before;
        after = other > read && after == write ? other : after;
      }
    }
    return unlessRefused(unlessRefused(execution, write, before), after, write);
  }

  /** Nothing comes between the halves of an atomic operation. */
  private @Nullable Execution besideAtomic(Execution execution, int write, int own, int other) {
    Skeleton skeleton = execution.skeleton;
    if (other == write) {
      return execution;
    }
    int otherRead = skeleton.partner(other);
    if (otherRead >= 0 && execution.matching().source(otherRead) == write) {
      Execution forth = with(execution, own, other);
      Execution back = with(execution, other, own);
      return forth != null && back != null ? execution : forth != null ? forth : back;
    }
    Relation order = execution.coherence();
    if (order.contains(write, other)) {
      return unlessRefused(execution, other, own);
    }
    return order.contains(other, own) ? unlessRefused(execution, write, other) : execution;
  }

  /** The execution, with b before a where the model refuses a before b. */
  private Execution unlessRefused(Execution execution, int a, int b) {
    Relation order = execution.coherence();
    if (a == b || order.contains(a, b) || order.contains(b, a) || with(execution, a, b) != null) {
      return execution;
    }
    return execution.with(order.transitiveWith(b, a));
  }

  private @Nullable Execution with(Execution execution, int a, int b) {
    Relation order = execution.coherence();
    if (order.contains(b, a)) {
      return null;
    }
    Execution longer = execution.with(order.transitiveWith(a, b));
    evaluator.enter(Stage.COHERENCE, longer);
    return evaluator.isHopeless() ? null : longer;
  }
}
