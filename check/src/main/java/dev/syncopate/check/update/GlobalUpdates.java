package dev.syncopate.check.update;

import dev.syncopate.check.update.AccessOrder.Standing;
import dev.syncopate.check.update.Place.Write;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Updates of global memory. What is written is known when an access is issued, what is read when it
 * is complete.
 */
final class GlobalUpdates {
  /** Elements that are followed in a launch. */
  private static final int MOST = 1 << 18;

  private final Sites sites;
  private final AccessOrder order;
  private final Updates updates;
  private final ReadsOfWarps reads;

  /** By word of four bytes: an element of eight is there twice. */
  private final Map<Long, Place> places = new HashMap<>();

  private final IdentityHashMap<WarpAccess, Pending> pending = new IdentityHashMap<>();
  private boolean full;
  private long readings;

  /**
   * An access that is not complete.
   *
   * @param written of an atomic, of element e of lane l at {@code e * width + l}
   */
  private record Pending(int pc, Standing who, @Nullable Write[] written) {}

  private static final @Nullable Write[] NOTHING = new @Nullable Write[0];

  GlobalUpdates(Sites sites, AccessOrder order, Updates updates, ReadsOfWarps reads) {
    this.sites = sites;
    this.order = order;
    this.updates = updates;
    this.reads = reads;
  }

  /** Whether there were more elements, or more synchronisation, than are followed. */
  boolean full() {
    return full;
  }

  /** Nothing is to be known of any element: orders are missing. */
  void abandon() {
    places.clear();
    full = true;
  }

  void issued(Standing who, int pc, WarpAccess access) {
    MemoryOperation operation = access.operation;
    Kind kind = operation.kind();
    boolean strong = Updates.isStrong(operation);
    if (full || kind == Kind.FENCE || (kind == Kind.LOAD && !strong)) {
      return;
    }
    if (order.full()) {
      abandon();
      return;
    }
    if (kind == Kind.LOAD) {
      pending.put(access, new Pending(pc, who, NOTHING));
      return;
    }
    @Nullable Write[] written =
        operation.resultUsed() ? new @Nullable Write[operation.elements() * access.width] : NOTHING;
    for (long rest = access.lanes; rest != 0 && !full; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        long at = access.address[lane] + (long) e * operation.type().bytes();
        Place place = place(at, operation.type().bytes(), strong);
        if (place != null) {
          Write write = write(place, who, lane, pc, access, e);
          if (operation.resultUsed()) {
            written[e * access.width + lane] = write;
          } else if (strong) {
            updates.judge(place, who, write, reads.begin(pc, who, lane, at));
          }
        }
        reads.wrote(who, lane, at);
      }
    }
    if (operation.resultUsed()) {
      pending.put(access, new Pending(pc, who, written));
    }
  }

  /**
   * What is known of an element; null for nothing.
   *
   * @param begin whether it is to be followed from now on
   */
  private @Nullable Place place(long address, int bytes, boolean begin) {
    long word = address >> 2;
    Place first = places.get(word);
    Place second = bytes > 4 ? places.get(word + 1) : first;
    if (first == null && second == null) {
      if (!begin) {
        return null;
      }
      if (places.size() >= MOST) {
        abandon();
        return null;
      }
      Place fresh = new Place(address, bytes);
      places.put(word, fresh);
      if (bytes > 4) {
        places.put(word + 1, fresh);
      }
      return fresh;
    }
    Place one = first == null ? second : first;
    if (one != null && (first != second || one.address != address || one.bytes != bytes)) {
      one.mix();
    }
    if (second != null && second != one) {
      second.mix();
    }
    return one;
  }

  private Write write(Place place, Standing who, int lane, int pc, WarpAccess access, int element) {
    MemoryOperation operation = access.operation;
    Write write = updates.write(place, who, lane, pc, operation.atomic());
    write.value = truncated(access.operand[element * access.width + lane], place.bytes);
    write.known = operation.atomic() == null || operation.atomic() == AtomicOp.EXCH;
    return write;
  }

  /** What was {@link #issued} is complete. */
  void completed(WarpAccess access) {
    Pending known = pending.remove(access);
    if (known == null || full) {
      return;
    }
    MemoryOperation operation = access.operation;
    int bytes = operation.type().bytes();
    boolean begins = operation.kind() == Kind.LOAD && sites.load(known.pc) >= 0;
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.resultBase.length && !full; e++) {
        long at = access.address[lane] + (long) e * bytes;
        long value = truncated(access.result[access.resultBase[e] + lane], bytes);
        Place place = place(at, bytes, false);
        Write own = known.written.length == 0 ? null : known.written[e * access.width + lane];
        if (place != null) {
          int node = place.read(value, own);
          order.acquire(known.who, lane, known.pc, node);
          if (own != null) {
            updated(place, known.who, own, node, access, e);
          }
        }
        if (begins) {
          reads.add(known.pc, known.who, lane, at, ++readings);
        }
      }
    }
  }

  /** An atomic has read a value. */
  private void updated(
      Place place, Standing who, Write own, int node, WarpAccess access, int element) {
    if (!access.wrote(own.lane)) {
      place.remove(own);
      return;
    }
    own.value = access.left(own.lane, element);
    own.known = true;
    place.extend(own, node, order);
    updates.judge(place, who, own, null);
  }

  static long truncated(long value, int bytes) {
    return bytes == Long.BYTES ? value : value & (1L << (8 * bytes)) - 1;
  }
}
