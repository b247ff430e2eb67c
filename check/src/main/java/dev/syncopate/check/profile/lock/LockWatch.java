package dev.syncopate.check.profile.lock;

import dev.syncopate.check.order.Issue;
import dev.syncopate.check.order.Note;
import dev.syncopate.check.order.Notes;
import dev.syncopate.check.order.Word;
import dev.syncopate.check.order.Write;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.Kind;
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
  private final List<LockWord> all = new ArrayList<>();
  private final Note<LockWord> words;
  private final Note<Releasing> releasing;

  /** By unit, and by warp slot and lane; null until a thread does what shows. */
  private @Nullable Contender[][] contenders = new @Nullable Contender[0][];

  /**
   * @param clock the current cycle of a compute unit
   * @param tallies where what was seen goes at the launch's end
   * @param notes makes the kinds of notes that are kept with words and accesses
   */
  public LockWatch(Grid grid, IntToLongFunction clock, LockTallies tallies, Notes notes) {
    this.words = notes.kind(LockWord.class);
    this.releasing = notes.kind(Releasing.class);
    this.grid = grid;
    this.clock = clock;
    this.tallies = tallies;
  }

  /** The launch has ended. */
  public void ended() {
    for (LockWord word : all) {
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

  /** Whether a word that a lane writes to may be a lock from now on. */
  public boolean follows(Issue issue, int lane) {
    Contender known = contenders[issue.unit][issue.warp.slot * issue.warp.width + lane];
    return issue.access.operation.elements() == 1
        && ((known != null && known.hasTurn(issue.access.address[lane]))
            || change(issue.access, lane).swaps());
  }

  /** A lane issues a strong load of a word that is followed. */
  public void loads(Issue issue, int lane, Word word) {
    LockWord lock = issue.access.operation.elements() == 1 ? words.of(word) : null;
    if (lock != null) {
      lock.swap.polled(contender(issue.unit, issue.warp, lane), issue.cycle);
    }
  }

  /** A lane writes to a word that is followed, or issues an atomic. */
  public void wrote(Issue issue, Write write) {
    int lane = write.lane;
    LockWord known = words.of(write.word);
    LockWord lock = known == null && follows(issue, lane) ? begin(issue, write.word) : known;
    if (lock == null || issue.access.operation.elements() != 1) {
      return;
    }
    Contender who = contender(issue.unit, issue.warp, lane);
    if (lock.issued(who, change(issue.access, lane), issue.cycle)) {
      Releasing others = releasing.of(issue);
      Releasing these = others == null ? new Releasing() : others;
      these.lanes |= 1L << lane;
      releasing.put(issue, these);
    }
  }

  private LockWord begin(Issue issue, Word word) {
    LockWord lock = new LockWord(word.address, issue.access.operation.bytesPerLane());
    words.put(word, lock);
    all.add(lock);
    return lock;
  }

  /** A lane's strong read is complete. */
  public void read(Issue issue, int lane, @Nullable Word word) {
    Releasing released = releasing.of(issue);
    boolean gaveBack = released != null && (released.lanes >>> lane & 1) != 0;
    if (issue.access.operation.elements() == 1 && !gaveBack) {
      answered(contender(issue.unit, issue.warp, lane), issue, lane, word);
    }
  }

  private void answered(Contender who, Issue issue, int lane, @Nullable Word word) {
    WarpAccess access = issue.access;
    long value = access.result[access.resultBase[0] + lane];
    long now = clock.applyAsLong(issue.unit);
    long address = access.address[lane];
    if (access.operation.kind() == Kind.LOAD) {
      who.reads(address, value, now);
      return;
    }
    Change change = change(access, lane);
    if (change.swaps()) {
      LockWord lock = word == null ? null : words.of(word);
      if (lock != null) {
        lock.swap.swapped(who, change, value, now);
      }
      return;
    }
    long after = change.apply(value);
    if (after == value) {
      who.reads(address, value, now);
    } else if (access.operation.atomic() == AtomicOp.ADD && after == value + 1) {
      who.draws(address, value, issue.cycle);
    }
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
}
