package dev.syncopate.model.explore.snapshot;

import dev.syncopate.model.explore.snapshot.ClassKinds.Kind;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Traversal plan of objects of one class: all fields of the class and those it extends, primitive
 * ones first. Fields of {@code outside} classes are copied, but are no part of what is compared.
 */
final class ClassPlan {
  private final Class<?> type;
  final Kind kind;

  /** The number of this class; no two classes share one. */
  final int id;

  private final FieldSlot[] primitives;
  private final FieldSlot[] references;
  private final FieldSlot[] outside;

  private final @Nullable Constructor<?> maker;

  private final @Nullable Object empty;

  ClassPlan(Class<?> type, Kind kind, int id, String outsidePackage) {
    this.type = type;
    this.kind = kind;
    this.id = id;
    List<FieldSlot> numbers = new ArrayList<>();
    List<FieldSlot> objects = new ArrayList<>();
    List<FieldSlot> otherSlots = new ArrayList<>();
    Class<?> start = kind == Kind.OBJECT ? type : null;
    for (Class<?> declaringClass = start;
        declaringClass != null && declaringClass != Object.class;
        declaringClass = declaringClass.getSuperclass()) {
      boolean inside = !declaringClass.getPackageName().startsWith(outsidePackage);
      for (Field field : declaringClass.getDeclaredFields()) {
        if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
          (inside ? field.getType().isPrimitive() ? numbers : objects : otherSlots)
              .add(new FieldSlot(field, component(field)));
        }
      }
    }
    primitives = numbers.toArray(FieldSlot[]::new);
    references = objects.toArray(FieldSlot[]::new);
    outside = otherSlots.toArray(FieldSlot[]::new);
    empty = kind == Kind.ARRAY ? array(0) : null;
    maker = kind != Kind.OBJECT ? null : isRecord() ? canonical(type) : blank(type);
  }

  /** The place of a record's component that a field is of; 0 for other classes. */
  private static int component(Field field) {
    RecordComponent[] components = field.getDeclaringClass().getRecordComponents();
    int place = 0;
    while (components != null && !components[place].getName().equals(field.getName())) {
      place++;
    }
    return place;
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

  boolean isOf(Class<?> objectType) {
    return type == objectType;
  }

  /** Whether an object of this class is an array without elements. */
  boolean isEmptyArray(Object object) {
    return kind == Kind.ARRAY && Array.getLength(object) == 0;
  }

  /** An array of this class. */
  Object array(int length) {
    return Array.newInstance(type.getComponentType(), length);
  }

  /** An array without elements, always the same. */
  Object emptyArray() {
    return Objects.requireNonNull(empty);
  }

  FieldSlot[] references() {
    return references;
  }

  FieldSlot[] primitives() {
    return primitives;
  }

  /** How many components a record has. */
  int components() {
    return primitives.length + references.length;
  }

  /** Copies all references of an object. */
  interface Copier {
    /** The copy of what a field holds. */
    Object copy(Object original, Field field);
  }

  boolean isRecord() {
    return kind == Kind.OBJECT && type.isRecord();
  }

  /** Makes an object: a record from its components, others blank. */
  Object make(@Nullable Object... arguments) {
    try {
      return Objects.requireNonNull(maker).newInstance(arguments);
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot copy a " + type.getName(), e);
    }
  }

  /** An object with all primitive fields of another and no references, for {@link #link}. */
  Object blankCopy(Object original) {
    Object copy = make();
    for (FieldSlot slot : primitives) {
      slot.copy(original, copy);
    }
    for (FieldSlot slot : outside) {
      slot.copy(original, copy);
    }
    return copy;
  }

  /** Fills in the references of a copy. */
  void link(Object original, Object copy, Copier copier) {
    for (FieldSlot slot : references) {
      Object value = slot.get(original);
      if (value != null) {
        slot.set(copy, copier.copy(value, slot.field));
      }
    }
  }

  /** A copy of a record. */
  Object copyRecord(Object original, Copier copier) {
    @Nullable Object[] values = new @Nullable Object[components()];
    for (FieldSlot slot : primitives) {
      values[slot.component] = slot.get(original);
    }
    for (FieldSlot slot : references) {
      Object value = slot.get(original);
      values[slot.component] = value == null ? null : copier.copy(value, slot.field);
    }
    return make(values);
  }
}
