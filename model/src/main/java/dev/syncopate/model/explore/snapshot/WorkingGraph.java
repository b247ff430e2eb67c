package dev.syncopate.model.explore.snapshot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A graph of objects that takes on one state after the other, without copies of its constant parts.
 * The objects that final fields refer to stay; a state is only the bytes of the contents of the
 * other fields and elements. Bytes are equal exactly when those of {@link Snapshots#encode} are,
 * with one exception: an element that was there at the start differs from an equal one that has
 * replaced it.
 *
 * <p>Of the variable places only those are written that differ from the start or are not empty,
 * each after the number of places left out before it:
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
  private final SnapshotSkeleton skeleton;
  private final SnapshotSkeleton.Place[] primitives;
  private final SnapshotSkeleton.Place[] references;

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
  private int skipped;

  /**
   * @param root of the graph, which only this object uses from now on
   */
  public WorkingGraph(Snapshots snapshots, T root) {
    this.root = root;
    skeleton = new SnapshotSkeleton(snapshots, root);
    primitives = skeleton.primitives.toArray(SnapshotSkeleton.Place[]::new);
    references = skeleton.references.toArray(SnapshotSkeleton.Place[]::new);
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
    skipped = 0;
    for (int i = 0; i < primitives.length; i++) {
      long value = primitives[i].slot().bits(primitives[i].holder());
      if (differs(value != bits[i])) {
        sink.number(value);
      }
    }
    writeArrays();
    for (SnapshotSkeleton.Place place : references) {
      Object value = place.slot().get(place.holder());
      if (differs(value != null)) {
        encoding.write(value, place.slot().field);
      }
    }
    writeElements();
    sink.number(skipped);
    return sink;
  }

  /** Whether what is at the next place is written. */
  private boolean differs(boolean differs) {
    if (differs) {
      sink.number(skipped);
      skipped = 0;
    } else {
      skipped++;
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
    for (SnapshotSkeleton.Elements<@Nullable Object[]> elements : skeleton.arrays) {
      for (int i = 0; i < elements.fixed().length; i++) {
        Object element = elements.holder()[i];
        if (differs(element != elements.fixed()[i])) {
          encoding.write(element, null);
        }
      }
    }
    for (SnapshotSkeleton.Elements<ArrayList<@Nullable Object>> elements : skeleton.lists) {
      if (differs(!isFixed(elements.holder(), elements.fixed()))) {
        encoding.elements(elements.holder(), null);
      }
    }
    for (ArrayDeque<Object> deque : skeleton.deques) {
      if (differs(!deque.isEmpty())) {
        encoding.elements(deque, null);
      }
    }
    for (TreeMap<Object, @Nullable Object> map : skeleton.maps) {
      if (differs(!map.isEmpty())) {
        encoding.pairs(map, null);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // whether they are those very elements
  private static boolean isFixed(List<@Nullable Object> list, @Nullable Object[] fixed) {
    boolean unchanged = list.size() == fixed.length;
    for (int i = 0; unchanged && i < fixed.length; i++) {
      unchanged = list.get(i) == fixed[i];
    }
    return unchanged;
  }

  // ---- reading ----

  /**
   * Puts the graph into a state.
   *
   * @param encoded bytes that {@link #write} gave, from some place on
   * @return the root
   */
  public T read(byte[] encoded, int offset) {
    source.begin(encoded, offset);
    decoding.begin();
    skipped = source.integer();
    for (int i = 0; i < primitives.length; i++) {
      SnapshotSkeleton.Place place = primitives[i];
      place.slot().setBits(place.holder(), next() ? then(source.number()) : bits[i]);
    }
    readArrays();
    for (SnapshotSkeleton.Place place : references) {
      place.slot().set(place.holder(), next() ? then(decoding.read()) : null);
    }
    readElements();
    return root;
  }

  /** Whether what is at the next place was written. */
  private boolean next() {
    return skipped-- == 0;
  }

  /** After what was written at a place comes how far it is to the next one. */
  private long then(long value) {
    skipped = source.integer();
    return value;
  }

  private @Nullable Object then(@Nullable Object value) {
    skipped = source.integer();
    return value;
  }

  private void readArrays() {
    for (int i = 0; i < bytes.length; i++) {
      byte[] array = skeleton.bytes.get(i);
      System.arraycopy(bytes[i], 0, array, 0, array.length);
      if (next()) {
        source.numbers(array);
        skipped = source.integer();
      }
    }
    for (int i = 0; i < ints.length; i++) {
      int[] array = skeleton.ints.get(i);
      System.arraycopy(ints[i], 0, array, 0, array.length);
      if (next()) {
        source.numbers(array);
        skipped = source.integer();
      }
    }
    for (int i = 0; i < longs.length; i++) {
      long[] array = skeleton.longs.get(i);
      System.arraycopy(longs[i], 0, array, 0, array.length);
      if (next()) {
        source.numbers(array);
        skipped = source.integer();
      }
    }
    for (int i = 0; i < flags.length; i++) {
      boolean[] array = skeleton.flags.get(i);
      System.arraycopy(flags[i], 0, array, 0, array.length);
      if (next()) {
        source.numbers(array);
        skipped = source.integer();
      }
    }
  }

  private void readElements() {
    for (SnapshotSkeleton.Elements<@Nullable Object[]> elements : skeleton.arrays) {
      for (int i = 0; i < elements.fixed().length; i++) {
        elements.holder()[i] = next() ? then(decoding.read()) : elements.fixed()[i];
      }
    }
    for (SnapshotSkeleton.Elements<ArrayList<@Nullable Object>> elements : skeleton.lists) {
      elements.holder().clear();
      if (next()) {
        decoding.elements(elements.holder());
        skipped = source.integer();
      } else {
        elements.holder().addAll(Arrays.asList(elements.fixed()));
      }
    }
    for (ArrayDeque<Object> deque : skeleton.deques) {
      deque.clear();
      if (next()) {
        decoding.elements(deque);
        skipped = source.integer();
      }
    }
    for (TreeMap<Object, @Nullable Object> map : skeleton.maps) {
      map.clear();
      if (next()) {
        decoding.pairs(map);
        skipped = source.integer();
      }
    }
  }
}
