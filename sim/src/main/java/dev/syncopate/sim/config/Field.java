package dev.syncopate.sim.config;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A field of a configuration, or a group of fields.
 *
 * @param path from the whole configuration, for example {@code l1.size}
 * @param meaning one sentence
 * @param described null for a member of an open section
 * @param type {@code int}, {@code long}, {@code boolean}, an enum, {@code String}, a {@link
 *     TextSetting}, a record, or {@link OpenSection}
 * @param accessor of the record component; null for a member of an open section
 * @param fields of a group, in order; empty for a field
 */
record Field(
    String path,
    String meaning,
    @Nullable SettingDescription described,
    Class<?> type,
    @Nullable Method accessor,
    List<Field> fields) {

  /** Components of each record class, for all paths. */
  private static final ClassValue<List<Component>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> recordType) {
          Map<String, SettingDescription> settings = StoredSettings.of(recordType).settings();
          List<Component> components = new ArrayList<>();
          for (RecordComponent component : recordType.getRecordComponents()) {
            String name = component.getName();
            SettingDescription setting = Objects.requireNonNull(settings.get(name), name);
            components.add(
                new Component(name, component.getType(), component.getAccessor(), setting));
          }
          return components;
        }
      };

  private record Component(
      String name, Class<?> type, Method accessor, SettingDescription setting) {}

  /**
   * The fields of a record, in order.
   *
   * @param prefix in front of their names
   * @param sections the members of open sections
   */
  static List<Field> of(Class<?> recordType, String prefix, SectionTypes sections) {
    List<Field> fields = new ArrayList<>();
    for (Component component : COMPONENTS.get(recordType)) {
      String path = prefix + component.name;
      Class<?> type = component.type;
      SettingDescription setting = component.setting;
      List<Field> inner =
          type == OpenSection.class
              ? sections.members(path + ".")
              : type.isRecord() ? of(type, path + ".", sections) : List.of();
      fields.add(new Field(path, setting.value(), setting, type, component.accessor, inner));
    }
    return fields;
  }

  /** The group of a member of an open section. */
  static Field member(Class<? extends Record> type, String prefix, SectionTypes sections) {
    RecordDescription section = SectionTypes.of(type);
    String path = prefix + section.key();
    return new Field(path, section.meaning(), null, type, null, of(type, path + ".", sections));
  }

  boolean isGroup() {
    return isGroup(type);
  }

  static boolean isGroup(Class<?> type) {
    return type.isRecord() || type == OpenSection.class;
  }

  /** Whether its members are those of a registry. */
  boolean isOpen() {
    return type == OpenSection.class;
  }

  /** What its component says of it. */
  SettingDescription setting() {
    return Objects.requireNonNull(described, path);
  }

  /** The last part of the path. */
  String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** The field's value in the record or open section that it is a component or member of. */
  Object valueIn(Object owner) {
    if (owner instanceof OpenSection section) {
      return section.get(type.asSubclass(Record.class));
    }
    return valueIn(owner, Objects.requireNonNull(accessor, path));
  }

  /** The value of a record's component. */
  static Object valueIn(Object owner, Method accessor) {
    try {
      return accessor.invoke(owner);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot read " + accessor.getName() + " of " + owner, e);
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
   * The group or field of which an unknown path is the end, as {@code level.size} is of {@code
   * caches.level.size}; null for none, or several.
   */
  static @Nullable String endingWith(String path, List<Field> fields) {
    List<String> matches = new ArrayList<>();
    addEndingWith("." + path, fields, matches);
    return matches.size() == 1 ? matches.getFirst() : null;
  }

  private static void addEndingWith(String end, List<Field> fields, List<String> matches) {
    for (Field field : fields) {
      if (field.path.endsWith(end)) {
        matches.add(field.path);
      }
      addEndingWith(end, field.fields, matches);
    }
  }

  /**
   * The groups in which alone there are fields of these names, in order: where the fields of a
   * group have gone that there is not.
   */
  static List<String> groupsOf(List<String> names, List<Field> fields) {
    List<Field> leaves = leaves(fields);
    Set<String> groups = new LinkedHashSet<>();
    for (String name : names) {
      List<String> paths =
          leaves.stream().filter(leaf -> leaf.name().equals(name)).map(Field::path).toList();
      if (paths.size() == 1 && paths.getFirst().contains(".")) {
        groups.add(paths.getFirst().substring(0, paths.getFirst().lastIndexOf('.')));
      }
    }
    return List.copyOf(groups);
  }

  /**
   * {@code "; did you mean PATH?"} for a path that no field has, or nothing: that of which it is
   * the end, the only field with its last part, or else the nearest path.
   */
  static String hint(String path, List<Field> fields) {
    String fullPath = endingWith(path, fields);
    if (fullPath != null) {
      return "; did you mean " + fullPath + "?";
    }
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
        ? NearestName.hint(path, paths)
        : "; did you mean " + String.join(" or ", sameName) + "?";
  }
}
