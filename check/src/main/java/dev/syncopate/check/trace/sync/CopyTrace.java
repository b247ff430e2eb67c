package dev.syncopate.check.trace.sync;

import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.sim.trace.TraceAnnotation;
import dev.syncopate.sim.trace.TraceLabel;
import dev.syncopate.sim.trace.Track;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Bulk copies in flight, those of a unit that are in flight at once in separate rows. */
final class CopyTrace {
  /** A copy that is shown. */
  private static final class Shown {
    private final @Nullable Track row;
    private final int number;
    private final IssueMoment issue;

    /** CTAs for which it is not over. */
    private int open;

    Shown(@Nullable Track row, int number, IssueMoment issue, int open) {
      this.row = row;
      this.number = number;
      this.issue = issue;
      this.open = open;
    }
  }

  private final IntFunction<TraceLabel> labels;
  private final SyncTrace.CopyRows rows;
  private final IdentityHashMap<BulkTransfer, Shown> inFlight = new IdentityHashMap<>();

  /** By unit, the rows in use. */
  private final Map<Integer, BitSet> busy = new HashMap<>();

  /** By warp and lane, copies of groups that are over and have not been waited for. */
  private final IdentityHashMap<Warp, Map<Integer, List<IssueMoment>>> ended =
      new IdentityHashMap<>();

  CopyTrace(IntFunction<TraceLabel> labels, SyncTrace.CopyRows rows) {
    this.labels = labels;
    this.rows = rows;
  }

  /** A lane has issued a copy. */
  void issued(int unit, BulkTransfer transfer, long now) {
    BitSet used = busy.computeIfAbsent(unit, _ -> new BitSet());
    int number = used.nextClearBit(0);
    Track row = rows.row(unit, number);
    while (row != null && row.isOpen()) { // by a copy of another launch
      number = used.nextClearBit(number + 1);
      row = rows.row(unit, number);
    }
    used.set(number);
    if (row != null) {
      row.begin(
          now,
          labels.apply(transfer.pc),
          TraceAnnotation.of("thread", transfer.thread),
          TraceAnnotation.of("shared", transfer.shared));
    }
    int ctas = Math.max(1, transfer.targets.size());
    inFlight.put(transfer, new Shown(row, number, new IssueMoment(row, unit, now), ctas));
  }

  /** A copy is over for a CTA. Returns its issue, for arrows; null where that was not told. */
  @Nullable IssueMoment completed(BulkTransfer transfer, long now) {
    Shown shown = inFlight.get(transfer);
    if (shown == null) {
      return null;
    }
    if (--shown.open == 0) {
      inFlight.remove(transfer);
      close(shown, now);
    }
    if (transfer.barrier == BulkTransfer.NO_BARRIER) {
      ended
          .computeIfAbsent(transfer.warp, _ -> new HashMap<>())
          .computeIfAbsent(transfer.lane, _ -> new ArrayList<>())
          .add(shown.issue);
    }
    return shown.issue;
  }

  private void close(Shown shown, long now) {
    busy.computeIfAbsent(shown.issue.unit(), _ -> new BitSet()).clear(shown.number);
    if (shown.row != null) {
      shown.row.end(now);
    }
  }

  /** Copies of lanes' groups that have come to an end since they last waited. */
  List<IssueMoment> awaited(Warp warp, long lanes) {
    List<IssueMoment> moments = new ArrayList<>();
    Map<Integer, List<IssueMoment>> byLane = ended.getOrDefault(warp, Map.of());
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      List<IssueMoment> ofLane = byLane.remove(Long.numberOfTrailingZeros(rest));
      if (ofLane != null) {
        moments.addAll(ofLane);
      }
    }
    return moments;
  }

  /** The launch is over: what is in flight ends. */
  void cut(long now) {
    inFlight.forEach((_, shown) -> close(shown, now));
    inFlight.clear();
  }
}
