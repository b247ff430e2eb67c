package dev.syncopate.sim.stats;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The counters of a class, found out once: a device has thousands, and they are read after each
 * launch.
 */
final class CounterFields {
  private static final ClassValue<CounterFields> OF =
      new ClassValue<>() {
        @Override
        protected CounterFields computeValue(Class<?> type) {
          return new CounterFields(type);
        }
      };

  private final String[] names;
  private final VarHandle[] fields;

  private CounterFields(Class<?> type) {
    List<String> counterNames = new ArrayList<>();
    List<VarHandle> handles = new ArrayList<>();
    for (Field field : type.getFields()) {
      Counter counter = field.getAnnotation(Counter.class);
      if (counter != null) {
        counterNames.add(counter.name());
        handles.add(handle(field));
      }
    }
    names = counterNames.toArray(String[]::new);
    fields = handles.toArray(VarHandle[]::new);
  }

  private static VarHandle handle(Field field) {
    try {
      return MethodHandles.publicLookup().unreflectVarHandle(field);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("counter " + field + " must be public in a public class", e);
    }
  }

  static CounterFields of(Class<?> type) {
    return OF.get(type);
  }

  /** Room for the sums of this class. */
  long[] zeros() {
    return new long[fields.length];
  }

  /** Adds an object's counters to the sums of its class. */
  void add(Object counters, long[] sums) {
    for (int i = 0; i < fields.length; i++) {
      sums[i] += (long) fields[i].get(counters);
    }
  }

  /** Adds the sums of this class to those by name. */
  void addTo(Map<String, Long> byName, long[] sums) {
    for (int i = 0; i < names.length; i++) {
      byName.merge(names[i], sums[i], Long::sum);
    }
  }
}
