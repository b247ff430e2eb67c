package dev.syncopate.sim.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads configuration records from YAML. Every component must be given, in the file or in one that
 * it {@code extends}, unless it says what it is where none is ({@link Setting#absent}); keys that
 * no component has are refused, and so are duplicates. All errors of a file are reported together,
 * each with {@code file:line:column}, the line, and what was expected.
 */
public final class ConfigReader {
  private ConfigReader() {}

  /**
   * Reads a file that stands alone.
   *
   * @param fileName as errors name it
   * @throws ConfigException when the text does not describe a {@code T}
   */
  public static <T extends Record> T read(String fileName, String text, Class<T> recordType) {
    return read(new ConfigSource(fileName, text), recordType, BaseFiles.NONE);
  }

  /**
   * Reads a file that may start with {@code extends: NAME} and then gives only what differs from
   * that one.
   *
   * @throws ConfigException when the texts do not describe a {@code T}
   */
  public static <T extends Record> T read(
      ConfigSource source, Class<T> recordType, BaseFiles bases) {
    return read(source, recordType, bases, SectionTypes.NONE);
  }

  /**
   * The same for a record with open sections.
   *
   * @param sections their members
   */
  public static <T extends Record> T read(
      ConfigSource source, Class<T> recordType, BaseFiles bases, SectionTypes sections) {
    List<Field> fields = sections.fields(recordType);
    FieldValues values = new FieldValues(sections);
    List<String> errors = new ArrayList<>();
    new YamlBinder(fields, values, errors, bases).bind(source, List.of());
    if (errors.isEmpty()) {
      putAbsent(fields, values);
      missing(fields, "", values, errors);
      if (!errors.isEmpty() && !bases.names().isEmpty()) {
        errors.add(
            "a file that begins with 'extends: %s' needs to give only what differs"
                .formatted(bases.names().getFirst()));
      }
    }
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
    return values.build(recordType);
  }

  /** Gives what no file names the value that its description has for that. */
  private static void putAbsent(List<Field> fields, FieldValues values) {
    for (Field leaf : Field.leaves(fields)) {
      if (!values.has(leaf.path()) && !leaf.setting().absent().isEmpty()) {
        try {
          values.put(leaf.path(), FieldText.parse(leaf, leaf.setting().absent()));
        } catch (FieldText.Unexpected e) {
          throw new IllegalStateException(leaf.path() + ": " + e.problem, e);
        }
      }
    }
  }

  /** One error for each group that lacks fields. */
  private static void missing(
      List<Field> fields, String group, FieldValues values, List<String> errors) {
    List<String> names = new ArrayList<>();
    for (Field field : fields) {
      boolean absent = field.isGroup() ? noneOf(field.fields(), values) : !values.has(field.path());
      if (absent) {
        names.add(field.name());
      } else if (field.isGroup()) {
        missing(field.fields(), field.path(), values, errors);
      }
    }
    if (!names.isEmpty()) {
      String message =
          (group.isEmpty() ? "the file" : group) + " lacks " + String.join(", ", names);
      ValueOrigin place = values.placeOf(group);
      errors.add(place == null ? message : place.error(message));
    }
  }

  /** Whether there are fields and none is given. */
  private static boolean noneOf(List<Field> fields, FieldValues values) {
    List<Field> leaves = Field.leaves(fields);
    return !leaves.isEmpty() && leaves.stream().noneMatch(leaf -> values.has(leaf.path()));
  }
}
