package dev.syncopate.model.explore.snapshot;

import dev.syncopate.model.explore.snapshot.ClassKinds.Kind;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes copies, one after the other. */
final class Copying {
  private final Snapshots owner;
  private final IdentityNumbers met = new IdentityNumbers();

  /** By the number of the original; null while it is being made. */
  private @Nullable Object[] copies = new @Nullable Object[64];

  Copying(Snapshots owner) {
    this.owner = owner;
  }

  Object of(Object root) {
    clear();
    Object copy = copy(root, null);
    clear();
    return copy;
  }

  private void clear() {
    Arrays.fill(copies, 0, Math.min(met.size(), copies.length), null);
    met.clear();
  }

  private Object copy(Object original, @Nullable Field holder) {
    ClassPlan plan = owner.plan(original, holder);
    if (plan.kind == Kind.VALUE || plan.kind == Kind.SHARED) {
      return original;
    } else if (plan.isEmptyArray(original)) {
      return original; // it cannot change
    }
    int existing = met.number(original);
    if (existing >= 0) {
      return Objects.requireNonNull(copies[existing], "a record that is part of itself");
    }
    int number = -1 - existing;
    return switch (plan.kind) {
      case ARRAY -> array(original, holder, number);
      case DEQUE -> deque((ArrayDeque<?>) original, holder, number);
      case LIST -> list((List<?>) original, holder, number);
      case MAP -> map((Map<?, ?>) original, holder, number);
      default -> object(original, plan, number);
    };
  }

  private void keep(int number, Object copy) {
    if (number >= copies.length) {
      copies = Arrays.copyOf(copies, 2 * number);
    }
    copies[number] = copy;
  }

  private Object object(Object original, ClassPlan plan, int number) {
    if (plan.isRecord()) {
      Object copy = plan.copyRecord(original, this::copy);
      keep(number, copy);
      return copy;
    }
    Object copy = plan.blankCopy(original);
    keep(number, copy);
    plan.link(original, copy, this::copy);
    return copy;
  }

  private Object array(Object original, @Nullable Field holder, int number) {
    Object copy =
        switch (original) {
          case byte[] bytes -> bytes.clone();
          case int[] ints -> ints.clone();
          case long[] longs -> longs.clone();
          case boolean[] flags -> flags.clone();
          case @Nullable Object[] objects -> objects.clone();
          default -> throw SnapshotPlans.unknown(original, holder);
        };
    keep(number, copy);
    if (copy instanceof @Nullable Object[] objects) {
      for (int i = 0; i < objects.length; i++) {
        Object element = objects[i];
        if (element != null) {
          objects[i] = copy(element, holder);
        }
      }
    }
    return copy;
  }

  private Object deque(ArrayDeque<?> original, @Nullable Field holder, int number) {
    ArrayDeque<Object> copy = new ArrayDeque<>(Math.max(1, original.size()));
    keep(number, copy);
    for (Object element : original) {
      copy.add(copy(element, holder));
    }
    return copy;
  }

  private Object list(List<?> original, @Nullable Field holder, int number) {
    List<@Nullable Object> copy = new ArrayList<>(original.size());
    boolean changes = original instanceof ArrayList;
    Object result = changes ? copy : Collections.unmodifiableList(copy);
    keep(number, result);
    for (Object element : original) {
      copy.add(element == null ? null : copy(element, holder));
    }
    return result;
  }

  private Object map(Map<?, ?> original, @Nullable Field holder, int number) {
    TreeMap<Object, @Nullable Object> copy = new TreeMap<>();
    keep(number, copy);
    original.forEach(
        (key, value) -> copy.put(copy(key, holder), value == null ? null : copy(value, holder)));
    return copy;
  }
}
