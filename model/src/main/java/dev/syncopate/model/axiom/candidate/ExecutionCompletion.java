package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.barrier.BarrierPassage;
import dev.syncopate.model.axiom.candidate.ForcedOrders.Settled;
import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.graph.Stage;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Completes an execution in every way that may be of use: a write for each read, an order for each
 * two writes to a location.
 *
 * <p>Where nothing of use comes of an execution, its {@link ConflictCause} is found, from which
 * follows what need not be tried: other ways for what does not matter, and the same facts once more
 * ({@link Nogoods}).
 *
 * <p>What is settled next decides how soon it is seen that nothing comes of it. No order is good
 * for every test, and a bad one may take a thousand times as long. So two are tried by turns; what
 * was found stays found. Where neither is done after some steps, a search over clauses does the
 * rest ({@link ClauseCompletion}). Where coherence is partial, the two orders go on by turns, each
 * time for more steps.
 *
 * <ul>
 *   <li>What is observed first. First is a read that no more than one write suits, then the choice
 *       that had no suitable candidate when it was last tried, on any path: it is likely to have
 *       none again. Then come the choices that determine outcomes, so that known outcomes are not
 *       searched for again: reads, then the last write to each location. Then come the other reads,
 *       and the other orders of writes. Among reads the one with the fewest suitable writes is
 *       next.
 *   <li>The skeleton's order of reads, in which atomic operations and branches come first, then the
 *       orders of writes: good where little is free once these are settled, as with locks.
 * </ul>
 */
final class ExecutionCompletion implements ClauseCompletion.Judge {
  /** Of each order of choices, where coherence is partial. */
  private static final long FIRST_STEPS = 1024;

  /** Of these, each time that both orders have been tried. */
  private static final long GROWTH = 4;

  /** Before so many steps forced orders are not looked for: many a skeleton is done by then. */
  private static final long UNFORCED_STEPS = 64;

  private final CatEvaluator evaluator;
  private final ExecutionEnumeration.Visitor visitor;
  private final @Nullable Coherence partial;
  private final ExecutionSkeleton skeleton;
  private final BarrierPassage passage;
  private final SearchHistory history;
  private final WriteOrderTrail trail = new WriteOrderTrail();
  private final Nogoods nogoods;
  private final DecisionOrder agenda;
  private @Nullable ForcedOrders forced;

  /** The orders that all executions of the skeleton have. */
  private Relation givenOrder;

  /** Whether what is observed comes first. */
  private boolean observed = true;

  /** Steps so far. */
  private long steps;

  /** Steps after which the other order is tried. */
  private long remaining = Long.MAX_VALUE;

  /** With what the evaluator was told last that reads read. */
  private @Nullable ReadMatching entered;

  /**
   * @param partial puts writes in order where the model does not want all of them to be; else null
   * @param passage how the threads get through their barriers
   * @param history of the test's other skeletons
   */
  ExecutionCompletion(
      CatEvaluator evaluator,
      ExecutionEnumeration.Visitor visitor,
      @Nullable Coherence partial,
      ExecutionSkeleton skeleton,
      BarrierPassage passage,
      SearchHistory history) {
    this.history = history;
    this.evaluator = evaluator;
    this.visitor = visitor;
    this.partial = partial;
    this.skeleton = skeleton;
    this.passage = passage;
    this.givenOrder = skeleton.initialOrder();
    this.nogoods = new Nogoods(skeleton);
    this.agenda = new DecisionOrder(skeleton, visitor, nogoods, partial == null);
  }

