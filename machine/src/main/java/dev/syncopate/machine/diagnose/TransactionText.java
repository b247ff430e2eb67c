package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.space.SharedNames;
import dev.syncopate.machine.status.TransactionStatus;
import dev.syncopate.machine.status.WarpStatus;
import dev.syncopate.memory.transaction.WavefrontState;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayList;
import java.util.List;

/** Transactions that do not end, in words: which attempt, and at which word lanes fail. */
final class TransactionText {
  private static final int MOST_WARPS = 8;
  private static final int MOST_CONFLICTS = 4;

  private TransactionText() {}

  /** Lines on the transactions of warps; none where there are none. */
  static List<String> of(List<WarpStatus> warps, Program program) {
    List<String> lines = new ArrayList<>();
    int omitted = 0;
    for (WarpStatus warp : warps) {
      TransactionStatus status = warp.transaction();
      if (status == null || status.state() == WavefrontState.OUTSIDE) {
        continue;
      }
      if (lines.size() < MOST_WARPS) {
        lines.add(line(warp, status, program));
      } else {
        omitted++;
      }
    }
    if (omitted > 0) {
      lines.add("and " + omitted + " more");
    }
    return lines;
  }

  private static String line(WarpStatus warp, TransactionStatus status, Program program) {
    StringBuilder text = new StringBuilder();
    text.append("CTA ").append(warp.ctaIndex()).append(" warp ").append(warp.warp());
    text.append(": attempt ").append(status.failed() + 1).append("; ");
    text.append(status.state().meaning());
    if (status.running() != 0) {
      text.append(", now ").append(LaneRanges.describe(status.running()));
    }
    int shown = 0;
    for (TransactionStatus.Conflict conflict : status.conflicts()) {
      if (shown++ == MOST_CONFLICTS) {
        text.append("; and ").append(status.conflicts().size() - MOST_CONFLICTS).append(" more");
        break;
      }
      text.append("; lane ").append(conflict.lane()).append(" failed last at ");
      text.append(SharedNames.name(program, conflict.address(), Integer.BYTES));
      text.append(
          conflict.warp() < 0
              ? ""
              : ", which warp %d lane %d had".formatted(conflict.warp(), conflict.rivalLane()));
    }
    return text.toString();
  }
}
