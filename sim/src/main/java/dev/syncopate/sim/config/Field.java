package dev.syncopate.sim.config;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/**
 * A field of a configuration, or a group of fields.
 *
 * @param path from the whole configuration, for example {@code l1.size}
 * @param type {@code int}, {@code long}, {@code boolean}, an enum, {@code String}, or a record
 * @param fields of a group, in order; empty for a field
 */
record Field(String path, Setting setting, Class<?> type, Method accessor, List<Field> fields) {

  /**
   * Looking at a class with its annotations takes longer than anything else that is done with it.
   */
  private static final ClassValue<List<Field>> WHOLE =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> recordType) {
          return List.copyOf(of(recordType, ""));
        }
      };

  /** The fields of a configuration record, in order. */
  static List<Field> of(Class<?> recordType) {
    return WHOLE.get(recordType);
  }

  private static List<Field> of(Class<?> recordType, String prefix) {
    List<Field> fields = new ArrayList<>();
    for (RecordComponent component : recordType.getRecordComponents()) {
      Setting setting = component.getAnnotation(Setting.class);
      if (setting == null) {
        throw new IllegalArgumentException(
            recordType.getName() + "." + component.getName() + " lacks @Setting");
      }
      String path = prefix + component.getName();
      Class<?> type = component.getType();
      List<Field> inner = type.isRecord() ? of(type, path + ".") : List.of();
      fields.add(new Field(path, setting, type, component.getAccessor(), inner));
    }
    return fields;
  }

  boolean isGroup() {
    return type.isRecord();
  }

  /** The last part of the path. */
  String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** The field's value in the record that has it as a component. */
  Object valueIn(Object owner) {
    try {
      return accessor.invoke(owner);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot read " + path + " of " + owner, e);
    }
  }

  /** All fields below, groups left out, in order. */
  static List<Field> leaves(List<Field> fields) {
    List<Field> leaves = new ArrayList<>();
    for (Field field : fields) {
      if (field.isGroup()) {
        leaves.addAll(leaves(field.fields));
      } else {
        leaves.add(field);
      }
    }
    return leaves;
  }

  /**
   * {@code "; did you mean PATH?"} for a path that no field has, or nothing: the only field with
   * its last part, or else the nearest path.
   */
  static String hint(String path, List<Field> fields) {
    String name = path.substring(path.lastIndexOf('.') + 1);
    List<String> paths = new ArrayList<>();
    List<String> sameName = new ArrayList<>();
    for (Field leaf : leaves(fields)) {
      paths.add(leaf.path);
      if (leaf.name().equalsIgnoreCase(name)) {
        sameName.add(leaf.path);
      }
    }
    return sameName.isEmpty()
        ? Nearest.hint(path, paths)
        : "; did you mean " + String.join(" or ", sameName) + "?";
  }
}
