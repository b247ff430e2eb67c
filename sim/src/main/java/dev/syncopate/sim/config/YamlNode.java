package dev.syncopate.sim.config;

import java.util.List;

/** A value in a YAML file. */
sealed interface YamlNode {
  Place place();

  /** What it is, for an error message. */
  String kind();

  /** A single value, quotes removed. */
  record Scalar(Place place, String text) implements YamlNode {
    @Override
    public String kind() {
      return text.isEmpty() ? "nothing" : text;
    }
  }

  /** Keys with values, in order. */
  record Mapping(Place place, List<Entry> entries) implements YamlNode {
    @Override
    public String kind() {
      return "a group of keys";
    }
  }

  /** A list; no field takes one, so what is in it is not kept. */
  record Sequence(Place place) implements YamlNode {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /** A key with its value. */
  record Entry(YamlNode key, YamlNode value) {}
}
