package dev.syncopate.model.explore.snapshot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * A field of a class. Read and, unless it is final, written by a {@link VarHandle}, which is less
 * than half the work of doing so by reflection; final fields of a copy can be written by reflection
 * alone.
 */
final class Slot {
  final Field field;
  private final VarHandle handle;
  private final boolean isFinal;
  private final char type;

  Slot(Field field) {
    this.field = field;
    isFinal = Modifier.isFinal(field.getModifiers());
    type = field.getType().descriptorString().charAt(0);
    field.setAccessible(true);
    try {
      Class<?> owner = field.getDeclaringClass();
      handle =
          MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).unreflectVarHandle(field);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(Rules.name(field) + " cannot be read", e);
    }
  }

  boolean isPrimitive() {
    return field.getType().isPrimitive();
  }

  /** The object that a field refers to. */
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
      default -> throw new IllegalStateException(Rules.name(field) + " is not primitive");
    };
  }

  void set(Object object, @Nullable Object value) {
    if (!isFinal) {
      handle.set(object, value);
      return;
    }
    try {
      field.set(object, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(Rules.name(field) + " cannot be written", e);
    }
  }

  /** Gives one object what another has in a primitive field. */
  void copy(Object from, Object to) {
    if (!isFinal && type == 'I') {
      handle.set(to, (int) handle.get(from));
    } else if (!isFinal && type == 'J') {
      handle.set(to, (long) handle.get(from));
    } else if (!isFinal && type == 'Z') {
      handle.set(to, (boolean) handle.get(from));
    } else {
      set(to, handle.get(from));
    }
  }
}
