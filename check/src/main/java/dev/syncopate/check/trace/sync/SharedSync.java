package dev.syncopate.check.trace.sync;

import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Synchronisation through a CTA's shared memory, whose accesses happen one after the other: a read
 * reads what was written last.
 */
final class SharedSync {
  private static final MemoryOperation ARRIVAL =
      MemoryOperation.atomic(AtomicOp.ADD, DataType.B64).with(Order.RELEASE, Scope.CTA);
  private static final MemoryOperation WAIT =
      MemoryOperation.load(DataType.B64).with(Order.ACQUIRE, Scope.CTA);

  private final Operations operations;

  /** By the place of a CTA, then by offset: the last write, if it releases something. */
  private final Map<Long, Map<Long, ReleasingWrite>> ctas = new HashMap<>();

  SharedSync(Operations operations) {
    this.operations = operations;
  }

  private static long place(int unit, Cta cta) {
    return ((long) unit << Integer.SIZE) | cta.slot;
  }

  /** A CTA moves in. */
  void started(int unit, Cta cta) {
    ctas.remove(place(unit, cta));
  }

  /** Lanes have accessed shared memory. */
  void accessed(Threads who, SharedAccess access, long now) {
    MemoryOperation operation = access.operation();
    if (GlobalSync.isStrong(operation)) {
      Pending made =
          GlobalSync.synchronises(operation)
              ? operations.begin(who, access.pc(), access.lanes(), null, now)
              : Operations.hidden(who, access.lanes());
      perform(made, access.warp().owner(), operation, access.address(), access.base(), now);
    } else if (operation.kind() == Kind.STORE) {
      overwrite(who, access);
    }
  }

  /** Lanes have arrived at mbarrier objects, or have found their phases over. */
  void mbarrier(
      Threads who,
      Cta cta,
      int pc,
      long lanes,
      long[] address,
      int base,
      boolean arrive,
      long now) {
    Pending made = operations.begin(who, pc, lanes, null, now);
    perform(made, cta, arrive ? ARRIVAL : WAIT, address, base, now);
  }

  private void perform(
      Pending made, Cta cta, MemoryOperation operation, long[] address, int base, long now) {
    Threads who = made.threads;
    Map<Long, ReleasingWrite> words =
        ctas.computeIfAbsent(place(who.unit, cta), missing -> new HashMap<>());
    Moment own = operation.order().releases() ? new Moment(made.row, who.unit, now) : null;
    int bytes = operation.type().bytes();
    for (long rest = made.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        long offset = address[lane] - base + (long) e * bytes;
        ReleasingWrite before = words.get(offset);
        if (before != null && operation.kind() != Kind.STORE) {
          read(made, lane, operation, before);
        }
        if (operation.kind() != Kind.LOAD) {
          Moment release = own == null ? who.fenced(lane) : own;
          if (release == null && before != null && operation.kind() == Kind.ATOMIC) {
            release = before.release;
          }
          put(words, offset, who.first + lane, release);
        }
      }
    }
    operations.end(made, now);
  }

  private static void read(
      Pending made, int lane, MemoryOperation operation, ReleasingWrite before) {
    Moment release = before.release;
    if (release == null || before.thread == made.threads.first + lane) {
      return;
    }
    if (operation.order().acquires()) {
      made.acquires(release);
    } else if (operation.resultUsed()) {
      made.threads.sees(lane, release);
    }
  }

  private static void put(
      Map<Long, ReleasingWrite> words, long offset, long thread, @Nullable Moment release) {
    if (release == null) {
      words.remove(offset);
    } else {
      words.put(offset, new ReleasingWrite(thread, release));
    }
  }

  private void overwrite(Threads who, SharedAccess access) {
    Map<Long, ReleasingWrite> words = ctas.get(place(who.unit, access.warp().owner()));
    if (words == null || words.isEmpty()) {
      return;
    }
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.operation().elements(); e++) {
        words.remove(access.offset(lane, e));
      }
    }
  }
}
