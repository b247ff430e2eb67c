package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Description of a tile's actions and waits. */
final class TileText {
  private TileText() {}

  static String issues(ExploredThread thread) {
    return thread.code.name() + " issues " + thread.text();
  }

  /** What the L1 is offered. */
  static String offered(TileState tile, String name, Machine machine) {
    LineAccess first = Objects.requireNonNull(tile.lsu.first());
    WarpAccess access = first.parent;
    String action = access.currentStep().name() + " for " + Ordering.of(access.operation);
    String actor = who(tile, access, name, machine);
    return first.lanes == 0
        ? "%s: %s".formatted(actor, action)
        : "%s: %s %s".formatted(actor, action, machine.addresses().at(access.address[0]));
  }

  private static String who(TileState tile, WarpAccess access, String name, Machine machine) {
    if (access.warp > machine.config().warpsPerUnit()) {
      return "the copy unit of " + name;
    }
    if (access.warp != machine.config().warpsPerUnit()) {
      return tile.threads.get(access.warp).code.name();
    }
    return tile.started ? "the end of " + name : "before the test";
  }

  /** A line for each thing that waits. */
  static List<String> waiting(TileState tile) {
    List<String> lines = new ArrayList<>();
    for (ExploredThread thread : tile.threads) {
      if (!thread.finished()) {
        lines.add(thread.code.name() + waiting(tile, thread));
      }
    }
    lines.addAll(tile.lsu.waiting());
    lines.addAll(tile.l1.waiting());
    if (tile.local != null) {
      lines.addAll(tile.local.waiting());
    }
    return lines;
  }

  private static String waiting(TileState tile, ExploredThread thread) {
    if (thread.fenced) {
      return " waits at a proxy fence for loads";
    }
    String barrier = tile.barriers.waiting(thread);
    if (barrier != null) {
      return " waits at " + barrier;
    }
    return thread.next == thread.code.instructions().size()
        ? " waits for its accesses"
        : " is at " + thread.text() + (thread.asleep ? ", refused" : "");
  }
}
