package dev.syncopate.check.profile.lock;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.WarpAccess;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Watches the accesses of one launch to global memory for locks. */
public final class LockWatch {
  /** An access that is not complete. */
  private static final class Pending {
    final long since;

    /** Lanes that have given a lock back with it. */
    long releasing;

    Pending(long since) {
      this.since = since;
    }
  }

  private final Grid grid;
  private final IntToLongFunction clock;
  private final LockTallies tallies;
  private final LockWords words = new LockWords();
  private final IdentityHashMap<WarpAccess, Pending> pending = new IdentityHashMap<>();

  /** Whether there was an atomic: before the first, no store can give a lock back. */
  private boolean anyAtomic;

  /** By unit, and by warp slot and lane; null until a thread does what shows. */
  private @Nullable Contender[][] contenders = new @Nullable Contender[0][];

  /**
   * @param clock the current cycle of a compute unit
   * @param tallies where what was seen goes at the launch's end
   */
  public LockWatch(Grid grid, IntToLongFunction clock, LockTallies tallies) {
    this.grid = grid;
    this.clock = clock;
    this.tallies = tallies;
  }

  /** The launch has ended. */
  public void ended() {
    for (LockWord word : words.all()) {
      LockTally tally = word.ticket.tally();
      tally = tally == null ? word.swap.tally() : tally;
      if (tally != null) {
        tallies.add(word.address, tally, grid.space().names().name(word.address, word.bytes));
      }
    }
  }

  /** A CTA has moved in: other threads are in its warps' slots. */
  public void started(int unit, Cta cta) {
    int most = 0;
    for (Warp warp : cta.warps) {
      most = Math.max(most, (warp.slot + 1) * warp.width);
    }
    int before = contenders.length;
    if (unit >= before) {
      contenders = Arrays.copyOf(contenders, unit + 1);
      Arrays.fill(contenders, before, unit + 1, new @Nullable Contender[0]);
    }
    if (contenders[unit].length < most) {
      contenders[unit] = Arrays.copyOf(contenders[unit], most);
    }
    for (Warp warp : cta.warps) {
      int first = warp.slot * warp.width;
      Arrays.fill(contenders[unit], first, first + warp.width, null);
    }
  }

  private Contender contender(int unit, Warp warp, int lane) {
    int at = warp.slot * warp.width + lane;
    Contender known = contenders[unit][at];
    if (known == null) {
      known = new Contender(warp.owner().index, unit);
      contenders[unit][at] = known;
    }
    return known;
  }

  /** Lanes of a warp access global memory. */
  public void issued(int unit, Warp warp, WarpAccess access, long lanes) {
    MemoryOperation operation = access.operation;
    boolean weak = operation.order() == Order.WEAK;
    if (operation.kind() == Kind.FENCE
        || operation.elements() != 1
        || (weak && (operation.kind() == Kind.LOAD || !anyAtomic))) {
      return;
    }
    anyAtomic |= operation.kind() == Kind.ATOMIC;
    long now = clock.applyAsLong(unit);
    Pending made = new Pending(now);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (operation.kind() == Kind.LOAD) {
        LockWord word = words.get(access.address[lane]);
        if (word != null) {
          word.swap.polled(contender(unit, warp, lane), now);
        }
      } else if (changes(unit, warp, access, lane, now)) {
        made.releasing |= 1L << lane;
      }
    }
    if (operation.resultUsed() && !weak) {
      pending.put(access, made);
    }
  }

  /** A lane writes, or issues an atomic. Returns whether that gives a lock back. */
  private boolean changes(int unit, Warp warp, WarpAccess access, int lane, long now) {
    long address = access.address[lane];
    Contender known = contenders[unit][warp.slot * warp.width + lane];
    boolean turn = known != null && known.hasTurn(address);
    Change change = change(access, lane);
    LockWord word =
        turn || change.swaps()
            ? words.at(address, access.operation.bytesPerLane())
            : words.get(address);
    return word != null && word.issued(contender(unit, warp, lane), change, now);
  }

  private static Change change(WarpAccess access, int lane) {
    MemoryOperation operation = access.operation;
    long b = access.operand2.length == 0 ? 0 : access.operand2[lane];
    return new Change(
        operation.atomic(),
        operation.type(),
        access.operand[lane],
        b,
        operation.kind() == Kind.ATOMIC && operation.resultUsed());
  }

  /** What {@link #issued} and was not weak is complete. */
  public void completed(int unit, Warp warp, WarpAccess access) {
    Pending issued = pending.remove(access);
    if (issued == null) {
      return;
    }
    long now = clock.applyAsLong(unit);
    for (long rest = access.lanes & ~issued.releasing; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long value = access.result[access.resultBase[0] + lane];
      answered(contender(unit, warp, lane), access, lane, value, issued.since, now);
    }
  }

  private void answered(
      Contender who, WarpAccess access, int lane, long value, long since, long now) {
    long address = access.address[lane];
    if (access.operation.kind() == Kind.LOAD) {
      who.reads(address, value, now);
      return;
    }
    Change change = change(access, lane);
    if (change.swaps()) {
      words.at(address, access.operation.bytesPerLane()).swap.swapped(who, change, value, now);
      return;
    }
    long after = change.apply(value);
    if (after == value) {
      who.reads(address, value, now);
    } else if (access.operation.atomic() == AtomicOp.ADD && after == value + 1) {
      who.draws(address, value, since);
    }
  }
}
