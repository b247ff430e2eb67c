package dev.syncopate.memory.protocol.hlrc;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.config.L1Config;
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

  List<Long> lines() {
    return all.stream().map(at -> at.line).toList();
  }

  List<String> waiting() {
    return all.stream()
        .map(at ->
            "%d accesses wait for the registration of line 0x%x"
                .formatted(at.waiting.size(), at.line))
        .toList();
  }
}
