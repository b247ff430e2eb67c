package dev.syncopate.check.update;

import dev.syncopate.check.update.LostUpdate.Who;
import dev.syncopate.check.update.Tally.Ended;
import dev.syncopate.check.update.Tally.Lost;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Update;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Updates of global memory. What is written is known when an access is issued, what is read when it
 * is complete.
 */
final class GlobalUpdates {
  /** Elements that are followed in a launch. */
  private static final int MOST = 1 << 18;

  private final Sites sites;
  private final BiConsumer<Tally, Lost> lost;

  /** By word of four bytes: an element of eight is there twice. */
  private final Map<Long, Tally> tallies = new HashMap<>();

  private final IdentityHashMap<WarpAccess, Pending> pending = new IdentityHashMap<>();
  private boolean full;

  private record Pending(int pc, Reads reads, int cta, int firstThread) {}

  GlobalUpdates(Sites sites, BiConsumer<Tally, Lost> lost) {
    this.sites = sites;
    this.lost = lost;
  }

  /** Whether there were more elements than are followed. */
  boolean full() {
    return full;
  }

  /** Nothing is to be known of any element: somebody writes who is not watched. */
  void abandon() {
    tallies.clear();
    full = true;
  }

  /**
   * @param firstThread thread of lane 0 in the CTA
   */
  void issued(Reads reads, int cta, int firstThread, int pc, WarpAccess access) {
    MemoryOperation operation = access.operation;
    Kind kind = operation.kind();
    boolean reading = kind == Kind.LOAD && sites.load(pc) >= 0;
    if (kind == Kind.FENCE || (kind == Kind.LOAD && !reading)) {
      return;
    }
    boolean strong = operation.order() != Order.WEAK || operation.commutative();
    if (!strong && tallies.isEmpty()) {
      return;
    }
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        long at = access.address[lane] + (long) e * operation.type().bytes();
        Tally tally = tally(at, operation.type().bytes(), strong);
        if (tally != null && kind != Kind.LOAD) {
          wrote(tally, reads, new Who(cta, firstThread + lane), lane, pc, access, e);
        }
      }
    }
    if (reading || (kind == Kind.ATOMIC && operation.resultUsed())) {
      pending.put(access, new Pending(pc, reads, cta, firstThread));
    }
  }

  /** What is known of an element; null for nothing. */
  private @Nullable Tally tally(long address, int bytes, boolean begin) {
    Tally first = tallies.get(address >> 2);
    Tally second = bytes > 4 ? tallies.get((address >> 2) + 1) : first;
    if (first == null && second == null) {
      if (!begin || full) {
        return null;
      }
      if (tallies.size() >= MOST) {
        full = true;
        return null;
      }
      Tally fresh = new Tally(address, bytes);
      tallies.put(address >> 2, fresh);
      if (bytes > 4) {
        tallies.put((address >> 2) + 1, fresh);
      }
      return fresh;
    }
    if (first != null && first == second && first.address == address && first.bytes == bytes) {
      return first;
    }
    if (first != null) {
      first.abandon(); // elements overlap, or share a word
    }
    if (second != null) {
      second.abandon();
    }
    return null;
  }

  private void wrote(
      Tally tally, Reads reads, Who who, int lane, int pc, WarpAccess access, int element) {
    MemoryOperation operation = access.operation;
    if (operation.kind() == Kind.ATOMIC) {
      if (operation.resultUsed()) {
        tally.flies();
      } else if (operation.atomic() == AtomicOp.EXCH) {
        tally.write(truncated(access.operand[lane], tally.bytes));
      } else {
        tally.writeUnknown();
      }
    } else {
      long value = truncated(access.operand[element * access.width + lane], tally.bytes);
      Update update = sites.update(pc);
      int load = update == null ? -1 : reads.begin(update, lane, tally.address);
      if (load >= 0) {
        tally.update(reads.found(load, lane), new Ended(who, load, pc, value));
      }
      tally.write(value);
      tell(tally);
    }
    reads.wrote(lane, tally.address);
  }

  /** What was {@link #issued} is complete. */
  void completed(WarpAccess access) {
    Pending known = pending.remove(access);
    if (known == null) {
      return;
    }
    MemoryOperation operation = access.operation;
    int bytes = operation.type().bytes();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long at = access.address[lane];
      long value = truncated(access.result[access.resultBase[0] + lane], bytes);
      if (operation.kind() == Kind.LOAD) {
        known.reads.add(known.pc, lane, at, value);
        continue;
      }
      Tally tally = tally(at, bytes, false);
      if (tally != null) {
        updated(tally, known, access, lane, value);
      }
    }
  }

  private void updated(Tally tally, Pending known, WarpAccess access, int lane, long value) {
    AtomicOp performed = access.operation.atomic();
    long a = access.operand[lane];
    boolean fails = performed == AtomicOp.CAS && value != truncated(a, tally.bytes);
    tally.landed();
    if (performed != null && !fails) {
      long b = access.operand2.length == 0 ? 0 : access.operand2[lane];
      long next = truncated(performed.apply(access.operation.type(), value, a, b), tally.bytes);
      Who who = new Who(known.cta, known.firstThread + lane);
      tally.update(value, new Ended(who, known.pc, known.pc, next));
      tally.write(next);
    }
    tell(tally);
  }

  private void tell(Tally tally) {
    for (Lost each = tally.next(); each != null; each = tally.next()) {
      lost.accept(tally, each);
    }
  }

  static long truncated(long value, int bytes) {
    return bytes == Long.BYTES ? value : value & (1L << (8 * bytes)) - 1;
  }
}
