package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.ControllerOutcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Description of the waits of a load-store unit's warps. */
final class LsuText {
  private LsuText() {}

  /** A line for each warp that waits, and what for. */
  static List<String> waiting(
      @Nullable WarpAccess[] blocking, int[] pending, RequestFifo fifo, ControllerOutcome stall) {
    List<String> lines = new ArrayList<>();
    for (int warp = 0; warp < pending.length; warp++) {
      WarpAccess access = blocking[warp];
      if (access != null) {
        lines.add(name(access) + " waits in " + describe(access));
      } else if (pending[warp] != 0) {
        lines.add("warp " + warp + " waits for " + pending[warp] + " line accesses");
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
              + name(head.parent)
              + (stall.stalled() ? ", last stalled by " + stall : ""));
    }
    return lines;
  }

  /** Whose access it is: a tile's own is marked with what it is for. */
  private static String name(WarpAccess access) {
    return access.token instanceof Agent agent ? agent.label() : "warp " + access.warp;
  }

  private static String describe(WarpAccess access) {
    StringBuilder text = new StringBuilder();
    if (!(access.token instanceof Agent)) {
      text.append(Ordering.of(access.operation));
    }
    for (LineAccess line : access.lines) {
      text.append(" 0x").append(Long.toHexString(line.line));
    }
    if (access.step < access.steps.length) {
      text.append(text.isEmpty() ? "step " : ", step ").append(access.currentStep().name());
      if (access.outstanding > 0) {
        text.append(" with ").append(access.outstanding).append(" lines to come");
      }
    }
    return text.toString();
  }
}
