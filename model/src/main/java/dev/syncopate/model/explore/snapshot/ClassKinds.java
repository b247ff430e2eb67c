package dev.syncopate.model.explore.snapshot;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Sorts classes by how their objects are walked. */
final class ClassKinds {
  enum Kind {
    /** Never changes and is compared by content: numbers, strings, enums, records of such. */
    VALUE,
    /** No part of the graph. */
    SHARED,
    ARRAY,
    DEQUE,
    LIST,
    MAP,
    /** Walked field by field. */
    OBJECT
  }

  private final Set<Class<?>> shared;
  private final List<String> packages;

  /**
   * @param shared classes and interfaces whose objects are no part of a graph
   * @param packages whose classes may be walked field by field
   */
  ClassKinds(Set<Class<?>> shared, List<String> packages) {
    this.shared = Set.copyOf(shared);
    this.packages = List.copyOf(packages);
  }

  /**
   * @throws IllegalArgumentException for a class whose objects cannot be walked
   */
  Kind of(Class<?> type) {
    if (isShared(type)) {
      return Kind.SHARED;
    } else if (isValue(type)) {
      return Kind.VALUE;
    } else if (type.isArray()) {
      return Kind.ARRAY;
    } else if (type == ArrayDeque.class) {
      return Kind.DEQUE;
    } else if (List.class.isAssignableFrom(type) && isOfJdk(type)) {
      return Kind.LIST;
    } else if (type == TreeMap.class) {
      return Kind.MAP;
    } else if (!type.isHidden()
        && packages.stream().anyMatch(name -> type.getPackageName().startsWith(name))) {
      return Kind.OBJECT;
    }
    throw new IllegalArgumentException("cannot take a snapshot of a " + type.getName());
  }

  private static boolean isOfJdk(Class<?> type) {
    return type.getPackageName().startsWith("java.");
  }

  private boolean isShared(Class<?> type) {
    return shared.stream().anyMatch(sharedType -> sharedType.isAssignableFrom(type));
  }

  private boolean isValue(Class<?> type) {
    if (type.isPrimitive()
        || type == String.class
        || type == Boolean.class
        || type == Character.class
        || Enum.class.isAssignableFrom(type)
        || (Number.class.isAssignableFrom(type) && isOfJdk(type))) {
      return true;
    }
    return type.isRecord()
        && Arrays.stream(type.getRecordComponents())
            .allMatch(component -> isValue(component.getType()));
  }
}
