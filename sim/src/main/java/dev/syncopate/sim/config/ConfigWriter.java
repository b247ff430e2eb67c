package dev.syncopate.sim.config;

import java.util.List;

/** Prints configuration records as YAML that {@link ConfigReader} reads back equal. */
public final class ConfigWriter {
  private static final int COMMENT_COLUMN = 34;

  private ConfigWriter() {}

  /** The record with a comment on each field: its meaning, unit and range. */
  public static String print(Record config) {
    StringBuilder yaml = new StringBuilder();
    print(SectionTypes.in(config).fields(config.getClass()), config, "", yaml);
    return yaml.toString();
  }

  private static void print(List<Field> fields, Object owner, String indent, StringBuilder yaml) {
    for (Field field : fields) {
      Object value = field.valueIn(owner);
      if (field.isGroup()) {
        yaml.append('\n').append(indent).append("# ").append(field.meaning()).append('\n');
        yaml.append(indent).append(field.name()).append(":\n");
        print(field.fields(), value, indent + "  ", yaml);
      } else {
        String line = indent + field.name() + ": " + scalar(field, value);
        yaml.append(line).repeat(' ', Math.max(1, COMMENT_COLUMN - line.length()));
        yaml.append("# ").append(describe(field)).append('\n');
      }
    }
  }

  /** Meaning, unit and range in sentences. */
  private static String describe(Field field) {
    String range = FieldText.range(field);
    return field.meaning()
        + " "
        + Character.toUpperCase(range.charAt(0))
        + range.substring(1)
        + ".";
  }

  private static String scalar(Field field, Object value) {
    String text = FieldText.print(field, value);
    boolean mayNeedQuotes = field.type() == String.class || FieldText.isText(field.type());
    return mayNeedQuotes && !isPlain(text) ? quoted(text) : text;
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.'))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        String hex = "000" + Integer.toHexString(c);
        quoted.append("\\u").append(hex, hex.length() - 4, hex.length());
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
