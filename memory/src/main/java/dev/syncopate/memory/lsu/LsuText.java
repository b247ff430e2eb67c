package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a load-store unit's warps wait for, for people. */
final class LsuText {
  private LsuText() {}

  /** A line for each warp that waits, and what for. */
  static List<String> waiting(
      @Nullable WarpAccess[] blocking, int[] pending, RequestFifo fifo, Outcome stall) {
    List<String> lines = new ArrayList<>();
    int tile = pending.length - 1;
    for (int warp = 0; warp < pending.length; warp++) {
      WarpAccess access = blocking[warp];
      if (access != null) {
        lines.add(warpName(warp, tile) + " waits in " + describe(access));
      } else if (pending[warp] != 0) {
        lines.add(warpName(warp, tile) + " waits for " + pending[warp] + " line accesses");
      }
    }
    LineAccess head = fifo.head;
    if (head != null) {
      lines.add(
          "the request FIFO holds "
              + fifo.size
              + ", first "
              + (head.lanes == 0
                  ? head.parent.currentStep().name()
                  : "line 0x" + Long.toHexString(head.line))
              + " of "
              + warpName(head.parent.warp, tile)
              + (stall.stalled() ? ", last stalled by " + stall : ""));
    }
    return lines;
  }

  private static String warpName(int warp, int tile) {
    return warp == tile ? "the kernel's end" : "warp " + warp;
  }

  private static String describe(WarpAccess access) {
    StringBuilder text = new StringBuilder();
    text.append(Ordering.of(access.operation));
    for (LineAccess line : access.lines) {
      text.append(" 0x").append(Long.toHexString(line.line));
    }
    if (access.step < access.steps.length) {
      text.append(", step ").append(access.currentStep().name());
      if (access.outstanding > 0) {
        text.append(" with ").append(access.outstanding).append(" lines to come");
      }
    }
    return text.toString();
  }
}
