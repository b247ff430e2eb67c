package dev.syncopate.sim.config;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The record classes that are members of open sections, each with a {@link Section}, as a registry
 * lists them.
 */
public final class SectionTypes {
  /** No members. */
  public static final SectionTypes NONE = new SectionTypes(List.of());

  /** Accessors of a record's groups, which are found without looking at annotations. */
  private static final ClassValue<List<Method>> GROUPS =
      new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> recordType) {
          List<Method> groups = new ArrayList<>();
          for (RecordComponent component : recordType.getRecordComponents()) {
            if (Field.isGroup(component.getType())) {
              groups.add(component.getAccessor());
            }
          }
          return groups;
        }
      };

  private final List<Class<? extends Record>> types;

  /** Fields of each configuration record. */
  private final ClassValue<List<Field>> fields =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> recordType) {
          return List.copyOf(Field.of(recordType, "", SectionTypes.this));
        }
      };

  /**
   * @param types in the order of files and pages; a class that is listed twice counts once
   * @throws IllegalArgumentException for a class without {@link Section}, or two of one name
   */
  public SectionTypes(List<Class<? extends Record>> types) {
    this.types = types.stream().distinct().toList();
    Map<String, Class<?>> byName = new LinkedHashMap<>();
    for (Class<? extends Record> type : this.types) {
      Class<?> previous = byName.put(of(type).key(), type);
      if (previous != null) {
        throw new IllegalArgumentException(
            "%s and %s are both section %s"
                .formatted(previous.getName(), type.getName(), of(type).key()));
      }
    }
  }

  /** The members' keys, in order. */
  public List<String> names() {
    return types.stream().map(type -> of(type).key()).toList();
  }

  List<Class<? extends Record>> types() {
    return types;
  }

  /** The fields of a configuration record, in order. */
  List<Field> fields(Class<?> recordType) {
    return fields.get(recordType);
  }

  /** The fields of the members, in order. */
  List<Field> members(String prefix) {
    List<Field> members = new ArrayList<>();
    for (Class<? extends Record> type : types) {
      members.add(Field.member(type, prefix, this));
    }
    return members;
  }

  static RecordDescription of(Class<?> type) {
    RecordDescription section = StoredSettings.of(type);
    if (section.key().isEmpty()) {
      throw new IllegalArgumentException(type.getName() + " lacks @Section");
    }
    return section;
  }

  /** Those of a configuration's open sections. */
  static SectionTypes in(Record config) {
    for (Method accessor : GROUPS.get(config.getClass())) {
      Object value = Field.valueIn(config, accessor);
      SectionTypes sectionTypes =
          switch (value) {
            case OpenSection section -> section.types();
            case Record inner -> in(inner);
            default -> NONE;
          };
      if (sectionTypes != NONE) {
        return sectionTypes;
      }
    }
    return NONE;
  }
}
