package dev.syncopate.model.explore.snapshot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * A field of a class. Read by a {@link VarHandle}, which is less than half the work of reflection,
 * and also written by it unless it is final. Final fields of a copy can only be written by a
 * setter's handle, and those of records not at all.
 */
final class FieldSlot {
  final Field field;

  /** Of a record: the place of its component. */
  final int component;

  private final VarHandle handle;
  private final boolean isFinal;
  private final char type;

  /** Takes an object and, in any form, the value; of a final field. */
  private final @Nullable MethodHandle setter;

  FieldSlot(Field field, int component) {
    this.field = field;
    this.component = component;
    isFinal = Modifier.isFinal(field.getModifiers());
    type = field.getType().descriptorString().charAt(0);
    field.setAccessible(true);
    try {
      Class<?> owner = field.getDeclaringClass();
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
      handle = lookup.unreflectVarHandle(field);
      setter =
          isFinal && !owner.isRecord()
              ? lookup
                  .unreflectSetter(field)
                  .asType(MethodType.methodType(void.class, Object.class, Object.class))
              : null;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(SnapshotPlans.name(field) + " cannot be read", e);
    }
  }

  boolean isFinal() {
    return isFinal;
  }

  /** What a field holds. */
  @Nullable Object get(Object object) {
    return (Object) handle.get(object);
  }

  /** A primitive field's value, different for different values. */
  long bits(Object object) {
    return switch (type) {
      case 'I' -> (int) handle.get(object);
      case 'J' -> (long) handle.get(object);
      case 'Z' -> (boolean) handle.get(object) ? 1 : 0;
      case 'D' -> Double.doubleToRawLongBits((double) handle.get(object));
      case 'F' -> Float.floatToRawIntBits((float) handle.get(object));
      case 'C' -> (char) handle.get(object);
      case 'S' -> (short) handle.get(object);
      case 'B' -> (byte) handle.get(object);
      default -> throw new IllegalStateException(SnapshotPlans.name(field) + " is not primitive");
    };
  }

  /** The value that a primitive field has of which these are the {@link #bits}. */
  Object boxed(long bits) {
    return switch (type) {
      case 'I' -> (int) bits;
      case 'J' -> bits;
      case 'Z' -> bits != 0;
      case 'D' -> Double.longBitsToDouble(bits);
      case 'F' -> Float.intBitsToFloat((int) bits);
      case 'C' -> (char) bits;
      case 'S' -> (short) bits;
      case 'B' -> (byte) bits;
      default -> throw new IllegalStateException(SnapshotPlans.name(field) + " is not primitive");
    };
  }

  /** Gives a primitive field the value of which these are the {@link #bits}. */
  void setBits(Object object, long bits) {
    if (!isFinal && type == 'I') {
      handle.set(object, (int) bits);
    } else if (!isFinal && type == 'J') {
      handle.set(object, bits);
    } else if (!isFinal && type == 'Z') {
      handle.set(object, bits != 0);
    } else {
      set(object, boxed(bits));
    }
  }

  void set(Object object, @Nullable Object value) {
    MethodHandle ofFinal = setter;
    if (ofFinal == null) {
      handle.set(object, value);
      return;
    }
    try {
      ofFinal.invokeExact(object, value);
    } catch (Throwable e) {
      throw new IllegalStateException(SnapshotPlans.name(field) + " cannot be written", e);
    }
  }

  /** Gives one object what another has in a primitive field. */
  void copy(Object source, Object target) {
    if (!isFinal && type == 'I') {
      handle.set(target, (int) handle.get(source));
    } else if (!isFinal && type == 'J') {
      handle.set(target, (long) handle.get(source));
    } else if (!isFinal && type == 'Z') {
      handle.set(target, (boolean) handle.get(source));
    } else {
      set(target, handle.get(source));
    }
  }
}
