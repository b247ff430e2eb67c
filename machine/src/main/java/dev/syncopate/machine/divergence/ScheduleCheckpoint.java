package dev.syncopate.machine.divergence;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The control flow of a warp at one moment: where its splits are, who waits for whom where, and how
 * far patience has gone. Joins and gatherings keep their identity; what changes in them is kept
 * here.
 */
public final class ScheduleCheckpoint {
  private record JoinState(Join join, long awaited, long arrived) {}

  private record GatheringState(Gathering gathering, long lanes, long @Nullable [] brought) {}

  private final int pc;
  private final long active;
  private final @Nullable Join join;
  private final Frame frame;
  private final @Nullable Gathering gathering;
  private final long live;
  private final long progress;
  private final long[] patience;
  private final Splits others = new Splits();
  private final List<JoinState> joins = new ArrayList<>();
  private final List<GatheringState> gatherings = new ArrayList<>();

  ScheduleCheckpoint(Reconvergence of) {
    pc = of.pc;
    active = of.active;
    join = of.join;
    frame = of.frame;
    gathering = of.gathering;
    live = of.live;
    progress = of.progress;
    patience = of.patience();
    others.copyFrom(of.others);
    IdentityHashMap<Object, Boolean> seen = new IdentityHashMap<>();
    keep(of.join, seen);
    keep(of.gathering, seen);
    for (int i = 0; i < others.count; i++) {
      keep(others.join[i], seen);
      keep(others.gathering[i], seen);
    }
  }

  private void keep(@Nullable Join innermost, IdentityHashMap<Object, Boolean> seen) {
    for (Join j = innermost; j != null && seen.put(j, true) == null; j = j.parent) {
      joins.add(new JoinState(j, j.awaited, j.arrived));
    }
  }

  private void keep(@Nullable Gathering group, IdentityHashMap<Object, Boolean> seen) {
    if (group != null && seen.put(group, true) == null) {
      gatherings.add(new GatheringState(group, group.lanes, group.brought()));
    }
  }

  /** Lanes that had not exited. */
  public long live() {
    return live;
  }

  void restore(Reconvergence into) {
    into.pc = pc;
    into.active = active;
    into.enter(join);
    into.frame = frame;
    frame.revive(active);
    into.gathering = gathering;
    into.live = live;
    into.progress = progress;
    into.patience(patience);
    into.others.copyFrom(others);
    for (int i = 0; i < others.count; i++) {
      others.frame[i].revive(others.lanes[i]);
    }
    for (JoinState state : joins) {
      state.join.awaited = state.awaited;
      state.join.arrived = state.arrived;
    }
    for (GatheringState state : gatherings) {
      state.gathering.lanes = state.lanes;
      state.gathering.brought(state.brought);
    }
  }
}
