package dev.syncopate.check.race;

import dev.syncopate.check.race.Shadow.Mark;
import dev.syncopate.check.race.Shadow.Page;
import dev.syncopate.check.race.Shadow.Plane;
import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Synchronisation through global memory. What is written and released is known when an access is
 * issued, what is read when it is complete.
 */
final class GlobalSync {
  private final SyncGraph graph;
  private final Synchronisation synchronisation;
  private final @Nullable HandOvers handOvers;
  private final Shadow memory;
  private final long origin;
  private final Location.Locations locations = new Location.Locations();
  private final IdentityHashMap<WarpAccess, Pending> pending = new IdentityHashMap<>();

  /**
   * An access that is not complete.
   *
   * @param operation what it is taken for
   * @param lanes that execute it
   * @param written of a read-modify-write, of element e of lane l at {@code e * width + l}; null
   *     where it is not of interest
   * @param conflicts that may be races
   */
  private record Pending(
      WarpClock warp,
      int pc,
      MemoryOperation operation,
      long lanes,
      @Nullable Written[] written,
      List<Conflict> conflicts) {}

  private static final @Nullable Written[] NOTHING = new @Nullable Written[0];

  /**
   * @param handOvers hears of strong loads; null for nobody
   * @param memory what was done to it
   * @param origin the address that is its first
   */
  GlobalSync(
      SyncGraph graph,
      Synchronisation synchronisation,
      @Nullable HandOvers handOvers,
      Shadow memory,
      long origin) {
    this.graph = graph;
    this.synchronisation = synchronisation;
    this.handOvers = handOvers;
    this.memory = memory;
    this.origin = origin;
  }

  /**
   * A strong access, or a fence, is issued.
   *
   * @param operation what it is taken for
   * @param conflicts that are races if it does not order them when it is complete
   */
  void issued(
      WarpClock warp,
      int pc,
      MemoryOperation operation,
      WarpAccess access,
      long lanes,
      List<Conflict> conflicts) {
    synchronisation.release(warp, lanes, pc, operation);
    if (operation.order().acquires()) {
      warp.await(lanes);
    }
    if (operation.kind() == Kind.LOAD && handOvers != null && handOvers.watches(pc)) {
      loads(handOvers, warp, pc, operation, access);
    }
    switch (operation.kind()) {
      case FENCE, LOAD ->
          pending.put(access, new Pending(warp, pc, operation, lanes, NOTHING, conflicts));
      case STORE -> stored(warp, pc, operation, access);
      case ATOMIC -> updated(warp, pc, operation, access, conflicts);
    }
  }

