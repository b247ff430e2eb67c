package dev.syncopate.check.profile;

import dev.syncopate.check.order.FollowedWord;
import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.IssuedAccess;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.OrderListener;
import dev.syncopate.check.order.ReadSource;
import dev.syncopate.check.profile.lock.LockWatch;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.system.L1Effect;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Watches one launch: books every event to its instruction. */
final class LaunchProfile implements OrderListener {
  private final KernelProfile profile;
  private final LockWatch locks;

  LaunchProfile(KernelProfile profile, Grid grid, IntToLongFunction clock, NoteKinds notes) {
    this.profile = profile;
    this.locks = new LockWatch(grid, clock, profile.lockTallies(), notes);
  }

  @Override
  public void executed(int unit, Warp warp, int pc, int instructions, int threads) {
    profile.add(pc, ProfileMeasure.WARP_INSTRUCTIONS, instructions);
    profile.add(pc, ProfileMeasure.THREAD_INSTRUCTIONS, threads);
  }

  @Override
  public void stalled(int unit, Warp warp, int pc, Stall cause, long cycles) {
    profile.add(pc, ProfileMeasure.of(cause), cycles);
  }

  @Override
  public void coalesced(int unit, int pc, WarpAccess access) {
    profile.add(pc, ProfileMeasure.LINES, access.lines.length);
    int lanes = Long.bitCount(access.lanes);
    profile.add(pc, ProfileMeasure.BYTES, (long) lanes * access.operation.bytesPerLane());
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    long lanes = Long.bitCount(access.lanes());
    profile.add(
        access.pc(), ProfileMeasure.SHARED_BYTES, lanes * access.operation().bytesPerLane());
  }

  @Override
  public void copied(int unit, Warp warp, int pc, long lanes, long[] targets, int base, int bytes) {
    profile.add(pc, ProfileMeasure.SHARED_BYTES, (long) Long.bitCount(lanes) * bytes);
  }

  @Override
  public void offered(int unit, int pc, L1Effect effect) {
    profile.add(pc, ProfileMeasure.L1_LOADS, effect.loads());
    profile.add(pc, ProfileMeasure.L1_HITS, effect.hits());
    profile.add(pc, ProfileMeasure.L1_MISSES, effect.misses());
    profile.add(pc, ProfileMeasure.FLUSHES, effect.flushes());
    profile.add(pc, ProfileMeasure.FLUSHED_LINES, effect.flushedLines());
    profile.add(pc, ProfileMeasure.INVALIDATIONS, effect.invalidations());
  }

  @Override
  public void ended() {
    locks.ended();
  }

  @Override
  public void started(int unit, Cta cta) {
    locks.started(unit, cta);
  }

  @Override
  public boolean follows(IssuedAccess issue, int lane) {
    return locks.follows(issue, lane);
  }

  /** A ticket lock may be given to the next by a weak store behind a fence. */
  @Override
  public boolean followsWeakStores() {
    return true;
  }

  @Override
  public void loads(IssuedAccess issue, int lane, FollowedWord word) {
    locks.loads(issue, lane, word);
  }

  @Override
  public void wrote(IssuedAccess issue, FollowedWrite write, @Nullable FollowedWrite previous) {
    locks.wrote(issue, write);
  }

  @Override
  public void read(
      IssuedAccess issue, int lane, int element, @Nullable FollowedWord word, ReadSource source) {
    locks.read(issue, lane, word);
  }
}
