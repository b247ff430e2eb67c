package dev.syncopate.check.update;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The lost updates that were found, each load, store and other write once. */
final class UpdateLog {
  private record Key(String kernel, boolean shared, int load, int store, int write) {}

  private final Map<Key, LostUpdate> updates = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();

  /** Counts one, and keeps it if it is the first of its instructions. */
  void add(
      String kernel, boolean shared, int load, int store, int write, Supplier<LostUpdate> first) {
    Key key = new Key(kernel, shared, load, store, write);
    if (counts.merge(key, 1L, Long::sum) == 1) {
      updates.put(key, first.get());
    }
  }

  List<LostUpdate> all() {
    List<LostUpdate> countedUpdates = new ArrayList<>();
    updates.forEach(
        (key, update) -> countedUpdates.add(update.counted(counts.getOrDefault(key, 1L))));
    return countedUpdates;
  }
}
