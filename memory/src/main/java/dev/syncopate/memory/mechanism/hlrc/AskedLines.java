package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pending registrations of an L1, one MSHR a line. Each holds the accesses to its line since the
 * request, in their order.
 */
final class AskedLines {
  /** A requested line. */
  static final class Asked {
    final long line;
    final ArrayDeque<LineAccess> waiting = new ArrayDeque<>();

    Asked(long line) {
      this.line = line;
    }
  }

  /** As many as there are MSHRs, at most. */
  private final List<Asked> entries = new ArrayList<>();

  private final int mshrs;
  private final int targets;

  AskedLines(L1Config config) {
    mshrs = config.mshrs();
    targets = config.mshrTargets();
  }

  @Nullable Asked find(long line) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).line == line) {
        return entries.get(i);
      }
    }
    return null;
  }

  boolean full() {
    return entries.size() >= mshrs;
  }

  boolean crowded(Asked entry) {
    return entry.waiting.size() >= targets;
  }

  void add(LineAccess first) {
    Asked entry = new Asked(first.line);
    entry.waiting.add(first);
    entries.add(entry);
  }

  void remove(Asked entry) {
    entries.remove(entry);
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** What does not hold and always should: nothing of a line that is asked for is here. */
  List<String> checkInvariants(L1Lines lines, L1Misses misses) {
    List<String> wrong = new ArrayList<>();
    for (Asked entry : entries) {
      if (lines.find(entry.line) != CacheArray.NONE
          || misses.table.find(entry.line) != MissTable.NONE) {
        wrong.add("line 0x%x is asked for and here, or on its way".formatted(entry.line));
      }
    }
    return wrong;
  }

  List<String> waiting() {
    return entries.stream()
        .map(entry ->
            "%d accesses wait for the registration of line 0x%x"
                .formatted(entry.waiting.size(), entry.line))
        .toList();
  }
}
