package dev.syncopate.check.trace.sync;

import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.IssuedAccess;
import dev.syncopate.check.order.NoteKind;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.ReadSource;
import dev.syncopate.machine.space.AddressNames;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.WarpAccess;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Synchronisation through global memory: what each write releases, and what each read acquires. */
final class GlobalSyncTrace {
  private final Operations operations;
  private final LatestLineSyncs askers;
  private final AddressNames names;
  private final boolean showsAll;
  private final NoteKind<ReleasingWrite> writes;
  private final IdentityHashMap<WarpAccess, PendingOperation> pending = new IdentityHashMap<>();

  /** Of the access that was issued or completed last; null where it is not followed. */
  private @Nullable PendingOperation current;

  /**
   * @param names of words
   * @param showsAll whether all operations are shown, and not only remote ones
   */
  GlobalSyncTrace(
      Operations operations,
      LatestLineSyncs askers,
      AddressNames names,
      boolean showsAll,
      NoteKinds notes) {
    this.operations = operations;
    this.askers = askers;
    this.names = names;
    this.showsAll = showsAll;
    this.writes = notes.kind(ReleasingWrite.class);
  }

  /** Whether an operation is not weak; commutative atomics have no order, and are strong. */
  static boolean isStrong(MemoryOperation operation) {
    return operation.order() != Order.WEAK || operation.commutative();
  }

  /** Whether it orders more than itself. */
  static boolean synchronises(MemoryOperation operation) {
    return operation.order().acquires() || operation.order().releases() || operation.remote();
  }

  /** A weak store is issued: a thread that reads it is behind no other. */
  void overwrites(WarpSyncState threads, long lanes) {
    current = Operations.hidden(threads, lanes);
  }

  /** A strong access, or a fence, is issued. */
  void issued(WarpSyncState threads, int pc, WarpAccess access, long lanes, long now) {
    MemoryOperation operation = access.operation;
    boolean fence = operation.kind() == AccessKind.FENCE;
    boolean synchronises = synchronises(operation);
    boolean shown = synchronises && (showsAll || operation.remote());
    PendingOperation active =
        shown
            ? operations.begin(threads, pc, lanes, fence ? null : word(access), now)
            : Operations.hidden(threads, lanes);
    current = active;
    if (active.row != null || operation.resultUsed() || fence) {
      pending.put(access, active);
    }
    IssueMoment moment = new IssueMoment(active.row, threads.unit, now);
    if (fence) {
      if (operation.order().releases()) {
        threads.fences(lanes, moment);
      }
      return;
    }
    if (synchronises) {
      askers.issued(access, moment);
    }
    active.release = operation.order().releases() ? moment : null;
  }

  private String word(WarpAccess access) {
    long address = access.address[Long.numberOfTrailingZeros(access.lanes)];
    String name = names.name(address, access.operation.type().bytes());
    return name == null ? "0x" + Long.toHexString(address) : name;
  }

  /** What a lane's write by the access at hand releases; null for nothing. */
  private static @Nullable IssueMoment release(PendingOperation writing, int lane) {
    return writing.release == null ? writing.threads.fenced(lane) : writing.release;
  }

  /** Whether a reader of what a lane writes may acquire something. */
  boolean releases(int lane) {
    return current != null && release(current, lane) != null;
  }

  /** A lane writes to a word that is followed. */
  void wrote(FollowedWrite write, boolean strong) {
    if (current != null) {
      IssueMoment release = strong ? release(current, write.lane) : null;
      writes.put(write, new ReleasingWrite(current.threads.first + write.lane, release));
    }
  }

  /** What was {@link #issued} is complete; its reads are told next. */
  void completed(WarpAccess access) {
    current = pending.remove(access);
  }

  /** A lane has read a word. */
  void read(IssuedAccess issue, int lane, ReadSource source) {
    PendingOperation active = current;
    ReleasingWrite writer = from(source);
    if (active == null
        || writer == null
        || writer.release == null
        || writer.thread == active.threads.first + lane) {
      return;
    }
    if (issue.access.operation.order().acquires()) {
      active.acquires(writer.release);
    } else {
      active.threads.sees(lane, writer.release);
    }
  }

  private @Nullable ReleasingWrite from(ReadSource source) {
    FollowedWrite match = source.match();
    return match == null ? null : writes.of(match);
  }

  /** A lane's read-modify-write has found a value that another thread has released. */
  void updated(FollowedWrite write, ReadSource source) {
    ReleasingWrite ownWrite = writes.of(write);
    ReleasingWrite writer = from(source);
    if (ownWrite != null && writer != null && ownWrite.release == null) {
      ownWrite.release = writer.release;
    }
  }

  /** All that the access at hand has read has been told. */
  void answered(MemoryOperation operation, long now) {
    PendingOperation active = current;
    current = null;
    if (active == null) {
      return;
    }
    if (operation.kind() == AccessKind.FENCE && operation.order().acquires()) {
      active.threads.acquires(active.lanes).forEach(active::acquires);
    }
    operations.end(active, now);
  }
}
