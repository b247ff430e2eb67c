package dev.syncopate.check.trace.sync;

import dev.syncopate.machine.space.AddressNames;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.WarpAccess;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Synchronisation through global memory. What is written is known when an access is issued, what is
 * read when it is complete.
 */
final class GlobalSync {
  private final Operations operations;
  private final Askers askers;
  private final AddressNames names;
  private final boolean all;
  private final Map<Long, Word> words = new HashMap<>();
  private final IdentityHashMap<WarpAccess, Pending> pending = new IdentityHashMap<>();

  /**
   * @param names of words
   * @param all whether all operations are shown, and not only remote ones
   */
  GlobalSync(Operations operations, Askers askers, AddressNames names, boolean all) {
    this.operations = operations;
    this.askers = askers;
    this.names = names;
    this.all = all;
  }

  /** Whether an operation is not weak; commutative atomics have no order, and are strong. */
  static boolean isStrong(MemoryOperation operation) {
    return operation.order() != Order.WEAK || operation.commutative();
  }

  /** Whether it orders more than itself. */
  static boolean synchronises(MemoryOperation operation) {
    return operation.order().acquires() || operation.order().releases() || operation.remote();
  }

  /** A weak store: whoever reads it is behind no one. */
  void overwritten(Threads who, WarpAccess access) {
    if (words.isEmpty()) {
      return;
    }
    MemoryOperation operation = access.operation;
    int bytes = operation.type().bytes();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        Word word = words.get(access.address[lane] + (long) e * bytes);
        if (word != null) {
          word.add(stored(who, access, lane, e, null));
        }
      }
    }
  }

  /** A strong access, or a fence, is issued. */
  void issued(Threads who, int pc, WarpAccess access, long lanes, long now) {
    MemoryOperation operation = access.operation;
    boolean fence = operation.kind() == Kind.FENCE;
    boolean synchronises = synchronises(operation);
    boolean shown = synchronises && (all || operation.remote());
    Pending made =
        shown
            ? operations.begin(who, pc, lanes, fence ? null : word(access), now)
            : Operations.hidden(who, lanes);
    if (made.row != null || operation.resultUsed() || fence) {
      pending.put(access, made);
    }
    Moment moment = new Moment(made.row, who.unit, now);
    if (fence) {
      if (operation.order().releases()) {
        who.fences(lanes, moment);
      }
      return;
    }
    if (synchronises) {
      askers.issued(access, moment);
    }
    if (operation.kind() != Kind.LOAD) {
      writes(who, made, access, operation.order().releases() ? moment : null);
    }
  }

  private String word(WarpAccess access) {
    long address = access.address[Long.numberOfTrailingZeros(access.lanes)];
    String name = names.name(address, access.operation.type().bytes());
    return name == null ? "0x" + Long.toHexString(address) : name;
  }

  private static Write stored(
      Threads who, WarpAccess access, int lane, int element, @Nullable Moment release) {
    Write write = new Write(who.first + lane, release);
    long value = access.operand[element * access.width + lane];
    write.is(truncated(value, access.operation.type().bytes()));
    return write;
  }

  /**
   * @param own what the operation itself releases; null for nothing
   */
  private void writes(Threads who, Pending made, WarpAccess access, @Nullable Moment own) {
    MemoryOperation operation = access.operation;
    int bytes = operation.type().bytes();
    boolean atomic = operation.kind() == Kind.ATOMIC;
    made.writes = atomic ? new @Nullable Write[operation.elements() * access.width] : made.writes;
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Moment release = own == null ? who.fenced(lane) : own;
      for (int e = 0; e < operation.elements(); e++) {
        Word word = word(access.address[lane] + (long) e * bytes, release != null);
        if (word == null) {
          continue;
        }
        Write write =
            atomic ? new Write(who.first + lane, release) : stored(who, access, lane, e, release);
        word.add(write);
        if (atomic) {
          made.writes[e * access.width + lane] = write;
        }
      }
    }
  }

  private @Nullable Word word(long address, boolean create) {
    return create ? words.computeIfAbsent(address, missing -> new Word()) : words.get(address);
  }

  /** What was {@link #issued} is complete. */
  void completed(WarpAccess access, long now) {
    Pending known = pending.remove(access);
    if (known == null) {
      return;
    }
    MemoryOperation operation = access.operation;
    if (operation.kind() == Kind.FENCE) {
      if (operation.order().acquires()) {
        known.threads.acquires(known.lanes).forEach(known::acquires);
      }
    } else {
      int bytes = operation.type().bytes();
      for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        for (int e = 0; e < access.resultBase.length; e++) {
          Word word = words.get(access.address[lane] + (long) e * bytes);
          if (word != null) {
            reads(known, access, lane, e, word);
          }
        }
      }
    }
    operations.end(known, now);
  }

  private static void reads(Pending known, WarpAccess access, int lane, int element, Word word) {
    MemoryOperation operation = access.operation;
    long returned = access.result[access.resultBase[element] + lane];
    long value = truncated(returned, operation.type().bytes());
    Write own = known.writes.length == 0 ? null : known.writes[element * access.width + lane];
    Write from = word.read(value, own);
    if (own != null) {
      performed(own, access, lane, element, word, from == null ? null : from.release);
    }
    if (from == null || from.release == null || from.thread == known.threads.first + lane) {
      return;
    }
    if (operation.order().acquires()) {
      known.acquires(from.release);
    } else {
      known.threads.sees(lane, from.release);
    }
  }

  /** A lane's read-modify-write has found a value, which somebody has released. */
  private static void performed(
      Write own, WarpAccess access, int lane, int element, Word word, @Nullable Moment release) {
    if (!access.wrote(lane)) {
      word.remove(own);
    } else {
      own.is(access.left(lane, element));
      own.release = own.release == null ? release : own.release;
    }
  }

  private static long truncated(long value, int bytes) {
    return bytes == Long.BYTES ? value : value & ((1L << (8 * bytes)) - 1);
  }
}