  /** Completes an execution whose skeleton the evaluator was told. */
  void of(CandidateExecution start) {
    if (start.matching().isMatched() && !isPossible(start)) {
      return;
    }
    if (!visitor.wantsAllowedOnly()) {
      complete(start);
      return;
    }
    forced = partial == null ? new ForcedOrders(this, trail, start) : null;
    CandidateExecution leastExecution = forced == null ? start : forced.least();
    givenOrder = leastExecution.coherence();
    boolean observedFirst = history.observedFirst();
    boolean triesClauses = partial == null;
    observed = observedFirst;
    ConflictCause completed = null;
    long stepLimit = triesClauses ? history.steps() : FIRST_STEPS;
    while (completed == null) {
      remaining = stepLimit;
      completed = complete(leastExecution);
      if (completed != null) {
        history.done(observed);
      } else if (observed != observedFirst && triesClauses) {
        history.exceeded();
        new ClauseCompletion(leastExecution, this, visitor, history.conflicts()).run();
        return;
      } else {
        stepLimit *= observed == observedFirst ? 1 : GROWTH;
        observed = !observed;
      }
    }
  }

  /**
   * Why nothing of use comes of an execution any more; null where it was not followed to its end.
   */
  private @Nullable ConflictCause complete(CandidateExecution start) {
    int size = trail.size();
    ConflictCause cause = trail.unwind(completed(start), size);
    if (cause != null) {
      nogoods.add(start, cause);
    }
    return cause;
  }

  private @Nullable ConflictCause completed(CandidateExecution start) {
    CandidateExecution execution = start;
    while (remaining-- > 0) {
      steps++;
      DecisionOrder.Item next =
          observed ? agenda.observedFirst(execution) : agenda.inOrder(execution);
      int[] pair = next.pair();
      if (pair == null) {
        return next.read() == CandidateExecution.NONE
            ? whole(execution)
            : match(execution, next.read());
      }
      int a = pair[0];
      int b = pair[1];
      ConflictCause notBackwards = useless(execution, b, a);
      ConflictCause notForwards = useless(execution, a, b);
      if (notForwards != null && notBackwards != null) {
        agenda.failed(pair);
        notForwards.remove(execution, a, b);
        notBackwards.remove(execution, b, a);
        notForwards.add(notBackwards);
        return notForwards;
      }
      if (notBackwards != null) {
        if (!notBackwards.remove(execution, b, a)) {
          return notBackwards;
        }
        execution = trail.force(execution, a, b, notBackwards);
        continue;
      }
      if (notForwards == null) {
        agenda.suited(pair);
        notForwards = complete(execution.ordered(a, b));
        if (notForwards == null) {
          return null;
        }
      }
      if (!notForwards.remove(execution, a, b)) {
        return notForwards;
      }
      execution = trail.force(execution, b, a, notForwards);
    }
    return null;
  }

  private @Nullable ConflictCause match(CandidateExecution execution, int read) {
    boolean suited = false;
    ReadMatching matching = execution.matching();
    ConflictCause joint = new ConflictCause(execution, givenOrder);
    List<RefusedValue> refused = new ArrayList<>();
    for (int write : skeleton.sources(read)) {
      ConflictCause refusal = refused(execution, write, refused);
      if (refusal != null) {
        joint.add(refusal);
        continue;
      }
      int size = trail.size();
      Settled longer = matched(execution, read, write, joint);
      ConflictCause cause = longer.conflict();
      if (cause == null) {
        suited = true;
        cause = complete(longer.execution());
      }
      cause = trail.unwind(cause, size);
      if (cause == null) {
        return null;
      }
      cause.trace(matching, longer.execution().matching(), read);
      if (cause.isByValueOnly(read)) {
        ConflictCause rest = cause.of(execution);
        rest.removeValue(read);
        refused.add(new RefusedValue(matching.value(write), rest));
      }
      cause.traceRead(read, write, matching);
      if (!cause.remove(read)) {
        return cause;
      }
      joint.add(cause);
    }
    agenda.tried(read, suited);
    return joint;
  }

  /** A value that a read cannot have from any write, and why, apart from the value. */
  private record RefusedValue(long value, ConflictCause cause) {}

  /** Why a read cannot have the value of a write; null if unknown. */
  private static @Nullable ConflictCause refused(
      CandidateExecution execution, int write, List<RefusedValue> refused) {
    ReadMatching matching = execution.matching();
    if (!matching.knows(write)) {
      return null;
    }
    for (RefusedValue entry : refused) {
      if (entry.value() == matching.value(write)) {
        ConflictCause cause = entry.cause().of(execution);
        matching.because(write, cause);
        return cause;
      }
    }
    return null;
  }

