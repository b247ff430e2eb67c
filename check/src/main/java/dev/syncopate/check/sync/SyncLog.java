package dev.syncopate.check.sync;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Findings, each instruction and mistake once. */
final class SyncLog {
  /**
   * @param problem tells the kinds of mistake apart
   * @param otherPc another instruction that is part of it; negative for none
   */
  private record Key(String kernel, int pc, Object problem, int otherPc) {}

  private final Map<Key, SyncError> errors = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();

  /** Counts one, and keeps it if it is the first of its kind. */
  void add(String kernel, int pc, Object problem, int otherPc, Supplier<SyncError> first) {
    Key key = new Key(kernel, pc, problem, otherPc);
    if (counts.merge(key, 1L, Long::sum) == 1) {
      errors.put(key, first.get());
    }
  }

  List<SyncError> all() {
    List<SyncError> countedErrors = new ArrayList<>();
    errors.forEach((key, error) -> countedErrors.add(error.counted(counts.getOrDefault(key, 1L))));
    return countedErrors;
  }
}
