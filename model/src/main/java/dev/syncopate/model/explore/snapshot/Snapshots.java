package dev.syncopate.model.explore.snapshot;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares and copies graphs of objects by all their fields, so that nothing a class holds can be
 * forgotten. What must not be walked has to be named; meeting anything else that is not understood
 * is an error that names the field.
 *
 * <p>Of two graphs the bytes are equal exactly when one is a copy of the other: objects are
 * numbered as they are met, so that it counts which references lead to the same object. Bytes of
 * different {@code Snapshots} do not compare. Not for use by several threads.
 */
public final class Snapshots {
  private final SnapshotPlans rules;
  private final Map<Object, Integer> values = new HashMap<>();
  private final IdentityHashMap<Object, Integer> sharedObjects = new IdentityHashMap<>();
  private final List<Object> allValues = new ArrayList<>();
  private final List<Object> allShared = new ArrayList<>();
  private final Encoding encoding;
  private final Copying copying;

  /**
   * @param rules how objects are walked
   */
  public Snapshots(SnapshotPlans rules) {
    this.rules = rules;
    encoding = new Encoding(this);
    copying = new Copying(this);
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
    Integer existing = values.get(value);
    if (existing == null) {
      existing = allValues.size();
      values.put(value, existing);
      allValues.add(value);
    }
    return existing;
  }

  Object valueOf(int number) {
    return allValues.get(number);
  }

  int shared(Object object) {
    Integer existing = sharedObjects.get(object);
    if (existing == null) {
      existing = sharedObjects.size();
      sharedObjects.put(object, existing);
      allShared.add(object);
    }
    return existing;
  }

  Object sharedOf(int number) {
    return allShared.get(number);
  }
}
