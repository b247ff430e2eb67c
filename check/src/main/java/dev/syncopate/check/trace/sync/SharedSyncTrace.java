package dev.syncopate.check.trace.sync;

import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Synchronisation through a CTA's shared memory, whose accesses happen one after the other: a read
 * reads what was written last.
 */
final class SharedSyncTrace {
  /** In the place of a thread. */
  private static final long COPY_UNIT = -1;

  private final Operations operations;

  /** By the place of a CTA, then by offset: the last write, if it releases something. */
  private final Map<Long, Map<Long, ReleasingWrite>> ctas = new HashMap<>();

  SharedSyncTrace(Operations operations) {
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
  void accessed(WarpSyncState threads, SharedAccess access, long now) {
    MemoryOperation operation = access.operation();
    if (GlobalSyncTrace.isStrong(operation)) {
      PendingOperation active =
          GlobalSyncTrace.synchronises(operation)
              ? operations.begin(threads, access.pc(), access.lanes(), null, now)
              : Operations.hidden(threads, access.lanes());
      perform(active, access.warp().owner(), operation, access.address(), access.base(), now);
    } else if (operation.kind() == AccessKind.STORE) {
      overwrite(threads, access);
    }
  }

  /** Lanes have arrived at mbarrier objects, or have found their phases over. */
  void mbarrier(WarpSyncState threads, MbarrierAccess access, long now) {
    MemoryOperation operation = access.operation();
    PendingOperation active =
        GlobalSyncTrace.synchronises(operation)
            ? operations.begin(threads, access.pc(), access.lanes(), null, now)
            : Operations.hidden(threads, access.lanes());
    perform(active, access.warp().owner(), operation, access.address(), access.base(), now);
  }

  /** A bulk copy is over for a CTA, and its mbarrier object has counted its bytes. */
  void completed(int unit, Cta cta, BulkTransfer transfer, IssueMoment issue) {
    ctas.computeIfAbsent(place(unit, cta), missing -> new HashMap<>())
        .put((long) transfer.barrier, new ReleasingWrite(COPY_UNIT, issue));
  }

  private void perform(
      PendingOperation active,
      Cta cta,
      MemoryOperation operation,
      long[] address,
      int base,
      long now) {
    WarpSyncState threads = active.threads;
    Map<Long, ReleasingWrite> words =
        ctas.computeIfAbsent(place(threads.unit, cta), missing -> new HashMap<>());
    IssueMoment ownRelease =
        operation.order().releases() ? new IssueMoment(active.row, threads.unit, now) : null;
    int bytes = operation.type().bytes();
    for (long rest = active.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        long offset = address[lane] - base + (long) e * bytes;
        ReleasingWrite previous = words.get(offset);
        if (previous != null && operation.kind() != AccessKind.STORE) {
          read(active, lane, operation, previous);
        }
        if (operation.kind() != AccessKind.LOAD) {
          IssueMoment release = ownRelease == null ? threads.fenced(lane) : ownRelease;
          if (release == null && previous != null && operation.kind() == AccessKind.ATOMIC) {
            release = previous.release;
          }
          put(words, offset, threads.first + lane, release);
        }
      }
    }
    operations.end(active, now);
  }

  private static void read(
      PendingOperation active, int lane, MemoryOperation operation, ReleasingWrite previous) {
    IssueMoment release = previous.release;
    if (release == null || previous.thread == active.threads.first + lane) {
      return;
    }
    if (operation.order().acquires()) {
      active.acquires(release);
    } else if (operation.resultUsed()) {
      active.threads.sees(lane, release);
    }
  }

  private static void put(
      Map<Long, ReleasingWrite> words, long offset, long thread, @Nullable IssueMoment release) {
    if (release == null) {
      words.remove(offset);
    } else {
      words.put(offset, new ReleasingWrite(thread, release));
    }
  }

  private void overwrite(WarpSyncState threads, SharedAccess access) {
    Map<Long, ReleasingWrite> words = ctas.get(place(threads.unit, access.warp().owner()));
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
