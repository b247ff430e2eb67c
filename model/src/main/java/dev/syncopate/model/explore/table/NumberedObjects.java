package dev.syncopate.model.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Objects by number. For any threads, except for {@link #add}. An object stays where it was put:
 * the table grows by chunks, each as large as all before it.
 */
public final class NumberedObjects<T> {
  private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(Object[].class);
  private static final VarHandle CHUNKS = MethodHandles.arrayElementVarHandle(Object[][].class);

  private static final int FIRST_BITS = 4;
  private static final int FIRST = 1 << FIRST_BITS;

  /**
   * Chunk c has the objects whose numbers + {@link #FIRST} have c + {@link #FIRST_BITS} + 1 bits.
   */
  private final @Nullable Object[][] chunks = new @Nullable Object[Integer.SIZE - 1 - FIRST_BITS][];

  private int size;

  private static int chunk(int place) {
    return Integer.SIZE - 1 - FIRST_BITS - Integer.numberOfLeadingZeros(place);
  }

  private static int index(int place) {
    return place & ~Integer.highestOneBit(place);
  }

  /** The object at a number, or null where there is none yet. */
  @SuppressWarnings("unchecked") // nothing else is put in
  public @Nullable T get(int number) {
    int place = number + FIRST;
    @Nullable Object[] objects = (@Nullable Object[]) CHUNKS.getAcquire(chunks, chunk(place));
    return objects == null ? null : (T) PLACES.getAcquire(objects, index(place));
  }

  /** Puts an object at a number. */
  public void put(int number, T object) {
    int place = number + FIRST;
    PLACES.setRelease(objects(chunk(place)), index(place), object);
  }

  /**
   * Puts an object at a number if another one or none is still there.
   *
   * @return whether it was
   */
  public boolean replace(int number, @Nullable T expected, T object) {
    int place = number + FIRST;
    return PLACES.compareAndSet(objects(chunk(place)), index(place), expected, object);
  }

  private @Nullable Object[] objects(int chunk) {
    @Nullable Object[] objects = (@Nullable Object[]) CHUNKS.getAcquire(chunks, chunk);
    if (objects != null) {
      return objects;
    }
    @Nullable Object[] created = new @Nullable Object[FIRST << chunk];
    @Nullable Object[] existing =
        (@Nullable Object[]) CHUNKS.compareAndExchange(chunks, chunk, null, created);
    return existing == null ? created : existing;
  }

  /** Puts an object behind all others that were added; its number. For one thread. */
  public int add(T object) {
    put(size, object);
    return size++;
  }

  /** How many were added; for the thread that adds. */
  public int size() {
    return size;
  }
}
