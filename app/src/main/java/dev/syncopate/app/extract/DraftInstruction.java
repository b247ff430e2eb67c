package dev.syncopate.app.extract;

import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.extract.Excerpt.Deed;
import dev.syncopate.check.extract.Excerpt.Role;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An instruction of a draft.
 *
 * @param step what it comes from
 * @param order that it has now
 * @param scope likewise; null for a weak access, a commutative one without scope, and a meeting
 */
record DraftInstruction(Excerpt.Step step, LitmusOrder order, @Nullable LitmusScope scope) {
  static DraftInstruction of(Excerpt.Step step) {
    String scope = step.scope();
    return new DraftInstruction(
        step,
        LitmusOrder.valueOf(step.order().toUpperCase(Locale.ROOT)),
        scope == null ? null : LitmusScope.valueOf(scope.toUpperCase(Locale.ROOT)));
  }

  /** The same in another order, at another scope; of a part of an access there is no other. */
  DraftInstruction as(LitmusOrder otherOrder, @Nullable LitmusScope otherScope) {
    return step.partial() ? this : new DraftInstruction(step, otherOrder, otherScope);
  }

  /** The same at a scope that takes in another one. */
  DraftInstruction wider(LitmusScope minimum) {
    return scope == null || scope.compareTo(minimum) >= 0 ? this : as(order, minimum);
  }

  boolean isLoad() {
    return step.deed() == Deed.LOAD;
  }

  boolean isStore() {
    return step.deed() == Deed.STORE;
  }

  boolean isAtomic() {
    return step.deed() == Deed.ATOMIC;
  }

  boolean isFence() {
    return step.deed() == Deed.FENCE;
  }

  boolean isMeeting() {
    return step.deed() == Deed.MEETING;
  }

  boolean conflicts() {
    return step.role() == Role.CONFLICTS;
  }

  /** Whether the test says what it reads: that is how it knows of the thread before. */
  boolean takes() {
    return (step.role() == Role.TAKES || step.role() == Role.HANDS_ON) && !isMeeting();
  }

  /** Whether it is a {@code red}: neither an order nor a fence acquires what it has read. */
  boolean returnsNothing() {
    return step.instruction().description().startsWith("red.");
  }

  boolean gives() {
    return (step.role() == Role.GIVES || step.role() == Role.HANDS_ON) && !isMeeting();
  }

  boolean isStrong() {
    return scope != null || order == LitmusOrder.COMM;
  }
}
