package dev.syncopate.model.explore.snapshot;

import dev.syncopate.model.explore.snapshot.Kinds.Kind;
import java.lang.reflect.Field;
import java.util.Collection;
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
 *   array     4, component class, length, elements
 *   deque     5, size, elements
 *   list      6, size, elements
 *   map       7, size, keys and values in the order of keys
 *   object    8, class, primitive fields, references
 *   nothing   9: an array without elements
 * </pre>
 */
final class Encoding {
  private final Snapshots owner;
  private final ByteSink sink = new ByteSink();
  private final IdentityNumbers met = new IdentityNumbers();

  Encoding(Snapshots owner) {
    this.owner = owner;
  }

  byte[] of(Object root) {
    sink.clear();
    met.clear();
    write(root, null);
    met.clear();
    return sink.toArray();
  }

  private void write(@Nullable Object object, @Nullable Field holder) {
    if (object == null) {
      sink.number(0);
      return;
    }
    ClassPlan plan = owner.plan(object, holder);
    if (plan.kind == Kind.VALUE) {
      sink.number(2);
      sink.number(owner.value(object));
      return;
    } else if (plan.kind == Kind.SHARED) {
      sink.number(3);
      sink.number(owner.shared(object));
      return;
    }
    if (plan.kind == Kind.ARRAY && ClassPlan.isEmpty(object)) {
      sink.number(9); // which one it is makes no difference
      return;
    }
    int before = met.number(object);
    if (before >= 0) {
      sink.number(1);
      sink.number(before);
      return;
    }
    switch (plan.kind) {
      case ARRAY -> array(object, holder);
      case DEQUE -> elements(5, (Collection<?>) object, holder);
      case LIST -> elements(6, (Collection<?>) object, holder);
      case MAP -> map((Map<?, ?>) object, holder);
      default -> object(object, plan);
    }
  }

  private void elements(int tag, Collection<?> elements, @Nullable Field holder) {
    sink.number(tag);
    sink.number(elements.size());
    for (Object element : elements) {
      write(element, holder);
    }
  }

  private void map(Map<?, ?> map, @Nullable Field holder) {
    sink.number(7);
    sink.number(map.size());
    map.forEach((key, value) -> {
      write(key, holder);
      write(value, holder);
    });
  }

  private void object(Object object, ClassPlan plan) {
    sink.number(8);
    sink.number(plan.id);
    plan.writePrimitives(object, sink);
    for (Slot slot : plan.references()) {
      write(slot.get(object), slot.field);
    }
  }

  private void array(Object array, @Nullable Field holder) {
    sink.number(4);
    switch (array) {
      case byte[] bytes -> {
        sink.number(0);
        sink.bytes(bytes);
      }
      case int[] ints -> {
        sink.number(1);
        sink.number(ints.length);
        for (int each : ints) {
          sink.number(each);
        }
      }
      case long[] longs -> {
        sink.number(2);
        sink.number(longs.length);
        for (long each : longs) {
          sink.number(each);
        }
      }
      case boolean[] flags -> {
        sink.number(3);
        sink.number(flags.length);
        for (boolean each : flags) {
          sink.number(each ? 1 : 0);
        }
      }
      case @Nullable Object[] objects -> {
        sink.number(4);
        sink.number(objects.length);
        for (Object each : objects) {
          write(each, holder);
        }
      }
      default ->
          throw new IllegalStateException(
              "cannot take a snapshot of a "
                  + array.getClass().getSimpleName()
                  + ", held by "
                  + Rules.name(holder));
    }
  }
}
