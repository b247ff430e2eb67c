package dev.syncopate.check.update;

import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.IssuedAccess;
import dev.syncopate.check.order.NoteKind;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.ReadSource;
import dev.syncopate.check.update.AccessOrder.Standing;
import dev.syncopate.check.update.MemoryElement.PlacedWrite;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Updates of global memory. */
final class GlobalUpdates {
  /** Elements that are followed in a launch. */
  private static final int MOST = 1 << 18;

  private final UpdateSites sites;
  private final AccessOrder order;
  private final UpdateTracking updates;
  private final ReadsOfWarps reads;

  /** By word of four bytes: an element of eight is there twice. */
  private final Map<Long, MemoryElement> places = new HashMap<>();

  private final NoteKind<PlacedWrite> writes;

  /** Who has issued an access that is not complete. */
  private final IdentityHashMap<WarpAccess, Standing> pending = new IdentityHashMap<>();

  /** Of the access that was issued or completed last; null where it is not followed. */
  private @Nullable Standing current;

  private boolean full;
  private long readings;

  GlobalUpdates(
      UpdateSites sites,
      AccessOrder order,
      UpdateTracking updates,
      ReadsOfWarps reads,
      NoteKinds notes) {
    this.sites = sites;
    this.order = order;
    this.updates = updates;
    this.reads = reads;
    this.writes = notes.kind(PlacedWrite.class);
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

  void issued(Standing standing, int pc, WarpAccess access) {
    MemoryOperation operation = access.operation;
    AccessKind kind = operation.kind();
    boolean strong = UpdateTracking.isStrong(operation);
    current = null;
    if (full || kind == AccessKind.FENCE || (kind == AccessKind.LOAD && !strong)) {
      return;
    }
    if (order.full()) {
      abandon();
      return;
    }
    current = standing;
    if (operation.resultUsed()) {
      pending.put(access, standing);
    }
    if (!strong) {
      overwrites(standing, pc, access);
    }
  }

  /** Whether writes are followed. */
  boolean follows() {
    return !full;
  }

  /** A weak store is issued: {@link #wrote} is told of what it writes to elements alone. */
  private void overwrites(Standing standing, int pc, WarpAccess access) {
    int bytes = access.operation.type().bytes();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.operation.elements(); e++) {
        long address = access.address[lane] + (long) e * bytes;
        MemoryElement place = place(address, bytes, false);
        if (place != null && place.mixed()) {
          updates.write(place, standing, lane, pc);
        }
        reads.wrote(standing, lane, address);
      }
    }
  }

  /** A lane writes to an element. */
  void wrote(IssuedAccess issue, FollowedWrite issuedWrite) {
    Standing standing = current;
    if (full || standing == null) {
      return;
    }
    MemoryOperation operation = issue.access.operation;
    boolean strong = UpdateTracking.isStrong(operation);
    long address = issuedWrite.word.address;
    int lane = issuedWrite.lane;
    MemoryElement place = place(address, operation.type().bytes(), strong);
    if (place == null || (!strong && place.mixed())) {
      return;
    }
    PlacedWrite write = updates.write(place, standing, lane, issuedWrite.pc);
    writes.put(issuedWrite, write);
    settle(write, issuedWrite);
    if (strong) {
      if (!operation.resultUsed()) {
        updates.judge(place, standing, write, reads.begin(issuedWrite.pc, standing, lane, address));
      }
      reads.wrote(standing, lane, address);
    }
  }

  private static void settle(PlacedWrite write, FollowedWrite issuedWrite) {
    write.valueKnown = issuedWrite.known();
    write.value = issuedWrite.value();
  }

  /**
   * What is known of an element; null for nothing.
   *
   * @param begin whether it is to be followed from now on
   */
  private @Nullable MemoryElement place(long address, int bytes, boolean begin) {
    long word = address >> 2;
    MemoryElement first = places.get(word);
    MemoryElement second = bytes > 4 ? places.get(word + 1) : first;
    if (first == null && second == null) {
      if (!begin) {
        return null;
      }
      if (places.size() >= MOST) {
        abandon();
        return null;
      }
      MemoryElement fresh = new MemoryElement(address, bytes);
      places.put(word, fresh);
      if (bytes > 4) {
        places.put(word + 1, fresh);
      }
      return fresh;
    }
    MemoryElement existing = first == null ? second : first;
    if (existing != null
        && (first != second || existing.address != address || existing.bytes != bytes)) {
      existing.mix();
    }
    if (second != null && second != existing) {
      second.mix();
    }
    return existing;
  }

  /** What was {@link #issued} is complete; its reads are told next. */
  void completed(WarpAccess access) {
    current = full ? null : pending.remove(access);
  }

  /** A lane has read an element. */
  void read(IssuedAccess issue, int lane, int element, ReadSource source) {
    Standing standing = current;
    if (full || standing == null) {
      return;
    }
    MemoryOperation operation = issue.access.operation;
    long address = issue.address(lane, element);
    MemoryElement place = place(address, operation.type().bytes(), false);
    if (place != null) {
      order.acquire(standing, lane, issue.pc, node(place, source));
    }
    if (operation.kind() == AccessKind.LOAD && sites.load(issue.pc) >= 0) {
      reads.add(issue.pc, standing, lane, address, ++readings);
    }
  }

  /** The node that a read comes behind; of all writes so far where it may be several. */
  private int node(MemoryElement place, ReadSource source) {
    if (place.mixed() || !source.sure()) {
      return place.all();
    }
    PlacedWrite writer = source.match() == null ? null : writes.of(source.match());
    return writer == null ? 0 : writer.node;
  }

  /** A lane's atomic has read a value, and has written or not. */
  void performed(FollowedWrite issuedWrite, boolean written, ReadSource source) {
    PlacedWrite ownWrite = writes.of(issuedWrite);
    MemoryElement place =
        full || ownWrite == null ? null : places.get(issuedWrite.word.address >> 2);
    Standing standing = current;
    if (place == null || ownWrite == null || standing == null) {
      return;
    }
    if (!written) {
      place.remove(ownWrite);
      return;
    }
    settle(ownWrite, issuedWrite);
    place.extend(ownWrite, node(place, source), order);
    updates.judge(place, standing, ownWrite, null);
  }

  static long truncated(long value, int bytes) {
    return bytes == Long.BYTES ? value : value & (1L << (8 * bytes)) - 1;
  }
}
