package dev.syncopate.model.explore.snapshot;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Objects numbered from 0 in the order in which they are met, told apart by identity. Made to be
 * emptied and used again: open addressing, at most half full, and emptying costs what was added.
 */
final class IdentityNumbers {
  private @Nullable Object[] table = new @Nullable Object[128];
  private int[] numbers = new int[128];

  /** Where in the table the objects are, by their numbers. */
  private int[] places = new int[64];

  private int size;

  /** The number of an object that was met before, or -1 - the number that it gets now. */
  @SuppressWarnings("ReferenceEquality") // identity is the point
  int number(Object object) {
    int mask = table.length - 1;
    int place = home(object, mask);
    for (Object occupant = table[place]; occupant != null; occupant = table[place]) {
      if (occupant == object) {
        return numbers[place];
      }
      place = place + 1 & mask;
    }
    table[place] = object;
    numbers[place] = size;
    places[size++] = place;
    if (size == places.length) {
      grow();
    }
    return -size;
  }

  int size() {
    return size;
  }

  void clear() {
    clear(0);
  }

  /** Forgets all but those that were met first. */
  void clear(int keptCount) {
    for (int i = keptCount; i < size; i++) {
      table[places[i]] = null;
    }
    size = keptCount;
  }

  private static int home(Object object, int mask) {
    int mixed = System.identityHashCode(object) * 0x9E3779B9;
    return (mixed >>> 7) & mask;
  }

  private void grow() {
    @Nullable Object[] old = table;
    table = new @Nullable Object[2 * old.length];
    numbers = new int[table.length];
    int[] oldPlaces = places;
    places = Arrays.copyOf(oldPlaces, 2 * oldPlaces.length);
    int mask = table.length - 1;
    for (int number = 0; number < size; number++) {
      Object object = old[oldPlaces[number]];
      if (object == null) {
        throw new IllegalStateException("object " + number + " is gone");
      }
      int place = home(object, mask);
      while (table[place] != null) {
        place = place + 1 & mask;
      }
      table[place] = object;
      numbers[place] = number;
      places[number] = place;
    }
  }
}
