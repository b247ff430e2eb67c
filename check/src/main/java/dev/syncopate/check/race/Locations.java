package dev.syncopate.check.race;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@link Location}s of a memory by address. */
final class Locations {
  private final Map<Long, Location> byAddress = new HashMap<>();

  boolean isEmpty() {
    return byAddress.isEmpty();
  }

  @Nullable Location find(long address) {
    return byAddress.get(address);
  }

  Location at(long address) {
    return byAddress.computeIfAbsent(address, fresh -> new Location());
  }
}
