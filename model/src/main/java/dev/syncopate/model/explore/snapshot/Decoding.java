package dev.syncopate.model.explore.snapshot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the graphs that an {@link Encoding} has written, one after the other. */
final class Decoding {
  private final Snapshots owner;
  private final ByteSource source;

  /** By number; null while it is being made. */
  private @Nullable Object[] met;

  private final int knownCount;
  private int size;

  /**
   * @param knownObjects objects that were not written
   */
  Decoding(Snapshots owner, ByteSource source, List<Object> knownObjects) {
    this.owner = owner;
    this.source = source;
    this.knownCount = knownObjects.size();
    met = Arrays.copyOf(knownObjects.toArray(), knownObjects.size() + 64);
    size = this.knownCount;
  }

  /** Begins the next graph. */
  void begin() {
    Arrays.fill(met, knownCount, size, null);
    size = knownCount;
  }

  @Nullable Object read() {
    int tag = source.integer();
    return switch (tag) {
      case Encoding.NULL -> null;
      case Encoding.AGAIN ->
          Objects.requireNonNull(met[source.integer()], "a record that is part of itself");
      case Encoding.VALUE -> owner.valueOf(source.integer());
      case Encoding.SHARED -> owner.sharedOf(source.integer());
      case Encoding.NOTHING -> owner.plan(source.integer()).emptyArray();
      case Encoding.ARRAY -> array(owner.plan(source.integer()));
      case Encoding.DEQUE -> deque();
      case Encoding.LIST -> {
        List<@Nullable Object> list = new ArrayList<>();
        keep(number(), list);
        elements(list);
        yield list;
      }
      case Encoding.MAP -> {
        TreeMap<Object, @Nullable Object> map = new TreeMap<>();
        keep(number(), map);
        pairs(map);
        yield map;
      }
      case Encoding.OBJECT -> object(owner.plan(source.integer()));
      default -> throw new IllegalStateException("no object begins with " + tag);
    };
  }

  private Object present() {
    return Objects.requireNonNull(read());
  }

  private int number() {
    if (size == met.length) {
      met = Arrays.copyOf(met, 2 * size);
    }
    return size++;
  }

  private void keep(int number, Object object) {
    met[number] = object;
  }

  private Object deque() {
    ArrayDeque<Object> deque = new ArrayDeque<>();
    keep(number(), deque);
    for (int remaining = source.integer(); remaining > 0; remaining--) {
      deque.add(present());
    }
    return deque;
  }

  /** Adds as many elements as there are. */
  void elements(Collection<@Nullable Object> target) {
    for (int remaining = source.integer(); remaining > 0; remaining--) {
      target.add(read());
    }
  }

  /** Adds as many pairs as there are. */
  void pairs(Map<Object, @Nullable Object> target) {
    for (int remaining = source.integer(); remaining > 0; remaining--) {
      target.put(present(), read());
    }
  }

  private Object object(ClassPlan plan) {
    int number = number();
    if (plan.isRecord()) {
      Object created = record(plan);
      keep(number, created);
      return created;
    }
    Object instance = plan.make();
    keep(number, instance);
    for (FieldSlot slot : plan.primitives()) {
      slot.setBits(instance, source.number());
    }
    for (FieldSlot slot : plan.references()) {
      slot.set(instance, read());
    }
    return instance;
  }

  /** Its fields come as they are walked, and are given to the constructor as they are declared. */
  private Object record(ClassPlan plan) {
    @Nullable Object[] components = new @Nullable Object[plan.components()];
    for (FieldSlot slot : plan.primitives()) {
      components[slot.component] = slot.boxed(source.number());
    }
    for (FieldSlot slot : plan.references()) {
      components[slot.component] = read();
    }
    return plan.make(components);
  }

  private Object array(ClassPlan plan) {
    int number = number();
    Object array = plan.array(source.integer());
    keep(number, array);
    switch (array) {
      case byte[] bytes -> source.numbers(bytes);
      case int[] ints -> source.numbers(ints);
      case long[] longs -> source.numbers(longs);
      case boolean[] flags -> source.numbers(flags);
      case @Nullable Object[] objects -> {
        for (int i = 0; i < objects.length; i++) {
          objects[i] = read();
        }
      }
      default -> throw SnapshotPlans.unknown(array, null);
    }
    return array;
  }
}
