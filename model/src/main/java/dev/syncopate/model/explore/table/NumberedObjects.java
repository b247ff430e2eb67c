package dev.syncopate.model.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Objects by number. */
public final class NumberedObjects<T> {
  private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(Object[].class);

  private volatile @Nullable Object[] places = new @Nullable Object[16];
  private int size;

  /** The object at a number, or null where there is none yet. */
  @SuppressWarnings("unchecked") // nothing else is put in
  public @Nullable T get(int number) {
    @Nullable Object[] currentPlaces = places;
    return number < currentPlaces.length ? (T) PLACES.getAcquire(currentPlaces, number) : null;
  }

  /** Puts an object at a number. */
  public void put(int number, T object) {
    @Nullable Object[] currentPlaces = places;
    if (number >= currentPlaces.length) {
      currentPlaces = Arrays.copyOf(currentPlaces, Math.max(number + 1, 2 * currentPlaces.length));
      places = currentPlaces;
    }
    PLACES.setRelease(currentPlaces, number, object);
    size = Math.max(size, number + 1);
  }

  /** Puts an object behind all others; its number. */
  public int add(T object) {
    put(size, object);
    return size - 1;
  }

  /** The first number behind all objects; for the writing thread. */
  public int size() {
    return size;
  }
}
