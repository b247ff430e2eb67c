package dev.syncopate.model.explore.snapshot;

import dev.syncopate.model.explore.snapshot.Kinds.Kind;
import dev.syncopate.model.explore.snapshot.Snapshots.Replacement;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes one copy. */
final class Copying {
  private final Snapshots owner;
  private final Replacement replacement;
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();

  Copying(Snapshots owner, Replacement replacement) {
    this.owner = owner;
    this.replacement = replacement;
  }

  @SuppressWarnings("ReferenceEquality") // whether it is replaced at all
  Object copy(Object original, @Nullable Field held) {
    Kind kind = owner.kind(original, held);
    if (kind == Kind.VALUE || kind == Kind.SHARED) {
      return original;
    }
    Object known = copies.get(original);
    if (known != null) {
      return known;
    }
    Object replaced = replacement.of(original);
    if (replaced != original) {
      return replaced;
    }
    return switch (kind) {
      case ARRAY -> array(original, held);
      case DEQUE -> deque((ArrayDeque<?>) original, held);
      case LIST -> list((List<?>) original, held);
      case MAP -> map((Map<?, ?>) original, held);
      default -> object(original);
    };
  }

  private Object object(Object original) {
    ClassPlan plan = owner.plan(original.getClass());
    if (plan.isRecord()) {
      Object copy = plan.copyRecord(original, this::copy);
      copies.put(original, copy);
      return copy;
    }
    Object copy = plan.blankCopy(original);
    copies.put(original, copy);
    plan.link(original, copy, this::copy);
    return copy;
  }

  private Object array(Object original, @Nullable Field held) {
    Object copy =
        switch (original) {
          case byte[] bytes -> bytes.clone();
          case int[] ints -> ints.clone();
          case long[] longs -> longs.clone();
          case boolean[] flags -> flags.clone();
          case @Nullable Object[] objects -> objects.clone();
          default ->
              throw new IllegalStateException(
                  "cannot copy a "
                      + original.getClass().getSimpleName()
                      + ", held by "
                      + Snapshots.name(held));
        };
    copies.put(original, copy);
    if (copy instanceof @Nullable Object[] objects) {
      for (int i = 0; i < objects.length; i++) {
        Object element = objects[i];
        if (element != null) {
          objects[i] = copy(element, held);
        }
      }
    }
    return copy;
  }

  private Object deque(ArrayDeque<?> original, @Nullable Field held) {
    ArrayDeque<Object> copy = new ArrayDeque<>(Math.max(1, original.size()));
    copies.put(original, copy);
    for (Object element : original) {
      copy.add(copy(element, held));
    }
    return copy;
  }

  private Object list(List<?> original, @Nullable Field held) {
    List<@Nullable Object> copy = new ArrayList<>(original.size());
    boolean changes = original instanceof ArrayList;
    Object kept = changes ? copy : Collections.unmodifiableList(copy);
    copies.put(original, kept);
    for (Object element : original) {
      copy.add(element == null ? null : copy(element, held));
    }
    return kept;
  }

  private Object map(Map<?, ?> original, @Nullable Field held) {
    TreeMap<Object, @Nullable Object> copy = new TreeMap<>();
    copies.put(original, copy);
    original.forEach(
        (key, value) -> copy.put(copy(key, held), value == null ? null : copy(value, held)));
    return copy;
  }
}
