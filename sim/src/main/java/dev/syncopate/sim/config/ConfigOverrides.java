package dev.syncopate.sim.config;

import java.util.ArrayList;
import java.util.List;

/** Changes single fields of a configuration, as {@code --set l1.size=32KiB} does. */
public final class ConfigOverrides {
  private ConfigOverrides() {}

  /**
   * @param config to start from; it stays as it is
   * @param overrides each {@code path=value}; of two for one path the later counts
   * @return the changed configuration, checked as a file is
   * @throws ConfigException naming each argument that is wrong
   */
  public static <T extends Record> T apply(T config, List<String> overrides) {
    @SuppressWarnings("unchecked") // the class of a T
    Class<T> type = (Class<T>) config.getClass();
    SectionTypes sections = SectionTypes.in(config);
    List<Field> fields = sections.fields(type);
    FieldValues values = new FieldValues(sections);
    values.putAll(config);
    List<String> errors = new ArrayList<>();
    for (String override : overrides) {
      apply(override, fields, values, errors);
    }
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
    return values.build(type);
  }

  /**
   * Checks an override by itself: its field, the form of its value and the value's range.
   * Constraints between fields are not checked.
   *
   * @param config with the fields
   * @param override {@code path=value}
   * @throws ConfigException naming what is wrong
   */
  public static <T extends Record> void check(T config, String override) {
    SectionTypes sections = SectionTypes.in(config);
    List<String> errors = new ArrayList<>();
    apply(override, sections.fields(config.getClass()), new FieldValues(sections), errors);
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
  }

  private static void apply(
      String override, List<Field> fields, FieldValues values, List<String> errors) {
    ValueOrigin place = new ValueOrigin.Argument(override);
    int equals = override.indexOf('=');
    if (equals < 1) {
      errors.add(place.error("expected path=value, such as l1.size=32KiB"));
      return;
    }
    String path = override.substring(0, equals).strip();
    for (Field leaf : Field.leaves(fields)) {
      if (leaf.path().equals(path)) {
        try {
          values.put(path, FieldText.parse(leaf, override.substring(equals + 1).strip()));
          values.place(path, place);
        } catch (FieldText.Unexpected e) {
          errors.add(place.error(e.problem));
        }
        return;
      }
    }
    errors.add(place.error(unknown(path, fields)));
  }

  private static String unknown(String path, List<Field> fields) {
    List<String> inGroup = new ArrayList<>();
    for (Field leaf : Field.leaves(fields)) {
      if (leaf.path().startsWith(path + ".")) {
        inGroup.add(leaf.path());
      }
    }
    return inGroup.isEmpty()
        ? "there is no field " + path + Field.hint(path, fields)
        : path + " is a group, expected one of " + String.join(", ", inGroup);
  }
}
