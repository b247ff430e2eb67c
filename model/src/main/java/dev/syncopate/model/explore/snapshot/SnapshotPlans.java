package dev.syncopate.model.explore.snapshot;

import dev.syncopate.model.explore.snapshot.ClassKinds.Kind;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Traversal plan of each class. Looking at a class is slow and gives the same each time, so it is
 * done once for all snapshots by the same rules; several threads may share them.
 */
public final class SnapshotPlans {
  /** A power of two. */
  private static final int RECENT = 256;

  private final ClassKinds kinds;
  private final String outsidePackage;

  /** Plans by their class's hash: quicker than {@link #plans}. Threads may replace any. */
  private final @Nullable ClassPlan[] recent = new @Nullable ClassPlan[RECENT];

  private final List<ClassPlan> knownPlans = new CopyOnWriteArrayList<>();
  private final ClassValue<ClassPlan> plans =
      new ClassValue<>() {
        @Override
        protected ClassPlan computeValue(Class<?> type) {
          Kind kind = kinds.of(type);
          synchronized (knownPlans) {
            ClassPlan plan = new ClassPlan(type, kind, knownPlans.size(), outsidePackage);
            knownPlans.add(plan);
            return plan;
          }
        }
      };

  /**
   * @param shared classes and interfaces whose objects copies refer to as well; {@link
   *     SharedObject} is one of them
   * @param packages of classes to be walked field by field
   * @param outsidePackage of classes whose fields are copied but not compared
   */
  public SnapshotPlans(Set<Class<?>> shared, List<String> packages, String outsidePackage) {
    this.kinds = new ClassKinds(shared, packages);
    this.outsidePackage = outsidePackage;
  }

  /**
   * @param holder the field that refers to the object, for the message of an error
   */
  ClassPlan plan(Object object, @Nullable Field holder) {
    Class<?> type = object.getClass();
    int place = type.hashCode() & RECENT - 1;
    ClassPlan recentPlan = recent[place];
    if (recentPlan != null && recentPlan.isOf(type)) {
      return recentPlan;
    }
    ClassPlan plan = of(type, holder);
    recent[place] = plan;
    return plan;
  }

  private ClassPlan of(Class<?> type, @Nullable Field holder) {
    try {
      return plans.get(type);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(e.getMessage() + ", held by " + name(holder), e);
    }
  }

  /** The plan that has a number. */
  ClassPlan plan(int id) {
    return knownPlans.get(id);
  }

  /** The error of an object that cannot be walked. */
  static IllegalStateException unknown(Object object, @Nullable Field holder) {
    return new IllegalStateException(
        "cannot take a snapshot of a %s, held by %s"
            .formatted(object.getClass().getSimpleName(), name(holder)));
  }

  static String name(@Nullable Field field) {
    return field == null
        ? "the caller"
        : field.getDeclaringClass().getName() + "." + field.getName();
  }
}
