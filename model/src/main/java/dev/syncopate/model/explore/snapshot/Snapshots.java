package dev.syncopate.model.explore.snapshot;

import dev.syncopate.model.explore.snapshot.Kinds.Kind;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final Kinds kinds;
  private final String outsidePackage;
  private final Map<Class<?>, ClassPlan> plans = new HashMap<>();
  private final Map<Object, Integer> values = new HashMap<>();
  private final IdentityHashMap<Object, Integer> sharedObjects = new IdentityHashMap<>();
  private final ByteSink sink = new ByteSink();

  /**
   * @param shared classes and interfaces whose objects copies refer to as well; {@link Shared} is
   *     one of them
   * @param packages of classes to be walked field by field
   * @param outsidePackage of classes whose fields are copied but not compared
   */
  public Snapshots(Set<Class<?>> shared, List<String> packages, String outsidePackage) {
    this.kinds = new Kinds(shared, packages);
    this.outsidePackage = outsidePackage;
  }

  /** Bytes that are equal exactly for equal graphs. */
  public byte[] encode(Object root) {
    sink.clear();
    new Encoding(this, sink).write(root);
    return sink.toArray();
  }

  /** A copy that shares nothing with the original that could change. */
  public <T> T copy(T root) {
    return copy(root, Replacement.NONE);
  }

  /** What takes the place of some objects in a copy. */
  public interface Replacement {
    /** Keeps everything. */
    Replacement NONE = original -> original;

    /** What the copy refers to in place of an object: the object itself to have it copied. */
    Object of(Object original);
  }

  /** A copy in which some objects are replaced. */
  @SuppressWarnings("unchecked") // a copy is of the same class
  public <T> T copy(T root, Replacement replacement) {
    return (T) new Copying(this, replacement).copy(root, null);
  }

  Kind kind(Object object, @Nullable Field holder) {
    try {
      return kinds.of(object.getClass());
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(e.getMessage() + ", held by " + name(holder), e);
    }
  }

  static String name(@Nullable Field field) {
    return field == null
        ? "the caller"
        : field.getDeclaringClass().getName() + "." + field.getName();
  }

  ClassPlan plan(Class<?> type) {
    ClassPlan plan = plans.get(type);
    if (plan == null) {
      plan = new ClassPlan(type, plans.size(), outsidePackage);
      plans.put(type, plan);
    }
    return plan;
  }

  int value(Object value) {
    return values.computeIfAbsent(value, unseen -> values.size());
  }

  int shared(Object object) {
    Integer known = sharedObjects.get(object);
    if (known == null) {
      known = sharedObjects.size();
      sharedObjects.put(object, known);
    }
    return known;
  }
}
