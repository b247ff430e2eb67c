package dev.syncopate.sim.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of a configuration's fields by path on their way into a record, each with the place that
 * it comes from.
 */
final class FieldValues {
  private final Map<String, Object> values = new HashMap<>();
  private final Map<String, ValueOrigin> places = new HashMap<>();
  private final SectionTypes sections;

  /**
   * @param sections the members of open sections
   */
  FieldValues(SectionTypes sections) {
    this.sections = sections;
  }

  void put(String path, Object value) {
    values.put(path, value);
  }

  void place(String path, ValueOrigin place) {
    places.put(path, place);
  }

  boolean has(String path) {
    return values.containsKey(path);
  }

  /** Takes every value of a configuration. */
  void putAll(Record config) {
    putAll(sections.fields(config.getClass()), config);
  }

  private void putAll(List<Field> fields, Object owner) {
    for (Field field : fields) {
      Object value = field.valueIn(owner);
      if (field.isGroup()) {
        putAll(field.fields(), value);
      } else {
        values.put(field.path(), value);
      }
    }
  }

  /** Where a field, or the nearest group around it, was written; null when nowhere. */
  @Nullable ValueOrigin placeOf(String path) {
    String around = path;
    while (true) {
      ValueOrigin place = places.get(around);
      if (place != null || around.isEmpty()) {
        return place;
      }
      around = around.substring(0, Math.max(0, around.lastIndexOf('.')));
    }
  }

  /**
   * Makes the record and checks what spans its fields.
   *
   * @throws ConfigException listing every {@link CheckedConfig.Problem}
   */
  <T extends Record> T build(Class<T> type) {
    List<Field> fields = sections.fields(type);
    List<String> errors = new ArrayList<>();
    Object record = build(type, "", fields, errors);
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
    return type.cast(record);
  }

  private Object build(Field group, List<String> errors) {
    if (!group.isOpen()) {
      return build(group.type(), group.path() + ".", group.fields(), errors);
    }
    Map<String, Record> members = new LinkedHashMap<>();
    for (Field member : group.fields()) {
      members.put(member.name(), (Record) build(member, errors));
    }
    return new OpenSection(sections, members);
  }

  private Object build(Class<?> type, String prefix, List<Field> fields, List<String> errors) {
    Object[] arguments = new Object[fields.size()];
    Class<?>[] types = new Class<?>[fields.size()];
    for (int i = 0; i < arguments.length; i++) {
      Field field = fields.get(i);
      types[i] = field.type();
      arguments[i] = field.isGroup() ? build(field, errors) : value(field);
    }
    Object record = construct(type, types, arguments);
    if (record instanceof CheckedConfig checked) {
      for (CheckedConfig.Problem problem : checked.problems()) {
        String path = prefix + problem.path();
        String message = path + ": " + problem.message();
        ValueOrigin place = placeOf(path);
        errors.add(place == null ? message : place.error(message));
      }
    }
    return record;
  }

  private Object value(Field field) {
    Object value = values.get(field.path());
    if (value == null) {
      throw new IllegalStateException("no value for " + field.path());
    }
    return value;
  }

  private static Object construct(Class<?> type, Class<?>[] types, Object[] arguments) {
    try {
      Constructor<?> constructor = type.getConstructor(types);
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new IllegalStateException("cannot make a " + type.getName(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.getName() + " must be a public record", e);
    }
  }
}
