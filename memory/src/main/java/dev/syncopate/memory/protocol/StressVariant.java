package dev.syncopate.memory.protocol;

import java.util.List;

/**
 * Settings of a mechanism with which random programs run in addition to its defaults.
 *
 * @param name suffix of the machines' names, for example {@code at-release}
 * @param description effect of the settings, for people
 * @param settings each {@code path=value}
 */
public record StressVariant(String name, String description, List<String> settings) {
  public StressVariant {
    settings = List.copyOf(settings);
  }
}
