package dev.syncopate.check.profile.lock;

import dev.syncopate.check.order.FollowedWord;
import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.IssuedAccess;
import dev.syncopate.check.order.NoteKind;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Watches the accesses of one launch to global memory for locks. The words that may be locks are
 * followed by the launch's order of reads and writes.
 */
public final class LockWatch {
  /** Lanes that have given a lock back by an access. */
  private static final class Releasing {
    long lanes;
  }

  private final Grid grid;
  private final IntToLongFunction clock;
  private final LockTallies tallies;
  private final List<LockWord> lockWords = new ArrayList<>();
  private final NoteKind<LockWord> words;
  private final NoteKind<Releasing> releasing;

  /** By unit, and by warp slot and lane; null until a thread does what shows. */
  private @Nullable Contender[][] contenders = new @Nullable Contender[0][];

  /**
   * @param clock the current cycle of a compute unit
   * @param tallies where what was seen goes at the launch's end
   * @param notes makes the kinds of notes that are kept with words and accesses
   */
  public LockWatch(Grid grid, IntToLongFunction clock, LockTallies tallies, NoteKinds notes) {
    this.words = notes.kind(LockWord.class);
    this.releasing = notes.kind(Releasing.class);
    this.grid = grid;
    this.clock = clock;
    this.tallies = tallies;
  }

  /** The launch has ended. */
  public void ended() {
    for (LockWord word : lockWords) {
      LockTally tally = word.ticket.tally();
      tally = tally == null ? word.swap.tally() : tally;
      if (tally != null) {
        tallies.add(word.address, tally, grid.space().names().name(word.address, word.bytes));
      }
    }
  }

  /** A CTA has moved in: other threads are in its warps' slots. */
  public void started(int unit, Cta cta) {
    int capacity = 0;
    for (Warp warp : cta.warps) {
      capacity = Math.max(capacity, (warp.slot + 1) * warp.width);
    }
    int oldLength = contenders.length;
    if (unit >= oldLength) {
      contenders = Arrays.copyOf(contenders, unit + 1);
      Arrays.fill(contenders, oldLength, unit + 1, new @Nullable Contender[0]);
    }
    if (contenders[unit].length < capacity) {
      contenders[unit] = Arrays.copyOf(contenders[unit], capacity);
    }
    for (Warp warp : cta.warps) {
      int first = warp.slot * warp.width;
      Arrays.fill(contenders[unit], first, first + warp.width, null);
    }
  }

  private Contender contender(int unit, Warp warp, int lane) {
    int index = warp.slot * warp.width + lane;
    Contender contender = contenders[unit][index];
    if (contender == null) {
      contender = new Contender(warp.owner().index, unit);
      contenders[unit][index] = contender;
    }
    return contender;
  }

  /** Whether a word that a lane writes to may be a lock from now on. */
  public boolean follows(IssuedAccess issue, int lane) {
    Contender contender = contenders[issue.unit][issue.warp.slot * issue.warp.width + lane];
    return issue.access.operation.elements() == 1
        && ((contender != null && contender.hasTurn(issue.access.address[lane]))
            || change(issue.access, lane).swaps());
  }

  /** A lane issues a strong load of a word that is followed. */
  public void loads(IssuedAccess issue, int lane, FollowedWord word) {
    LockWord lock = issue.access.operation.elements() == 1 ? words.of(word) : null;
    if (lock != null) {
      lock.swap.polled(contender(issue.unit, issue.warp, lane), issue.cycle);
    }
  }

  /** A lane writes to a word that is followed, or issues an atomic. */
  public void wrote(IssuedAccess issue, FollowedWrite write) {
    int lane = write.lane;
    LockWord knownLock = words.of(write.word);
    LockWord lock =
        knownLock == null && follows(issue, lane) ? begin(issue, write.word) : knownLock;
    if (lock == null || issue.access.operation.elements() != 1) {
      return;
    }
    Contender contender = contender(issue.unit, issue.warp, lane);
    if (lock.issued(contender, change(issue.access, lane), issue.cycle)) {
      Releasing registered = releasing.of(issue);
      Releasing these = registered == null ? new Releasing() : registered;
      these.lanes |= 1L << lane;
      releasing.put(issue, these);
    }
  }

  private LockWord begin(IssuedAccess issue, FollowedWord word) {
    LockWord lock = new LockWord(word.address, issue.access.operation.bytesPerLane());
    words.put(word, lock);
    lockWords.add(lock);
    return lock;
  }

  /** A lane's strong read is complete. */
  public void read(IssuedAccess issue, int lane, @Nullable FollowedWord word) {
    Releasing released = releasing.of(issue);
    boolean gaveBack = released != null && (released.lanes >>> lane & 1) != 0;
    if (issue.access.operation.elements() == 1 && !gaveBack) {
      answered(contender(issue.unit, issue.warp, lane), issue, lane, word);
    }
  }

  private void answered(
      Contender contender, IssuedAccess issue, int lane, @Nullable FollowedWord word) {
    WarpAccess access = issue.access;
    long value = access.result[access.resultBase[0] + lane];
    long now = clock.applyAsLong(issue.unit);
    long address = access.address[lane];
    if (access.operation.kind() == AccessKind.LOAD) {
      contender.reads(address, value, now);
      return;
    }
    WordChange change = change(access, lane);
    if (change.swaps()) {
      LockWord lock = word == null ? null : words.of(word);
      if (lock != null) {
        lock.swap.swapped(contender, change, value, now);
      }
      return;
    }
    long newValue = change.apply(value);
    if (newValue == value) {
      contender.reads(address, value, now);
    } else if (access.operation.atomic() == AtomicOp.ADD && newValue == value + 1) {
      contender.draws(address, value, issue.cycle);
    }
  }

  private static WordChange change(WarpAccess access, int lane) {
    MemoryOperation operation = access.operation;
    long b = access.operand2.length == 0 ? 0 : access.operand2[lane];
    return new WordChange(
        operation.atomic(),
        operation.type(),
        access.operand[lane],
        b,
        operation.kind() == AccessKind.ATOMIC && operation.resultUsed());
  }
}
