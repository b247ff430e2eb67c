package dev.syncopate.model.explore.snapshot;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Numbers of values and of shared objects in the bytes of snapshots. For any threads: what is known
 * is read without a lock.
 */
final class CommonNumbers {
  private final Map<Object, Integer> values = new ConcurrentHashMap<>();
  private final List<Object> allValues = new CopyOnWriteArrayList<>();

  /** Replaced when an object is added, of which there are few. */
  private volatile IdentityHashMap<Object, Integer> sharedObjects = new IdentityHashMap<>();

  private final List<Object> allShared = new CopyOnWriteArrayList<>();

  int value(Object value) {
    Integer existing = values.get(value);
    return existing == null ? addValue(value) : existing;
  }

  private synchronized int addValue(Object value) {
    Integer existing = values.get(value);
    if (existing != null) {
      return existing;
    }
    int number = allValues.size();
    allValues.add(value);
    values.put(value, number); // last: a thread that finds the number finds the value
    return number;
  }

  Object valueOf(int number) {
    return allValues.get(number);
  }

  int shared(Object object) {
    Integer existing = sharedObjects.get(object);
    return existing == null ? addShared(object) : existing;
  }

  private synchronized int addShared(Object object) {
    Integer existing = sharedObjects.get(object);
    if (existing != null) {
      return existing;
    }
    int number = allShared.size();
    allShared.add(object);
    IdentityHashMap<Object, Integer> extended = new IdentityHashMap<>(sharedObjects);
    extended.put(object, number);
    sharedObjects = extended;
    return number;
  }

  Object sharedOf(int number) {
    return allShared.get(number);
  }
}