  /**
   * An execution in which a read reads a write, or why nothing of use comes of it.
   *
   * @param joint why nothing of use comes of it with other writes
   */
  private Settled matched(CandidateExecution execution, int read, int write, ConflictCause joint) {
    ConflictCause nogood = nogoods.ofMatched(execution, read, write, joint);
    if (nogood != null) {
      return new Settled(execution, nogood.of(execution));
    }
    CandidateExecution longer = execution.with(execution.matching().with(read, write));
    ReadMatching matching = longer.matching();
    ConflictCause cause = new ConflictCause(longer, givenOrder);
    if (!execution.matching().suits(read, write)) {
      cause.read(read);
      matching.because(write, cause);
      return new Settled(longer, cause);
    }
    if (!matching.fits()) {
      matching.whyUnfit(cause);
      return new Settled(longer, cause);
    }
    ConflictCause learnt = nogoods.ofLearnt(longer, execution, read);
    if (learnt != null) {
      return new Settled(longer, learnt.of(longer));
    }
    ConflictCause useless = useless(longer);
    Settled settled =
        useless != null || forced == null || steps <= UNFORCED_STEPS
            ? new Settled(longer, useless)
            : forced.settle(longer, read, write, !observed);
    if (settled.conflict() != null) {
      return settled;
    }
    ConflictCause afterwards = nogoods.ofOrdered(settled.execution(), longer);
    if (afterwards != null) {
      return new Settled(longer, afterwards.of(settled.execution()));
    }
    if (matching.isMatched() && !isPossible(longer)) {
      cause.all();
      return new Settled(longer, cause);
    }
    return settled;
  }

  @Override
  public ConflictCause whole(CandidateExecution execution) {
    enter(execution);
    if (partial == null) {
      visitor.whole(execution);
    } else {
      partial.orders(execution);
    }
    ConflictCause cause = new ConflictCause(execution, givenOrder);
    enter(execution);
    if (partial == null && !visitor.isOfUse(execution)) {
      visitor.whyUseless(execution, cause);
    } else {
      cause.all();
    }
    return cause;
  }

  /** Whether an execution of which all reads are matched may be one: values come from somewhere. */
  @Override
  public boolean isPossible(CandidateExecution execution) {
    ReadMatching matching = execution.matching();
    return matching.isComplete() && (!passage.needsEnds() || passage.isPossible(matching::source));
  }

  private void enter(CandidateExecution execution) {
    ReadMatching matching = execution.matching();
    evaluator.enter(matching == entered ? Stage.COHERENCE : Stage.READS, execution);
    entered = matching;
  }

  /** The same of one with a write before another. */
  private @Nullable ConflictCause useless(CandidateExecution execution, int a, int b) {
    CandidateExecution ordered = execution.ordered(a, b);
    ConflictCause nogood = nogoods.ofOrdered(ordered, execution);
    return nogood == null ? useless(ordered) : nogood.of(ordered);
  }

  /**
   * Why the model allows nothing that it becomes, or nothing new comes of it; null where it may.
   */
  private @Nullable ConflictCause useless(CandidateExecution execution) {
    ConflictCause cause;
    if (!mayAllow(execution)) {
      cause = whyNot(execution);
    } else if (visitor.isOfUse(execution)) {
      return null;
    } else {
      cause = new ConflictCause(execution, givenOrder);
      visitor.whyUseless(execution, cause);
    }
    nogoods.add(execution, cause);
    return cause;
  }

  @Override
  public boolean mayAllow(CandidateExecution execution) {
    enter(execution);
    return !visitor.isHopeless();
  }

  @Override
  public ConflictCause whyNot(CandidateExecution execution) {
    ConflictCause cause = new ConflictCause(execution, givenOrder);
    visitor.whyHopeless(cause);
    return cause;
  }
}
