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
 * Lines whose registration an L1 has asked for, each with an MSHR of its own, and the accesses that
 * wait for it: all to that line since, in their order.
 */
final class AskedLines {
  /** One line's. */
  static final class Asked {
    final long line;
    final ArrayDeque<LineAccess> waiting = new ArrayDeque<>();

    Asked(long line) {
      this.line = line;
    }
  }

  /** As many as there are MSHRs, at most. */
  private final List<Asked> all = new ArrayList<>();

  private final int mshrs;
  private final int targets;

  AskedLines(L1Config config) {
    mshrs = config.mshrs();
    targets = config.mshrTargets();
  }

  @Nullable Asked find(long line) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).line == line) {
        return all.get(i);
      }
    }
    return null;
  }

  boolean full() {
    return all.size() >= mshrs;
  }

  boolean crowded(Asked at) {
    return at.waiting.size() >= targets;
  }

  void add(LineAccess first) {
    Asked asked = new Asked(first.line);
    asked.waiting.add(first);
    all.add(asked);
  }

  void remove(Asked at) {
    all.remove(at);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** What does not hold and always should: nothing of a line that is asked for is here. */
  List<String> checkInvariants(L1Lines lines, L1Misses misses) {
    List<String> wrong = new ArrayList<>();
    for (Asked at : all) {
      if (lines.find(at.line) != CacheArray.NONE || misses.table.find(at.line) != MissTable.NONE) {
        wrong.add("line 0x%x is asked for and here, or on its way".formatted(at.line));
      }
    }
    return wrong;
  }

  List<String> waiting() {
    return all.stream()
        .map(at ->
            "%d accesses wait for the registration of line 0x%x"
                .formatted(at.waiting.size(), at.line))
        .toList();
  }
}
