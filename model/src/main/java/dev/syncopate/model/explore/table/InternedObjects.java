package dev.syncopate.model.explore.table;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Objects numbered by what is in them: equal bytes, equal number. */
public final class InternedObjects<T> {
  private record Key(byte[] bytes, int hash) {
    @Override
    public boolean equals(Object object) {
      return object instanceof Key key && hash == key.hash && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final Map<Key, Integer> numbers = new HashMap<>();
  private final NumberedObjects<T> objects = new NumberedObjects<>();

  /** The number of an object; the first one with its bytes is kept. For the writing thread. */
  public int number(byte[] bytes, T object) {
    Key key = new Key(bytes, Arrays.hashCode(bytes));
    Integer existing = numbers.putIfAbsent(key, objects.size());
    return existing != null ? existing : objects.add(object);
  }

  public T get(int number) {
    return Objects.requireNonNull(objects.get(number));
  }

  /** How many there are; for the writing thread. */
  public int size() {
    return objects.size();
  }
}
