package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.relation.Relation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds, while reads are being matched, orders of two writes that the model leaves no choice of:
 * one way already breaks a requirement that more pairs of {@code rf} and {@code co} cannot mend. So
 * it shows early that, for example, two atomic operations read one write, of which there would
 * otherwise be as many executions as the later reads can be matched in ways.
 *
 * <p>What one read, or two, leave no choice of is so in every execution of a skeleton in which they
 * read that: the model is asked once, of an execution that has no more than them.
 *
 * <p>For models in which coherence is total: it is no matter then which order is found first, for
 * the one refused is refused in whatever the execution becomes. Whatever is not found here is found
 * when the writes are ordered.
 */
final class ForcedOrders {
  private final Predicate<Execution> mayBeAllowed;

  private boolean isThorough;

  /** With no more than the orders that the threads' programs force. */
  private Execution least;

  /** By reads, what they read, and one or two orders: whether the model refuses them. */
  private final Map<Key, Boolean> refused = new HashMap<>();

  private record Key(int... numbers) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && Arrays.equals(numbers, key.numbers);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(numbers);
    }
  }

  /**
   * @param mayBeAllowed whether the model may still allow what an execution becomes
   * @param start of which no read is matched
   */
  ForcedOrders(Predicate<Execution> mayBeAllowed, Execution start) {
    this.mayBeAllowed = mayBeAllowed;
    this.least = start;
    Skeleton skeleton = start.skeleton;
    for (int a = skeleton.first[0]; a < skeleton.size(); a++) {
      for (int b = a + 1; b < skeleton.size(); b++) {
        if (skeleton.isNextWrite(a, b)
            && !least.isOrdered(a, b)
            && !mayBeAllowed.test(least.ordered(b, a))) {
          least = least.ordered(a, b);
        }
      }
    }
  }

  /** The execution of which no read is matched, with the orders that the programs force. */
  Execution least() {
    return least;
  }

  /**
   * An execution with the orders that are forced, as far as they have to do with the read that was
   * matched last.
   *
   * @param thoroughly whether to ask of the execution as it stands, too
   * @return null where some order is refused both ways
   */
  @Nullable Execution settle(Execution execution, int read, int write, boolean thoroughly) {
    isThorough = thoroughly;
    Skeleton skeleton = execution.skeleton;
    int own = skeleton.partner(read);
    if (own < 0) {
      return besideRead(execution, read, write);
    }
    Execution settled = unlessRefused(execution, read, write, own, write);
    for (int other : skeleton.sources(read)) {
      settled = settled == null ? null : besideAtomic(settled, read, write, other);
    }
    return settled;
  }

  /** A read sees no write before the last one of its own thread, nor one after the next. */
  private @Nullable Execution besideRead(Execution execution, int read, int write) {
    Skeleton skeleton = execution.skeleton;
    int before = write;
    int after = write;
    for (int other : skeleton.sources(read)) {
      if (skeleton.event(other).thread() == skeleton.event(read).thread()) {
        before = other < read ? other : before;
        after = other > read && after == write ? other : after;
      }
    }
    Execution settled = unlessRefused(execution, read, write, write, before);
    return settled == null ? null : unlessRefused(settled, read, write, after, write);
  }

  /** Nothing comes between the halves of an atomic operation. */
  private @Nullable Execution besideAtomic(Execution execution, int read, int write, int other) {
    Skeleton skeleton = execution.skeleton;
    if (other == write) {
      return execution;
    }
    int own = skeleton.partner(read);
    int otherRead = skeleton.partner(other);
    if (otherRead >= 0 && execution.matching().source(otherRead) == write) {
      boolean forth = mayBeside(execution, read, otherRead, write, own, other);
      boolean back = mayBeside(execution, read, otherRead, write, other, own);
      return forth && back
          ? execution
          : forth ? execution.ordered(own, other) : back ? execution.ordered(other, own) : null;
    }
    Relation order = execution.coherence();
    if (order.contains(write, other)) {
      return unlessRefused(execution, read, write, write, other, other, own);
    }
    return order.contains(other, own)
        ? unlessRefused(execution, read, write, other, own, write, other)
        : execution;
  }

  /**
   * The execution, with b before a where that a is before b is refused together with what a read
   * reads.
   *
   * @param orders pairs of writes: those that are so, and last a and b
   */
  private @Nullable Execution unlessRefused(
      Execution execution, int read, int write, int... orders) {
    int a = orders[orders.length - 2];
    int b = orders[orders.length - 1];
    if (a == b
        || execution.coherence().contains(b, a)
        || !isRefused(execution, read, write, orders)) {
      return execution;
    }
    return execution.mayOrder(b, a) ? execution.ordered(b, a) : null;
  }

  private boolean isRefused(Execution execution, int read, int write, int... orders) {
    return isRefused(read, write, orders)
        || (isThorough
            && !execution.coherence().contains(orders[orders.length - 2], orders[orders.length - 1])
            && !mayBe(execution, orders));
  }

  private boolean isRefused(int read, int write, int... orders) {
    int[] numbers = Arrays.copyOf(orders, orders.length + 2);
    numbers[orders.length] = read;
    numbers[orders.length + 1] = write;
    Boolean known = refused.get(new Key(numbers));
    if (known == null) {
      Matching matching = least.matching().with(read, write);
      known = matching == null || !mayBe(least.with(matching), orders);
      refused.put(new Key(numbers), known);
    }
    return known;
  }

  /** Whether one atomic operation may come before another that reads the same write. */
  private boolean mayBeside(Execution execution, int read, int otherRead, int write, int a, int b) {
    return execution.mayOrder(a, b)
        && !areRefused(read, otherRead, write, a, b)
        && (!isThorough || mayBe(execution, a, b));
  }

  private boolean areRefused(int read, int otherRead, int write, int a, int b) {
    Key key = new Key(read, otherRead, write, a, b);
    Boolean known = refused.get(key);
    if (known == null) {
      Matching one = least.matching().with(read, write);
      Matching both = one == null ? null : one.with(otherRead, write);
      known = both == null || !mayBe(least.with(both), a, b);
      refused.put(key, known);
    }
    return known;
  }

  private boolean mayBe(Execution execution, int... orders) {
    Execution ordered = execution;
    for (int i = 0; i < orders.length; i += 2) {
      if (!ordered.mayOrder(orders[i], orders[i + 1])) {
        return false;
      }
      ordered = ordered.ordered(orders[i], orders[i + 1]);
    }
    return mayBeAllowed.test(ordered);
  }
}
