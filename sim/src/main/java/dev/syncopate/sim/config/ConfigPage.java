package dev.syncopate.sim.config;

import java.util.List;
import java.util.Map;

/** Writes the page that says what every field of a configuration means. */
public final class ConfigPage {
  private ConfigPage() {}

  /**
   * A table of the fields outside of groups, then a Markdown section for each group: its fields
   * with type, range and meaning, and the value that each of the given configurations has.
   *
   * @param type of the configurations
   * @param configurations by name, in the order of their columns
   */
  public static <T extends Record> String sections(Class<T> type, Map<String, T> configurations) {
    StringBuilder page = new StringBuilder();
    List<Field> fields = Field.of(type);
    List<Field> ungrouped = fields.stream().filter(field -> !field.isGroup()).toList();
    if (!ungrouped.isEmpty()) {
      table(ungrouped, type, configurations, page);
    }
    for (Field field : fields) {
      if (field.isGroup()) {
        page.append("\n## ").append(field.path()).append("\n\n");
        page.append(field.setting().value()).append("\n\n");
        table(Field.leaves(field.fields()), type, configurations, page);
      }
    }
    return page.toString();
  }

  private static <T extends Record> void table(
      List<Field> leaves, Class<T> type, Map<String, T> configurations, StringBuilder page) {
    page.append("| field | meaning | value |");
    for (String name : configurations.keySet()) {
      page.append(' ').append(name).append(" |");
    }
    page.append("\n|---|---|---|").repeat("---|", configurations.size()).append('\n');
    for (Field leaf : leaves) {
      page.append("| `").append(leaf.path()).append("` | ").append(leaf.setting().value());
      page.append(" | ").append(FieldText.range(leaf)).append(" |");
      for (T configuration : configurations.values()) {
        Object value = valueOf(leaf.path(), Field.of(type), configuration);
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
