package dev.syncopate.model.explore.snapshot;

import dev.syncopate.model.explore.snapshot.Kinds.Kind;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes one graph.
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
 * </pre>
 */
final class Encoding {
  private final Snapshots owner;
  private final ByteSink sink;
  private final IdentityHashMap<Object, Integer> met = new IdentityHashMap<>();

  Encoding(Snapshots owner, ByteSink sink) {
    this.owner = owner;
    this.sink = sink;
  }

  void write(Object root) {
    write(root, null);
  }

  private void write(@Nullable Object object, @Nullable Field holder) {
    if (object == null) {
      sink.number(0);
      return;
    }
    Kind kind = owner.kind(object, holder);
    if (kind == Kind.VALUE) {
      sink.number(2);
      sink.number(owner.value(object));
      return;
    } else if (kind == Kind.SHARED) {
      sink.number(3);
      sink.number(owner.shared(object));
      return;
    }
    Integer before = met.putIfAbsent(object, met.size());
    if (before != null) {
      sink.number(1);
      sink.number(before);
      return;
    }
    switch (kind) {
      case ARRAY -> array(object, holder);
      case DEQUE -> elements(5, (Collection<?>) object, holder);
      case LIST -> elements(6, (Collection<?>) object, holder);
      case MAP -> map((Map<?, ?>) object, holder);
      default -> object(object);
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
    new TreeMap<>(map)
        .forEach((key, value) -> {
          write(key, holder);
          write(value, holder);
        });
  }

  private void object(Object object) {
    ClassPlan plan = owner.plan(object.getClass());
    sink.number(8);
    sink.number(plan.id);
    plan.writePrimitives(object, sink);
    try {
      for (Field field : plan.references()) {
        Object value = field.get(object);
        write(value, field);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
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
                  + Snapshots.name(holder));
    }
  }
}
