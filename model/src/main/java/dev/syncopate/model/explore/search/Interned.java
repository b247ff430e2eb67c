package dev.syncopate.model.explore.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects numbered by what is in them: equal bytes, equal number. */
final class Interned<T> {
  private record Key(byte[] bytes, int hash) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && hash == key.hash && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final Map<Key, Integer> numbers = new HashMap<>();
  private final List<T> objects = new ArrayList<>();

  /** The number of an object; the first one with its bytes is kept. */
  int number(byte[] bytes, T object) {
    Key key = new Key(bytes, Arrays.hashCode(bytes));
    Integer known = numbers.putIfAbsent(key, objects.size());
    if (known != null) {
      return known;
    }
    objects.add(object);
    return objects.size() - 1;
  }

  T get(int number) {
    return objects.get(number);
  }

  int size() {
    return objects.size();
  }
}
