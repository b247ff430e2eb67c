package dev.syncopate.model.explore.snapshot;

import dev.syncopate.model.explore.snapshot.ClassKinds.Kind;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes graphs, one after the other.
 *
 * <pre>
 *   null      0
 *   again     1, number of the object in the order of meeting
 *   value     2, number of the value
 *   shared    3, number of the object among the shared ones
 *   array     4, class, length, elements
 *   deque     5, size, elements
 *   list      6, size, elements
 *   map       7, size, keys and values in the order of keys
 *   object    8, class, primitive fields, references
 *   nothing   9, class: an array without elements
 * </pre>
 */
final class Encoding {
  static final int NULL = 0;
  static final int AGAIN = 1;
  static final int VALUE = 2;
  static final int SHARED = 3;
  static final int ARRAY = 4;
  static final int DEQUE = 5;
  static final int LIST = 6;
  static final int MAP = 7;
  static final int OBJECT = 8;
  static final int NOTHING = 9;

  private final Snapshots owner;
  private final ByteSink sink;
  private final IdentityNumbers met = new IdentityNumbers();

  /** Objects that are met before any other. */
  private final int knownCount;

  Encoding(Snapshots owner) {
    this(owner, new ByteSink(), List.of());
  }

  /**
   * @param knownObjects objects that need not be written, with the numbers of their places
   */
  Encoding(Snapshots owner, ByteSink sink, List<Object> knownObjects) {
    this.owner = owner;
    this.sink = sink;
    this.knownCount = knownObjects.size();
    knownObjects.forEach(met::number);
  }

  byte[] of(Object root) {
    begin();
    write(root, null);
    met.clear(knownCount);
    return sink.toArray();
  }

  /** Begins the next graph. */
  void begin() {
    sink.clear();
    met.clear(knownCount);
  }

  void write(@Nullable Object object, @Nullable Field holder) {
    if (object == null) {
      sink.number(NULL);
      return;
    }
    ClassPlan plan = owner.plan(object, holder);
    if (plan.kind == Kind.VALUE) {
      sink.number(VALUE);
      sink.number(owner.value(object));
      return;
    } else if (plan.kind == Kind.SHARED) {
      sink.number(SHARED);
      sink.number(owner.shared(object));
      return;
    }
    if (plan.isEmptyArray(object)) {
      sink.number(NOTHING); // which one it is makes no difference
      sink.number(plan.id);
      return;
    }
    int existing = met.number(object);
    if (existing >= 0) {
      sink.number(AGAIN);
      sink.number(existing);
      return;
    }
    switch (plan.kind) {
      case ARRAY -> array(object, plan, holder);
      case DEQUE -> elements(DEQUE, (Collection<?>) object, holder);
      case LIST -> elements(LIST, (Collection<?>) object, holder);
      case MAP -> map((Map<?, ?>) object, holder);
      default -> object(object, plan);
    }
  }

  private void elements(int tag, Collection<?> elements, @Nullable Field holder) {
    sink.number(tag);
    elements(elements, holder);
  }

  /** Writes how many elements there are, and each. */
  void elements(Collection<?> elements, @Nullable Field holder) {
    sink.number(elements.size());
    for (Object element : elements) {
      write(element, holder);
    }
  }

  private void map(Map<?, ?> map, @Nullable Field holder) {
    sink.number(MAP);
    pairs(map, holder);
  }

  /** Writes how many pairs there are, and each. */
  void pairs(Map<?, ?> map, @Nullable Field holder) {
    sink.number(map.size());
    map.forEach((key, value) -> {
      write(key, holder);
      write(value, holder);
    });
  }

  private void object(Object object, ClassPlan plan) {
    sink.number(OBJECT);
    sink.number(plan.id);
    for (FieldSlot slot : plan.primitives()) {
      sink.number(slot.bits(object));
    }
    for (FieldSlot slot : plan.references()) {
      write(slot.get(object), slot.field);
    }
  }

  private void array(Object array, ClassPlan plan, @Nullable Field holder) {
    sink.number(ARRAY);
    sink.number(plan.id);
    switch (array) {
      case byte[] bytes -> {
        sink.number(bytes.length);
        sink.numbers(bytes);
      }
      case int[] ints -> {
        sink.number(ints.length);
        sink.numbers(ints);
      }
      case long[] longs -> {
        sink.number(longs.length);
        sink.numbers(longs);
      }
      case boolean[] flags -> {
        sink.number(flags.length);
        sink.numbers(flags);
      }
      case @Nullable Object[] objects -> {
        sink.number(objects.length);
        for (Object element : objects) {
          write(element, holder);
        }
      }
      default -> throw SnapshotPlans.unknown(array, holder);
    }
  }
}
