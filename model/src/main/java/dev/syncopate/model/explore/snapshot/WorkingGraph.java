package dev.syncopate.model.explore.snapshot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A graph of objects that takes on one state after the other, with no copy of what never changes:
 * the objects that final fields refer to stay, and of a state there are only bytes, of what else
 * their fields and elements hold. Bytes are equal exactly when those of {@link Snapshots#encode}
 * are, save that an element which was there at the start and one that has taken its place are told
 * apart.
 *
 * <p>Not for use by several threads.
 *
 * @param <T> the class of its root
 */
public final class WorkingGraph<T> {
  private final T root;
  private final Skeleton.Place[] primitives;
  private final Skeleton.Place[] references;
  private final byte[][] bytes;
  private final int[][] ints;
  private final long[][] longs;
  private final boolean[][] flags;
  private final Skeleton skeleton;
  private final ByteSink sink = new ByteSink();
  private final ByteSource source = new ByteSource();
  private final Encoding encoding;
  private final Decoding decoding;

  /**
   * @param root of the graph, which is nobody else's from now on
   */
  public WorkingGraph(Snapshots snapshots, T root) {
    this.root = root;
    skeleton = new Skeleton(snapshots, root);
    primitives = skeleton.primitives.toArray(Skeleton.Place[]::new);
    references = skeleton.references.toArray(Skeleton.Place[]::new);
    bytes = skeleton.bytes.toArray(byte[][]::new);
    ints = skeleton.ints.toArray(int[][]::new);
    longs = skeleton.longs.toArray(long[][]::new);
    flags = skeleton.flags.toArray(boolean[][]::new);
    encoding = new Encoding(snapshots, sink, skeleton.objects);
    decoding = new Decoding(snapshots, source, skeleton.objects);
  }

  public T root() {
    return root;
  }

  /** Writes what state the graph is in; to be read before the next one is written. */
  public ByteSink write() {
    encoding.begin();
    for (Skeleton.Place place : primitives) {
      sink.number(place.slot().bits(place.holder()));
    }
    for (byte[] each : bytes) {
      sink.bytes(each);
    }
    for (int[] each : ints) {
      sink.numbers(each);
    }
    for (long[] each : longs) {
      sink.numbers(each);
    }
    for (boolean[] each : flags) {
      sink.numbers(each);
    }
    for (Skeleton.Place place : references) {
      encoding.write(place.slot().get(place.holder()), place.slot().field);
    }
    for (Skeleton.Elements<@Nullable Object[]> each : skeleton.arrays) {
      for (int i = 0; i < each.fixed().length; i++) {
        encoding.element(each.holder()[i], each.fixed()[i]);
      }
    }
    for (Skeleton.Elements<ArrayList<@Nullable Object>> each : skeleton.lists) {
      ArrayList<@Nullable Object> list = each.holder();
      sink.number(list.size());
      for (int i = 0; i < list.size(); i++) {
        encoding.element(list.get(i), i < each.fixed().length ? each.fixed()[i] : null);
      }
    }
    for (ArrayDeque<Object> each : skeleton.deques) {
      encoding.elements(each, null);
    }
    for (TreeMap<Object, @Nullable Object> each : skeleton.maps) {
      encoding.pairs(each, null);
    }
    return sink;
  }

  /**
   * Puts the graph into a state.
   *
   * @param from bytes that {@link #write} gave, from some place on
   * @return the root
   */
  public T read(byte[] from, int at) {
    source.begin(from, at);
    decoding.begin();
    for (Skeleton.Place place : primitives) {
      place.slot().setBits(place.holder(), source.number());
    }
    for (byte[] each : bytes) {
      source.bytes(each);
    }
    for (int[] each : ints) {
      source.numbers(each);
    }
    for (long[] each : longs) {
      source.numbers(each);
    }
    for (boolean[] each : flags) {
      source.numbers(each);
    }
    for (Skeleton.Place place : references) {
      place.slot().set(place.holder(), decoding.read());
    }
    for (Skeleton.Elements<@Nullable Object[]> each : skeleton.arrays) {
      for (int i = 0; i < each.fixed().length; i++) {
        each.holder()[i] = decoding.element(each.fixed()[i]);
      }
    }
    for (Skeleton.Elements<ArrayList<@Nullable Object>> each : skeleton.lists) {
      ArrayList<@Nullable Object> list = each.holder();
      list.clear();
      int size = source.integer();
      for (int i = 0; i < size; i++) {
        list.add(decoding.element(i < each.fixed().length ? each.fixed()[i] : null));
      }
    }
    for (ArrayDeque<Object> each : skeleton.deques) {
      each.clear();
      decoding.elements(each);
    }
    for (TreeMap<Object, @Nullable Object> each : skeleton.maps) {
      each.clear();
      decoding.pairs(each);
    }
    return root;
  }
}
