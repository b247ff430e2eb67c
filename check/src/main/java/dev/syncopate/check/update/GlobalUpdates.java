package dev.syncopate.check.update;

import dev.syncopate.check.order.Issue;
import dev.syncopate.check.order.Note;
import dev.syncopate.check.order.Notes;
import dev.syncopate.check.order.Source;
import dev.syncopate.check.order.Write;
import dev.syncopate.check.update.AccessOrder.Standing;
import dev.syncopate.check.update.Place.PlacedWrite;
import dev.syncopate.memory.access.Kind;
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

  private final Sites sites;
  private final AccessOrder order;
  private final Updates updates;
  private final ReadsOfWarps reads;

  /** By word of four bytes: an element of eight is there twice. */
  private final Map<Long, Place> places = new HashMap<>();

  private final Note<PlacedWrite> writes;

  /** Who has issued an access that is not complete. */
  private final IdentityHashMap<WarpAccess, Standing> pending = new IdentityHashMap<>();

  /** Of the access that was issued or completed last; null where it is not followed. */
  private @Nullable Standing current;

  private boolean full;
  private long readings;

  GlobalUpdates(Sites sites, AccessOrder order, Updates updates, ReadsOfWarps reads, Notes notes) {
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

  void issued(Standing who, int pc, WarpAccess access) {
    MemoryOperation operation = access.operation;
    Kind kind = operation.kind();
    boolean strong = Updates.isStrong(operation);
    current = null;
    if (full || kind == Kind.FENCE || (kind == Kind.LOAD && !strong)) {
      return;
    }
    if (order.full()) {
      abandon();
      return;
    }
    current = who;
    if (operation.resultUsed()) {
      pending.put(access, who);
    }
    if (!strong) {
      overwrites(who, pc, access);
    }
  }

  /** Whether writes are followed. */
  boolean follows() {
    return !full;
  }

  /** A weak store is issued: {@link #wrote} is told of what it writes to elements alone. */
  private void overwrites(Standing who, int pc, WarpAccess access) {
    int bytes = access.operation.type().bytes();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.operation.elements(); e++) {
        long at = access.address[lane] + (long) e * bytes;
        Place place = place(at, bytes, false);
        if (place != null && place.mixed()) {
          updates.write(place, who, lane, pc);
        }
        reads.wrote(who, lane, at);
      }
    }
  }

  /** A lane writes to an element. */
  void wrote(Issue issue, Write made) {
    Standing who = current;
    if (full || who == null) {
      return;
    }
    MemoryOperation operation = issue.access.operation;
    boolean strong = Updates.isStrong(operation);
    long at = made.word.address;
    int lane = made.lane;
    Place place = place(at, operation.type().bytes(), strong);
    if (place == null || (!strong && place.mixed())) {
      return;
    }
    PlacedWrite write = updates.write(place, who, lane, made.pc);
    writes.put(made, write);
    settle(write, made);
    if (strong) {
      if (!operation.resultUsed()) {
        updates.judge(place, who, write, reads.begin(made.pc, who, lane, at));
      }
      reads.wrote(who, lane, at);
    }
  }

  private static void settle(PlacedWrite write, Write made) {
    write.known = made.known();
    write.value = made.value();
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

  /** What was {@link #issued} is complete; its reads are told next. */
  void completed(WarpAccess access) {
    current = full ? null : pending.remove(access);
  }

  /** A lane has read an element. */
  void read(Issue issue, int lane, int element, Source source) {
    Standing who = current;
    if (full || who == null) {
      return;
    }
    MemoryOperation operation = issue.access.operation;
    long at = issue.address(lane, element);
    Place place = place(at, operation.type().bytes(), false);
    if (place != null) {
      order.acquire(who, lane, issue.pc, node(place, source));
    }
    if (operation.kind() == Kind.LOAD && sites.load(issue.pc) >= 0) {
      reads.add(issue.pc, who, lane, at, ++readings);
    }
  }

  /** The node that a read comes behind; of all writes so far where it may be several. */
  private int node(Place place, Source source) {
    if (place.mixed() || !source.sure()) {
      return place.all();
    }
    PlacedWrite from = source.match() == null ? null : writes.of(source.match());
    return from == null ? 0 : from.node;
  }

  /** A lane's atomic has read a value, and has written or not. */
  void performed(Write made, boolean written, Source source) {
    PlacedWrite own = writes.of(made);
    Place place = full || own == null ? null : places.get(made.word.address >> 2);
    Standing who = current;
    if (place == null || own == null || who == null) {
      return;
    }
    if (!written) {
      place.remove(own);
      return;
    }
    settle(own, made);
    place.extend(own, node(place, source), order);
    updates.judge(place, who, own, null);
  }

  static long truncated(long value, int bytes) {
    return bytes == Long.BYTES ? value : value & (1L << (8 * bytes)) - 1;
  }
}
