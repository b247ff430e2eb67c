package dev.syncopate.sim.config;

import java.util.List;

/** A value in a YAML file. */
sealed interface ConfigNode {
  ValueOrigin place();

  /** What it is, for an error message. */
  String kind();

  /** A single value, quotes removed. */
  record Scalar(ValueOrigin place, String text) implements ConfigNode {
    @Override
    public String kind() {
      return text.isEmpty() ? "nothing" : text;
    }
  }

  /** Keys with values, in order. */
  record Mapping(ValueOrigin place, List<Entry> entries) implements ConfigNode {
    @Override
    public String kind() {
      return "a group of keys";
    }
  }

  /** A list; no field takes one, so what is in it is not kept. */
  record Sequence(ValueOrigin place) implements ConfigNode {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /** A key with its value. */
  record Entry(ConfigNode key, ConfigNode value) {}
}
