package dev.syncopate.model.explore.snapshot;

import dev.syncopate.model.explore.snapshot.ClassKinds.Kind;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Constant part of a graph in all its states: the objects that are reached from its root by final
 * fields, and as elements that arrays and lists of these have at the start. What may change is in
 * the places that are found here: their other fields, and elements.
 */
final class SnapshotSkeleton {
  /** A field that is not final. */
  record Place(Object holder, FieldSlot slot) {}

  /** An array or list, and the objects of the skeleton that are its elements at the start. */
  record Elements<E>(E holder, @Nullable Object[] fixed) {}

  private final Snapshots owner;
  private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();

  /** All objects of the skeleton, in the order of their numbers. */
  final List<Object> objects = new ArrayList<>();

  final List<Place> primitives = new ArrayList<>();
  final List<Place> references = new ArrayList<>();
  final List<byte[]> bytes = new ArrayList<>();
  final List<int[]> ints = new ArrayList<>();
  final List<long[]> longs = new ArrayList<>();
  final List<boolean[]> flags = new ArrayList<>();
  final List<Elements<@Nullable Object[]>> arrays = new ArrayList<>();
  final List<Elements<ArrayList<@Nullable Object>>> lists = new ArrayList<>();
  final List<ArrayDeque<Object>> deques = new ArrayList<>();
  final List<TreeMap<Object, @Nullable Object>> maps = new ArrayList<>();

  SnapshotSkeleton(Snapshots owner, Object root) {
    this.owner = owner;
    add(root, null);
  }

  /** Whether an object is one of the skeleton. */
  @SuppressWarnings("unchecked") // elements are objects
  private boolean add(@Nullable Object object, @Nullable Field holder) {
    if (object == null) {
      return false;
    }
    ClassPlan plan = owner.plan(object, holder);
    if (plan.kind == Kind.VALUE || plan.kind == Kind.SHARED || plan.isEmptyArray(object)) {
      return false; // it cannot change, or does not matter
    }
    if (numbers.putIfAbsent(object, objects.size()) != null) {
      return true;
    }
    objects.add(object);
    switch (plan.kind) {
      case ARRAY -> array(object, holder);
      case DEQUE -> deques.add((ArrayDeque<Object>) object);
      case LIST -> list((List<?>) object, holder);
      case MAP -> maps.add((TreeMap<Object, @Nullable Object>) object);
      default -> fields(object, plan);
    }
    return true;
  }

  private void fields(Object object, ClassPlan plan) {
    for (FieldSlot slot : plan.primitives()) {
      if (!slot.isFinal()) {
        primitives.add(new Place(object, slot));
      }
    }
    for (FieldSlot slot : plan.references()) {
      if (slot.isFinal()) {
        add(slot.get(object), slot.field);
      } else {
        references.add(new Place(object, slot));
      }
    }
  }

  private void array(Object array, @Nullable Field holder) {
    switch (array) {
      case byte[] byteArray -> bytes.add(byteArray);
      case int[] intArray -> ints.add(intArray);
      case long[] longArray -> longs.add(longArray);
      case boolean[] flagArray -> flags.add(flagArray);
      case @Nullable Object[] objectArray ->
          arrays.add(new Elements<>(objectArray, fixed(Arrays.asList(objectArray), holder)));
      default -> throw SnapshotPlans.unknown(array, holder);
    }
  }

  @SuppressWarnings("unchecked") // elements are objects
  private void list(List<?> list, @Nullable Field holder) {
    @Nullable Object[] fixed = fixed(list, holder);
    if (list instanceof ArrayList) {
      lists.add(new Elements<>((ArrayList<@Nullable Object>) list, fixed));
    } else if (!list.getClass().getName().startsWith("java.util.ImmutableCollections")) {
      throw SnapshotPlans.unknown(list, holder); // another may change it
    }
  }

  /**
   * The elements that stay what they are; none where there is room for others: then they come and
   * go.
   */
  private @Nullable Object[] fixed(List<?> elements, @Nullable Field holder) {
    @Nullable Object[] fixed = new @Nullable Object[elements.size()];
    if (elements.stream().noneMatch(Objects::isNull)) {
      for (int i = 0; i < fixed.length; i++) {
        fixed[i] = add(elements.get(i), holder) ? elements.get(i) : null;
      }
    }
    return fixed;
  }
}
