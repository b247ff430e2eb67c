package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.relation.Relation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds, while reads are being matched, orders of two writes that the model leaves no choice of:
 * one way already breaks a requirement that more pairs of {@code rf} and {@code co} cannot mend. So
 * it shows early that, for example, two atomic operations read one write, of which there would
 * otherwise be as many executions as the later reads can be matched in ways.
 *
 * <p>An order that follows from one or two reads holds in every execution of the skeleton with
 * these reads. So the model is asked once, about an execution that has no other reads.
 *
 * <p>For models in which coherence is total: then the sequence of findings does not matter, since
 * the refused order stays refused in every extension of the execution. Orders that are not found
 * here are found when the writes are ordered.
 */
final class ForcedOrders {
  /** Asks the model. */
  interface Model {
    /** Whether something that an execution becomes may be allowed. */
    boolean mayAllow(CandidateExecution execution);

    /** Why nothing is, of the execution that was asked about last. */
    ConflictCause whyNot(CandidateExecution execution);
  }

  private final Model model;
  private final WriteOrderTrail trail;

  /** With no more than the orders that the threads' programs force. */
  private CandidateExecution leastExecution;

  /** By reads, what they read, and one or two orders: whether the model refuses them. */
  private final Map<Key, Boolean> refused = new HashMap<>();

  private record Key(int... numbers) {
    @Override
    public boolean equals(@Nullable Object object) {
      return object instanceof Key key && Arrays.equals(numbers, key.numbers);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(numbers);
    }
  }

  /**
   * @param trail takes the orders that are found
   * @param start of which no read is matched
   */
  ForcedOrders(Model model, WriteOrderTrail trail, CandidateExecution start) {
    this.model = model;
    this.trail = trail;
    this.leastExecution = start;
    ExecutionSkeleton skeleton = start.skeleton;
    for (int a = skeleton.first[0]; a < skeleton.size(); a++) {
      for (int b = a + 1; b < skeleton.size(); b++) {
        if (skeleton.isNextWrite(a, b)
            && !leastExecution.isOrdered(a, b)
            && !model.mayAllow(leastExecution.ordered(b, a))) {
          leastExecution = leastExecution.ordered(a, b);
        }
      }
    }
  }

  /** The execution of which no read is matched, with the orders that the programs force. */
  CandidateExecution least() {
    return leastExecution;
  }

  /** An execution with the orders that were forced, or why it cannot be. */
  record Settled(CandidateExecution execution, @Nullable ConflictCause conflict) {}

  /**
   * An execution with the orders that are forced, as far as they have to do with the read that was
   * matched last; or why some order is refused both ways.
   *
   * @param thoroughly whether to ask of the execution as it stands, too
   */
  Settled settle(CandidateExecution execution, int read, int write, boolean thoroughly) {
    ExecutionSkeleton skeleton = execution.skeleton;
    int ownWrite = skeleton.partner(read);
    Settled settled = new Settled(execution, null);
    if (ownWrite < 0) {
      return besideRead(settled, read, write, thoroughly);
    }
    settled = unlessRefused(settled, read, write, thoroughly, ownWrite, write);
    for (int otherWrite : skeleton.sources(read)) {
      settled = besideAtomic(settled, read, write, otherWrite, thoroughly);
    }
    return settled;
  }

  /** A read sees no write before the last one of the reading thread, nor one after the next. */
  private Settled besideRead(Settled start, int read, int write, boolean thoroughly) {
    ExecutionSkeleton skeleton = start.execution().skeleton;
    int previousWrite = write;
    int nextWrite = write;
    for (int otherWrite : skeleton.sources(read)) {
      if (skeleton.event(otherWrite).thread() == skeleton.event(read).thread()) {
        previousWrite = otherWrite < read ? otherWrite : previousWrite;
        nextWrite = otherWrite > read && nextWrite == write ? otherWrite : nextWrite;
      }
    }
    Settled settled = unlessRefused(start, read, write, thoroughly, write, previousWrite);
    return unlessRefused(settled, read, write, thoroughly, nextWrite, write);
  }

  /** Nothing comes between the halves of an atomic operation. */
  private Settled besideAtomic(
      Settled settled, int read, int write, int otherWrite, boolean thoroughly) {
    if (otherWrite == write || settled.conflict() != null) {
      return settled;
    }
    CandidateExecution execution = settled.execution();
    ExecutionSkeleton skeleton = execution.skeleton;
    int ownWrite = skeleton.partner(read);
    int otherRead = skeleton.partner(otherWrite);
    if (otherRead >= 0 && execution.matching().source(otherRead) == write) {
      ConflictCause notForth =
          notBeside(execution, read, otherRead, ownWrite, otherWrite, thoroughly);
      ConflictCause notBack =
          notBeside(execution, read, otherRead, otherWrite, ownWrite, thoroughly);
      return forced(settled, ownWrite, otherWrite, notForth, notBack);
    }
    Relation order = execution.coherence();
    if (order.contains(write, otherWrite)) {
      return unlessRefused(
          settled, read, write, thoroughly, write, otherWrite, otherWrite, ownWrite);
    }
    return order.contains(otherWrite, ownWrite)
        ? unlessRefused(settled, read, write, thoroughly, otherWrite, ownWrite, write, otherWrite)
        : settled;
  }

