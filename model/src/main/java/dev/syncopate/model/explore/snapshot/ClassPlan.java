package dev.syncopate.model.explore.snapshot;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How objects of one class are walked: all fields of the class and those it extends, primitive ones
 * first. Fields of {@code outside} classes are copied, but are no part of what is compared.
 */
final class ClassPlan {
  private final Class<?> type;

  /** A number in the order in which classes were met. */
  final int id;

  private final Field[] primitives;
  private final Field[] references;
  private final Field[] outside;
  private final Constructor<?> maker;
  private final boolean record;

  ClassPlan(Class<?> type, int id, String outsidePackage) {
    this.type = type;
    this.id = id;
    record = type.isRecord();
    List<Field> numbers = new ArrayList<>();
    List<Field> objects = new ArrayList<>();
    List<Field> others = new ArrayList<>();
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      boolean inside = !at.getPackageName().startsWith(outsidePackage);
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          (inside ? field.getType().isPrimitive() ? numbers : objects : others).add(field);
        }
      }
    }
    primitives = numbers.toArray(Field[]::new);
    references = objects.toArray(Field[]::new);
    outside = others.toArray(Field[]::new);
    maker = record ? canonical(type) : blank(type);
  }

  private static Constructor<?> canonical(Class<?> type) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(type + " lacks its canonical constructor", e);
    }
  }

  /** What makes an object without running its constructors, as serialisation does. */
  private static Constructor<?> blank(Class<?> type) {
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      Object instance = factory.getMethod("getReflectionFactory").invoke(null);
      Method make =
          factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
      return (Constructor<?>) make.invoke(instance, type, Object.class.getConstructor());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this Java cannot copy a " + type.getName(), e);
    }
  }

  Field[] references() {
    return references;
  }

  /** Writes the primitive fields. */
  void writePrimitives(Object object, ByteSink sink) {
    try {
      for (Field field : primitives) {
        sink.number(bits(field, object));
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long bits(Field field, Object object) throws IllegalAccessException {
    Class<?> kind = field.getType();
    if (kind == boolean.class) {
      return field.getBoolean(object) ? 1 : 0;
    } else if (kind == double.class) {
      return Double.doubleToRawLongBits(field.getDouble(object));
    } else if (kind == float.class) {
      return Float.floatToRawIntBits(field.getFloat(object));
    } else if (kind == char.class) {
      return field.getChar(object);
    }
    return field.getLong(object); // widens from byte, short and int
  }

  /** Copies all references of an object. */
  interface Copier {
    /** The copy of what a field holds. */
    Object copy(Object original, Field field);
  }

  boolean isRecord() {
    return record;
  }

  /** An object with all primitive fields of another and no references, for {@link #link}. */
  Object blankCopy(Object original) {
    try {
      Object copy = maker.newInstance();
      for (Field field : primitives) {
        field.set(copy, field.get(original));
      }
      for (Field field : outside) {
        field.set(copy, field.get(original));
      }
      return copy;
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot copy a " + type.getName(), e);
    }
  }

  /** Fills in the references of a copy. */
  void link(Object original, Object copy, Copier copier) {
    try {
      for (Field field : references) {
        Object value = field.get(original);
        if (value != null) {
          field.set(copy, copier.copy(value, field));
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot copy a " + type.getName(), e);
    }
  }

  /** A copy of a record. */
  Object copyRecord(Object original, Copier copier) {
    try {
      RecordComponent[] components = type.getRecordComponents();
      Object[] values = new Object[components.length];
      for (int i = 0; i < values.length; i++) {
        Field field = type.getDeclaredField(components[i].getName());
        field.setAccessible(true);
        Object value = field.get(original);
        values[i] =
            value == null || field.getType().isPrimitive() ? value : copier.copy(value, field);
      }
      return maker.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot copy a " + type.getName(), e);
    }
  }
}
