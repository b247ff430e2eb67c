package dev.syncopate.sim.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A group of a configuration whose members a registry lists ({@link SectionTypes}), not the
 * components of a record: for each registered class one record. In files, paths and pages it is
 * like any other group. Immutable.
 */
public final class OpenSection {
  private final SectionTypes types;
  private final Map<String, Record> members;

  /**
   * @param members one of each type, by name, in the order of the types
   */
  OpenSection(SectionTypes types, Map<String, Record> members) {
    this.types = types;
    this.members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }

  /**
   * The member of a class.
   *
   * @throws IllegalArgumentException if the class is not registered
   */
  public <T extends Record> T get(Class<T> type) {
    Record member = members.get(SectionTypes.of(type).key());
    if (!type.isInstance(member)) {
      throw new IllegalArgumentException(
          "%s is no member of the open section, which has %s"
              .formatted(type.getName(), members.keySet()));
    }
    return type.cast(member);
  }

  /** All members by name, in the order of the registry. */
  public Map<String, Record> members() {
    return members;
  }

  SectionTypes types() {
    return types;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof OpenSection section && members.equals(section.members);
  }

  @Override
  public int hashCode() {
    return members.hashCode();
  }

  @Override
  public String toString() {
    return members.toString();
  }
}
