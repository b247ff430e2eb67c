package dev.syncopate.model.explore.snapshot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A graph of objects that takes on one state after the other, with no copy of what never changes:
 * the objects that final fields refer to stay, and of a state there are only bytes, of what else
 * their fields and elements hold. Bytes are equal exactly when those of {@link Snapshots#encode}
 * are, save that an element which was there at the start and one that has taken its place are told
 * apart.
 *
 * <p>Of the places where something may change only those are written that are not as they were at
 * the start, or not empty, each with how many are left out before it:
 *
 * <pre>
 *   primitive field               its value
 *   array of primitive elements   those that differ from what they were at the start
 *   other field, element          what {@link Encoding} writes of it
 *   list, queue, map              its size and what {@link Encoding} writes of its elements
 * </pre>
 *
 * <p>Not for use by several threads.
 *
 * @param <T> the class of its root
 */
public final class WorkingGraph<T> {
  private final T root;
  private final Skeleton skeleton;
  private final Skeleton.Place[] primitives;
  private final Skeleton.Place[] references;

  /** What primitive fields and arrays held at the start. */
  private final long[] bits;

  private final byte[][] bytes;
  private final int[][] ints;
  private final long[][] longs;
  private final boolean[][] flags;

  private final ByteSink sink = new ByteSink();
  private final ByteSource source = new ByteSource();
  private final Encoding encoding;
  private final Decoding decoding;

  /** Places before the next one that is written or read. */
  private int left;

  /**
   * @param root of the graph, which is nobody else's from now on
   */
  public WorkingGraph(Snapshots snapshots, T root) {
    this.root = root;
    skeleton = new Skeleton(snapshots, root);
    primitives = skeleton.primitives.toArray(Skeleton.Place[]::new);
    references = skeleton.references.toArray(Skeleton.Place[]::new);
    bits =
        skeleton.primitives.stream()
            .mapToLong(place -> place.slot().bits(place.holder()))
            .toArray();
    bytes = skeleton.bytes.stream().map(byte[]::clone).toArray(byte[][]::new);
    ints = skeleton.ints.stream().map(int[]::clone).toArray(int[][]::new);
    longs = skeleton.longs.stream().map(long[]::clone).toArray(long[][]::new);
    flags = skeleton.flags.stream().map(boolean[]::clone).toArray(boolean[][]::new);
    encoding = new Encoding(snapshots, sink, skeleton.objects);
    decoding = new Decoding(snapshots, source, skeleton.objects);
  }

  public T root() {
    return root;
  }

  // ---- writing ----

  /** Writes what state the graph is in; to be read before the next one is written. */
  public ByteSink write() {
    encoding.begin();
    left = 0;
    for (int i = 0; i < primitives.length; i++) {
      long value = primitives[i].slot().bits(primitives[i].holder());
      if (differs(value != bits[i])) {
        sink.number(value);
      }
    }
    writeArrays();
    for (Skeleton.Place place : references) {
      Object value = place.slot().get(place.holder());
      if (differs(value != null)) {
        encoding.write(value, place.slot().field);
      }
    }
    writeElements();
    sink.number(left);
    return sink;
  }

  /** Whether what is at the next place is written. */
  private boolean differs(boolean differs) {
    if (differs) {
      sink.number(left);
      left = 0;
    } else {
      left++;
    }
    return differs;
  }

  private void writeArrays() {
    for (int i = 0; i < bytes.length; i++) {
      byte[] array = skeleton.bytes.get(i);
      if (differs(!Arrays.equals(array, bytes[i]))) {
        sink.numbers(array, bytes[i]);
      }
    }
    for (int i = 0; i < ints.length; i++) {
      int[] array = skeleton.ints.get(i);
      if (differs(!Arrays.equals(array, ints[i]))) {
        sink.numbers(array, ints[i]);
      }
    }
    for (int i = 0; i < longs.length; i++) {
      long[] array = skeleton.longs.get(i);
      if (differs(!Arrays.equals(array, longs[i]))) {
        sink.numbers(array, longs[i]);
      }
    }
    for (int i = 0; i < flags.length; i++) {
      boolean[] array = skeleton.flags.get(i);
      if (differs(!Arrays.equals(array, flags[i]))) {
        sink.numbers(array, flags[i]);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // whether it is that very element
  private void writeElements() {
    for (Skeleton.Elements<@Nullable Object[]> each : skeleton.arrays) {
      for (int i = 0; i < each.fixed().length; i++) {
        Object element = each.holder()[i];
        if (differs(element != each.fixed()[i])) {
          encoding.write(element, null);
        }
      }
    }
    for (Skeleton.Elements<ArrayList<@Nullable Object>> each : skeleton.lists) {
      if (differs(!isFixed(each.holder(), each.fixed()))) {
        encoding.elements(each.holder(), null);
      }
    }
    for (ArrayDeque<Object> each : skeleton.deques) {
      if (differs(!each.isEmpty())) {
        encoding.elements(each, null);
      }
    }
    for (TreeMap<Object, @Nullable Object> each : skeleton.maps) {
      if (differs(!each.isEmpty())) {
        encoding.pairs(each, null);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // whether they are those very elements
  private static boolean isFixed(List<@Nullable Object> list, @Nullable Object[] fixed) {
    boolean same = list.size() == fixed.length;
    for (int i = 0; same && i < fixed.length; i++) {
      same = list.get(i) == fixed[i];
    }
    return same;
  }

  // ---- reading ----

  /**
   * Puts the graph into a state.
   *
   * @param from bytes that {@link #write} gave, from some place on
   * @return the root
   */
  public T read(byte[] from, int at) {
    source.begin(from, at);
    decoding.begin();
    left = source.integer();
    for (int i = 0; i < primitives.length; i++) {
      Skeleton.Place place = primitives[i];
      place.slot().setBits(place.holder(), next() ? then(source.number()) : bits[i]);
    }
    readArrays();
    for (Skeleton.Place place : references) {
      place.slot().set(place.holder(), next() ? then(decoding.read()) : null);
    }
    readElements();
    return root;
  }

  /** Whether what is at the next place was written. */
  private boolean next() {
    return left-- == 0;
  }

  /** After what was written at a place comes how far it is to the next one. */
  private long then(long value) {
    left = source.integer();
    return value;
  }

  private @Nullable Object then(@Nullable Object value) {
    left = source.integer();
    return value;
  }

  private void readArrays() {
    for (int i = 0; i < bytes.length; i++) {
      byte[] array = skeleton.bytes.get(i);
      System.arraycopy(bytes[i], 0, array, 0, array.length);
      if (next()) {
        source.numbers(array);
        left = source.integer();
      }
    }
    for (int i = 0; i < ints.length; i++) {
      int[] array = skeleton.ints.get(i);
      System.arraycopy(ints[i], 0, array, 0, array.length);
      if (next()) {
        source.numbers(array);
        left = source.integer();
      }
    }
    for (int i = 0; i < longs.length; i++) {
      long[] array = skeleton.longs.get(i);
      System.arraycopy(longs[i], 0, array, 0, array.length);
      if (next()) {
        source.numbers(array);
        left = source.integer();
      }
    }
    for (int i = 0; i < flags.length; i++) {
      boolean[] array = skeleton.flags.get(i);
      System.arraycopy(flags[i], 0, array, 0, array.length);
      if (next()) {
        source.numbers(array);
        left = source.integer();
      }
    }
  }

  private void readElements() {
    for (Skeleton.Elements<@Nullable Object[]> each : skeleton.arrays) {
      for (int i = 0; i < each.fixed().length; i++) {
        each.holder()[i] = next() ? then(decoding.read()) : each.fixed()[i];
      }
    }
    for (Skeleton.Elements<ArrayList<@Nullable Object>> each : skeleton.lists) {
      each.holder().clear();
      if (next()) {
        decoding.elements(each.holder());
        left = source.integer();
      } else {
        each.holder().addAll(Arrays.asList(each.fixed()));
      }
    }
    for (ArrayDeque<Object> each : skeleton.deques) {
      each.clear();
      if (next()) {
        decoding.elements(each);
        left = source.integer();
      }
    }
    for (TreeMap<Object, @Nullable Object> each : skeleton.maps) {
      each.clear();
      if (next()) {
        decoding.pairs(each);
        left = source.integer();
      }
    }
  }
}