  /**
   * The execution, with b before a where that a is before b is refused together with what a read
   * reads.
   *
   * @param orders pairs of writes: those that are so, and last a and b
   */
  private Settled unlessRefused(
      Settled settled, int read, int write, boolean thoroughly, int... orders) {
    int a = orders[orders.length - 2];
    int b = orders[orders.length - 1];
    CandidateExecution execution = settled.execution();
    if (settled.conflict() != null || a == b || execution.coherence().contains(b, a)) {
      return settled;
    }
    ConflictCause not = null;
    if (isRefused(read, write, orders)) {
      not = new ConflictCause(execution, leastExecution.coherence());
      not.read(read);
      for (int i = 0; i + 2 < orders.length; i += 2) {
        not.order(orders[i], orders[i + 1]);
      }
    } else if (thoroughly && !execution.coherence().contains(a, b)) {
      not = refused(execution, a, b);
    }
    return not == null ? settled : forced(settled, a, b, not, taken(execution, b, a));
  }

  /** Orders a and b, if one way is refused. */
  private Settled forced(
      Settled settled,
      int a,
      int b,
      @Nullable ConflictCause notForth,
      @Nullable ConflictCause notBack) {
    CandidateExecution execution = settled.execution();
    if (notForth == null) {
      return notBack == null || execution.isOrdered(a, b)
          ? settled
          : new Settled(trail.force(execution, a, b, notBack), null);
    }
    if (notBack == null) {
      return execution.isOrdered(a, b)
          ? settled
          : new Settled(trail.force(execution, b, a, notForth), null);
    }
    notForth.add(notBack);
    return new Settled(execution, notForth);
  }

  private boolean isRefused(int read, int write, int... orders) {
    int[] numbers = Arrays.copyOf(orders, orders.length + 2);
    numbers[orders.length] = read;
    numbers[orders.length + 1] = write;
    Boolean cached = refused.get(new Key(numbers));
    if (cached == null) {
      ReadMatching matching = leastExecution.matching().with(read, write);
      cached = !matching.fits() || !mayBe(leastExecution.with(matching), orders);
      refused.put(new Key(numbers), cached);
    }
    return cached;
  }

  /** Why one atomic operation is not before another that reads the same write; null if it may. */
  private @Nullable ConflictCause notBeside(
      CandidateExecution execution, int read, int otherRead, int a, int b, boolean thoroughly) {
    ConflictCause takenCause = taken(execution, a, b);
    if (takenCause != null) {
      return takenCause;
    }
    if (areRefused(read, otherRead, execution.matching().source(read), a, b)) {
      ConflictCause jointCause = new ConflictCause(execution, leastExecution.coherence());
      jointCause.read(read);
      jointCause.read(otherRead);
      return jointCause;
    }
    return thoroughly ? refused(execution, a, b) : null;
  }

  /** Why a write is not before another where it is after it already; else null. */
  private @Nullable ConflictCause taken(CandidateExecution execution, int a, int b) {
    if (execution.mayOrder(a, b)) {
      return null;
    }
    ConflictCause cause = new ConflictCause(execution, leastExecution.coherence());
    cause.order(b, a);
    return cause;
  }

  /** Why the model does not allow an execution with a before b; null where it may. */
  private @Nullable ConflictCause refused(CandidateExecution execution, int a, int b) {
    CandidateExecution ordered = execution.ordered(a, b);
    if (model.mayAllow(ordered)) {
      return null;
    }
    ConflictCause cause = model.whyNot(ordered);
    cause.remove(execution, a, b);
    return cause;
  }

  private boolean areRefused(int read, int otherRead, int write, int a, int b) {
    Key key = new Key(read, otherRead, write, a, b);
    Boolean cached = refused.get(key);
    if (cached == null) {
      ReadMatching jointMatching =
          leastExecution.matching().with(read, write).with(otherRead, write);
      cached = !jointMatching.fits() || !mayBe(leastExecution.with(jointMatching), a, b);
      refused.put(key, cached);
    }
    return cached;
  }

  private boolean mayBe(CandidateExecution execution, int... orders) {
    CandidateExecution ordered = execution;
    for (int i = 0; i < orders.length; i += 2) {
      if (!ordered.mayOrder(orders[i], orders[i + 1])) {
        return false;
      }
      ordered = ordered.ordered(orders[i], orders[i + 1]);
    }
    return model.mayAllow(ordered);
  }
}
