package dev.syncopate.model.explore.snapshot;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Compares and copies graphs of objects by all their fields, so that nothing a class holds can be
 * forgotten. What must not be walked has to be named; meeting anything else that is not understood
 * is an error that names the field.
 *
 * <p>Of two graphs the bytes are equal exactly when one is a copy of the other: objects are
 * numbered as they are met, so that it counts which references lead to the same object. Bytes of
 * different {@code Snapshots} do not compare, except of those made by {@link #again}. Not for use
 * by several threads.
 */
public final class Snapshots {
  private final SnapshotPlans rules;
  private final CommonNumbers numbers;
  private final Encoding encoding;
  private final Copying copying;

  /**
   * @param rules how objects are walked
   */
  public Snapshots(SnapshotPlans rules) {
    this(rules, new CommonNumbers());
  }

  private Snapshots(SnapshotPlans rules, CommonNumbers numbers) {
    this.rules = rules;
    this.numbers = numbers;
    encoding = new Encoding(this);
    copying = new Copying(this);
  }

  /** Snapshots for another thread, whose bytes compare with those of these. */
  public Snapshots again() {
    return new Snapshots(rules, numbers);
  }

  /** Bytes that are equal exactly for equal graphs. */
  public byte[] encode(Object root) {
    return encoding.of(root);
  }

  /** A copy that shares nothing with the original that could change. */
  @SuppressWarnings("unchecked") // a copy is of the same class
  public <T> T copy(T root) {
    return (T) copying.of(root);
  }

  ClassPlan plan(Object object, @Nullable Field holder) {
    return rules.plan(object, holder);
  }

  ClassPlan plan(int id) {
    return rules.plan(id);
  }

  int value(Object value) {
    return numbers.value(value);
  }

  Object valueOf(int number) {
    return numbers.valueOf(number);
  }

  int shared(Object object) {
    return numbers.shared(object);
  }

  Object sharedOf(int number) {
    return numbers.sharedOf(number);
  }
}
