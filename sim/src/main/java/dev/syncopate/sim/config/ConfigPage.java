package dev.syncopate.sim.config;

import java.util.List;
import java.util.Map;

/** Writes the page that says what every field of a configuration means. */
public final class ConfigPage {
  private ConfigPage() {}

  /**
   * A table of the fields outside of groups, then a Markdown section for each group: its fields
   * with type, range and meaning, and the value that each of the given configurations has. Each
   * member of an open section is such a group.
   *
   * @param type of the configurations
   * @param configurations by name, in the order of their columns
   */
  public static <T extends Record> String sections(Class<T> type, Map<String, T> configurations) {
    StringBuilder page = new StringBuilder();
    List<Field> fields =
        configurations.values().stream()
            .findFirst()
            .map(SectionTypes::in)
            .orElse(SectionTypes.NONE)
            .fields(type);
    List<Field> ungrouped = fields.stream().filter(field -> !field.isGroup()).toList();
    if (!ungrouped.isEmpty()) {
      table(ungrouped, fields, configurations, page);
    }
    for (Field field : fields) {
      List<Field> groups =
          field.isOpen() ? field.fields() : field.isGroup() ? List.of(field) : List.of();
      for (Field group : groups) {
        page.append("\n## ").append(group.path()).append("\n\n");
        page.append(group.meaning()).append("\n\n");
        table(Field.leaves(group.fields()), fields, configurations, page);
      }
    }
    return page.toString();
  }

  private static <T extends Record> void table(
      List<Field> leaves, List<Field> fields, Map<String, T> configurations, StringBuilder page) {
    page.append("| field | meaning | value |");
    for (String name : configurations.keySet()) {
      page.append(' ').append(name).append(" |");
    }
    page.append("\n|---|---|---|").repeat("---|", configurations.size()).append('\n');
    for (Field leaf : leaves) {
      page.append("| `").append(leaf.path()).append("` | ").append(leaf.meaning());
      page.append(" | ").append(FieldText.range(leaf)).append(" |");
      for (T configuration : configurations.values()) {
        Object value = valueOf(leaf.path(), fields, configuration);
        page.append(' ').append(FieldText.print(leaf, value)).append(" |");
      }
      page.append('\n');
    }
  }

  private static Object valueOf(String path, List<Field> fields, Object owner) {
    for (Field field : fields) {
      if (field.path().equals(path)) {
        return field.valueIn(owner);
      } else if (path.startsWith(field.path() + ".")) {
        return valueOf(path, field.fields(), field.valueIn(owner));
      }
    }
    throw new IllegalArgumentException("no field " + path);
  }
}