  private void loads(
      HandOvers watching, WarpClock warp, int pc, MemoryOperation operation, WarpAccess access) {
    int bytes = operation.type().bytes();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        long address = access.address[lane] + (long) e * bytes;
        if (memory.page((address - origin) >> 2).synchronises) {
          Location location = locations.find(address);
          if (location != null) {
            watching.loads(warp, lane, pc, operation, location, false, address);
          }
        }
      }
    }
  }

  private void stored(WarpClock warp, int pc, MemoryOperation operation, WarpAccess access) {
    int bytes = operation.type().bytes();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        Location location = create(access.address[lane] + (long) e * bytes);
        Written written = synchronisation.written(warp, lane, pc, operation, location);
        written.value = truncated(access.operand[e * access.width + lane], bytes);
        written.known = true;
        location.store(written);
      }
    }
  }

  private void updated(
      WarpClock warp,
      int pc,
      MemoryOperation operation,
      WarpAccess access,
      List<Conflict> conflicts) {
    @Nullable Written[] all = new @Nullable Written[operation.elements() * access.width];
    int bytes = operation.type().bytes();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        int at = e * access.width + lane;
        long address = access.address[lane] + (long) e * bytes;
        all[at] = updated(warp, lane, pc, operation, access, address, at);
      }
    }
    if (operation.resultUsed()) {
      pending.put(access, new Pending(warp, pc, operation, access.lanes, all, conflicts));
    }
  }

  /** What a read-modify-write writes to an element; null where it is not of interest. */
  private @Nullable Written updated(
      WarpClock warp,
      int lane,
      int pc,
      MemoryOperation operation,
      WarpAccess access,
      long address,
      int at) {
    Location location = locations.find(address);
    Written written = synchronisation.written(warp, lane, pc, operation, location);
    boolean releases = written.itsWide != 0 || written.itsOwn != 0;
    boolean flag = handOvers != null && operation.atomic() == AtomicOp.EXCH;
    if (location == null && (releases || operation.resultUsed() || flag)) {
      location = create(address);
    }
    if (location == null) {
      return null;
    }
    Written before = location.latest();
    location.update(written, graph);
    if (before != null && !operation.resultUsed()) {
      synchronisation.follows(warp, lane, before);
    }
    if (operation.atomic() == AtomicOp.EXCH) {
      written.value = truncated(access.operand[at], operation.type().bytes());
      written.known = true;
      location.known(written);
    }
    return written;
  }

  private Location create(long address) {
    memory.page((address - origin) >> 2).synchronises = true;
    return locations.at(address);
  }

  /**
   * A weak store to a place by which threads synchronise: whoever reads it is not behind anyone.
   */
  void overwritten(WarpClock warp, int pc, WarpAccess access) {
    MemoryOperation operation = access.operation;
    int bytes = operation.type().bytes();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (!memory.page((access.address[lane] - origin) >> 2).synchronises) {
        continue;
      }
      for (int e = 0; e < operation.elements(); e++) {
        Location location = locations.find(access.address[lane] + (long) e * bytes);
        if (location != null) {
          Written written = new Written(warp, lane, pc);
          written.value = truncated(access.operand[e * access.width + lane], bytes);
          written.known = true;
          location.store(written);
        }
      }
    }
  }

  /**
   * What was {@link #issued} is complete.
   *
   * @return conflicts that are races if they are not ordered now
   */
  List<Conflict> completed(WarpAccess access) {
    Pending known = pending.remove(access);
    if (known == null) {
      return List.of();
    }
    if (known.operation.kind() == Kind.FENCE) {
      synchronisation.fenced(known.warp, known.lanes, known.pc, known.operation);
    } else {
      read(known, access);
    }
    if (known.operation.order().acquires()) {
      known.warp.complete(known.lanes, graph);
    }
    return known.conflicts;
  }

  private void read(Pending known, WarpAccess access) {
    int bytes = known.operation.type().bytes();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.resultBase.length; e++) {
        long address = access.address[lane] + (long) e * bytes;
        long value = truncated(access.result[access.resultBase[e] + lane], bytes);
        Location location = locations.find(address);
        if (location != null) {
          read(known, access, lane, e, location, value, address);
        }
      }
    }
  }

  private void read(
      Pending known,
      WarpAccess access,
      int lane,
      int element,
      Location location,
      long value,
      long address) {
    MemoryOperation operation = known.operation;
    int at = element * access.width + lane;
    Written own = operation.kind() == Kind.ATOMIC ? known.written[at] : null;
    Written from = location.read(value, own);
    if (from != null) {
      Written likely = from.several ? location.likely(value) : null;
      Written told = likely == null ? from : likely;
      synchronisation.read(known.warp, lane, known.pc, operation, location, from, told);
      if (from.reaches(known.warp.cta, operation.scope(), operation.remote())) {
        observed(known, lane, address, from);
      }
    }
    if (own != null) {
      if (!access.wrote(lane)) {
        location.remove(own);
      } else {
        own.value = access.left(lane, element);
        own.known = true;
        own.publish();
        if (from != null) {
          own.continues(from, graph);
        }
      }
    }
    if (own != null && own.known && operation.atomic() != AtomicOp.EXCH) {
      location.known(own);
    }
  }

  /** Notes with a strong read that it has seen the word's strong write. */
  private void observed(Pending known, int lane, long address, Written from) {
    long word = (address - origin) >> 2;
    Page page = memory.page(word);
    int at = Shadow.inPage(word);
    Plane reads = page.planes[Plane.STRONG_READ];
    Plane writes = page.planes[Plane.STRONG_WRITE];
    if (reads != null
        && writes != null
        && reads.thread[at] == known.warp.firstThread
        && (reads.lanes[at] >>> lane & 1) != 0
        && Mark.pc(reads.info[at]) == known.pc
        && writes.thread[at] == from.warp.firstThread) {
      reads.info[at] |= Mark.OBSERVED;
    }
  }

  static long truncated(long value, int bytes) {
    return bytes == Long.BYTES ? value : value & (1L << (8 * bytes)) - 1;
  }
}
