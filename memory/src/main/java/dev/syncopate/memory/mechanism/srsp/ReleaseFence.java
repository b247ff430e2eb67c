package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether an L1's relaxed stores count as releases. Executes the {@link FenceTable}. */
final class ReleaseFence implements Stateful<FenceState, WrittenBytes> {
  private static final long NO_LINE = 0;

  private final LocalReleases releases;
  private FenceState state = FenceState.UNFENCED;
  private final StateMachine<FenceState, FenceState.Event, ReleaseFence, WrittenBytes> machine;

  @SuppressWarnings("this-escape") // kept for later calls only
  ReleaseFence(
      L1Parts parts,
      LocalReleases releases,
      StateTable<FenceState, FenceState.Event, ReleaseFence, WrittenBytes> table) {
    this.releases = releases;
    machine =
        new StateMachine<>(
            table,
            this,
            "release fences of " + parts.environment().node(),
            parts.environment().clock());
  }

  // ---- events ----

  /** A warp has performed a release fence. */
  void fence() {
    machine.fire(state, FenceState.Event.FENCE, NO_LINE, 0, null);
  }

  /** A relaxed store or atomic has been performed. */
  void written(long line, long low, long high) {
    if (state == FenceState.FENCED) {
      machine.fire(state, FenceState.Event.WRITE, line, 0, new WrittenBytes(low, high, true));
    }
  }

  /** The L1 has been flushed. */
  void flushed() {
    if (state == FenceState.FENCED) {
      machine.fire(state, FenceState.Event.FLUSH, NO_LINE, 0, null);
    }
  }

  // ---- states ----

  @Override
  public FenceState state(long line, int part) {
    return state;
  }

  @Override
  public void enter(FenceState next, long line, int part, @Nullable WrittenBytes cause) {
    state = next;
  }

  // ---- actions ----

  void release(long line, WrittenBytes written) {
    releases.released(line, written.low(), written.high());
  }

  void loseAll() {
    releases.loseAll();
  }

  // ---- diagnosis ----

  List<TransitionCount> transitions() {
    return machine.pairs();
  }

  void check() {
    machine.check();
  }
}
