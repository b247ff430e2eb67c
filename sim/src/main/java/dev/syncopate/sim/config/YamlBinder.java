package dev.syncopate.sim.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Goes through YAML files and puts what they say into {@link FieldValues}; notes errors and goes
 * on.
 */
final class YamlBinder {
  private static final String EXTENDS = "extends";

  private final List<Field> schema;
  private final FieldValues values;
  private final List<String> errors;
  private final BaseFiles bases;

  YamlBinder(List<Field> schema, FieldValues values, List<String> errors, BaseFiles bases) {
    this.schema = schema;
    this.values = values;
    this.errors = errors;
    this.bases = bases;
  }

  /**
   * Binds a file over what it extends.
   *
   * @param extending files that extend this one, by name
   */
  void bind(ConfigSource source, List<String> extending) {
    ConfigNode root = YamlTree.read(source);
    if (root == null) {
      errors.add(source.fileName() + ": found an empty file, expected " + keys(schema));
      return;
    }
    values.place("", root.place());
    if (!(root instanceof ConfigNode.Mapping mapping)) {
      errors.add(root.place().error("found " + root.kind() + ", expected " + keys(schema)));
      return;
    }
    for (ConfigNode.Entry entry : mapping.entries()) {
      if (entry.key() instanceof ConfigNode.Scalar key && key.text().equals(EXTENDS)) {
        bindBase(source, entry.value(), extending);
        break;
      }
    }
    bindGroup(mapping, schema, "");
  }

  private void bindBase(ConfigSource source, ConfigNode node, List<String> extending) {
    String name = node instanceof ConfigNode.Scalar scalar ? scalar.text() : "";
    ConfigSource base = bases.find(name, source);
    if (base == null) {
      String baseNames = String.join(", ", bases.names());
      String expected = baseNames.isEmpty() ? "a file that stands alone" : "one of " + baseNames;
      String hint = NearestName.hint(name, bases.names());
      errors.add(
          node.place().error(EXTENDS + ": found " + node.kind() + ", expected " + expected + hint));
      return;
    }
    List<String> chain = new ArrayList<>(extending);
    chain.add(source.fileName());
    if (chain.contains(base.fileName())) {
      errors.add(node.place().error(EXTENDS + ": " + base.fileName() + " would extend itself"));
      return;
    }
    bind(base, chain);
  }

  private void bindGroup(ConfigNode.Mapping mapping, List<Field> fields, String prefix) {
    Map<String, ValueOrigin> firstPlaces = new HashMap<>();
    for (ConfigNode.Entry entry : mapping.entries()) {
      ValueOrigin place = entry.key().place();
      if (!(entry.key() instanceof ConfigNode.Scalar scalar)) {
        errors.add(place.error("found " + entry.key().kind() + " as a key, expected a name"));
        continue;
      }
      String key = scalar.text();
      ValueOrigin first = firstPlaces.putIfAbsent(key, place);
      Field field = find(fields, key);
      if (first != null) {
        errors.add(place.error("found " + prefix + key + " again; it is first at " + first.name()));
      } else if (field != null) {
        values.place(field.path(), place);
        bindField(field, entry.value());
      } else if (!prefix.isEmpty() || !key.equals(EXTENDS)) {
        errors.add(place.error(unknown(prefix + key, key, entry.value(), fields)));
      }
    }
  }

  private void bindField(Field field, ConfigNode node) {
    String path = field.path();
    switch (node) {
      case ConfigNode.Mapping mapping when field.isGroup() ->
          bindGroup(mapping, field.fields(), path + ".");
      case ConfigNode.Scalar scalar when !field.isGroup() -> {
        values.place(path, node.place());
        try {
          values.put(path, FieldText.parse(field, scalar.text()));
        } catch (FieldText.Unexpected e) {
          errors.add(node.place().error(path + ": " + e.problem));
        }
      }
      default -> {
        String expected = field.isGroup() ? keys(field.fields()) : FieldText.expected(field);
        errors.add(node.place().error(path + ": found " + node.kind() + ", expected " + expected));
      }
    }
  }

  private static @Nullable Field find(List<Field> fields, String name) {
    for (Field field : fields) {
      if (field.name().equals(name)) {
        return field;
      }
    }
    return null;
  }

  private String unknown(String path, String key, ConfigNode value, List<Field> siblings) {
    List<String> names = names(siblings);
    String fullPath = Field.endingWith(path, schema);
    String hint =
        fullPath == null ? NearestName.hint(key, names) : "; did you mean " + fullPath + "?";
    if (hint.isEmpty()) {
      hint = Field.hint(path, schema);
    }
    if (hint.isEmpty()) {
      List<String> groups = Field.groupsOf(keysOf(value), schema);
      hint = groups.isEmpty() ? "" : "; its fields are in " + String.join(" and ", groups);
    }
    return "found " + path + ", expected one of " + String.join(", ", names) + hint;
  }

  private static List<String> keysOf(ConfigNode node) {
    List<String> keys = new ArrayList<>();
    if (node instanceof ConfigNode.Mapping mapping) {
      for (ConfigNode.Entry entry : mapping.entries()) {
        if (entry.key() instanceof ConfigNode.Scalar key) {
          keys.add(key.text());
        }
      }
    }
    return keys;
  }

  private static String keys(List<Field> fields) {
    return "the keys " + String.join(", ", names(fields));
  }

  private static List<String> names(List<Field> fields) {
    List<String> names = new ArrayList<>();
    for (Field field : fields) {
      names.add(field.name());
    }
    return names;
  }
}
