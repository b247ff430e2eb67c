package dev.syncopate.check.race;

import dev.syncopate.check.order.FollowedWord;
import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.NoteKind;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.ReadSource;
import dev.syncopate.check.race.ShadowAccesses.Mark;
import dev.syncopate.check.race.ShadowAccesses.Page;
import dev.syncopate.check.race.ShadowAccesses.Plane;
import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Synchronisation through global memory: what each write releases when it is issued, and what each
 * read has seen of that when it is complete.
 */
final class GlobalHappensBefore {
  private final SyncGraph graph;
  private final Synchronisation synchronisation;
  private final @Nullable HandOvers handOvers;
  private final ShadowAccesses memory;
  private final long origin;
  private final NoteKind<SyncLocation> places;
  private final NoteKind<ReleasedWrite> writes;
  private final IdentityHashMap<WarpAccess, Pending> pending = new IdentityHashMap<>();

  /** The access that was issued or completed last; null where it does not synchronise. */
  private @Nullable Pending current;

  /**
   * An access that is not complete.
   *
   * @param operation what it is taken for
   * @param lanes that execute it
   * @param conflicts that may be races
   */
  private record Pending(
      WarpClock warp, int pc, MemoryOperation operation, long lanes, List<Conflict> conflicts) {}

  /**
   * @param handOvers hears of strong loads; null for no listener
   * @param memory what was done to it
   * @param origin the address that is its first
   * @param notes makes the kinds of notes that are kept with words and writes
   */
  GlobalHappensBefore(
      SyncGraph graph,
      Synchronisation synchronisation,
      @Nullable HandOvers handOvers,
      ShadowAccesses memory,
      long origin,
      NoteKinds notes) {
    this.graph = graph;
    this.synchronisation = synchronisation;
    this.handOvers = handOvers;
    this.memory = memory;
    this.origin = origin;
    this.places = notes.kind(SyncLocation.class);
    this.writes = notes.kind(ReleasedWrite.class);
  }

  /** An access is issued that does not synchronise. */
  void passes() {
    current = null;
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
    Pending active = new Pending(warp, pc, operation, lanes, conflicts);
    current = active;
    if (operation.kind() == AccessKind.FENCE || operation.resultUsed()) {
      pending.put(access, active);
    }
  }

  /**
   * A weak store is issued: a thread that reads it from a place by which threads synchronise is not
   * behind any other thread.
   */
  void overwrites(WarpClock warp, int pc, MemoryOperation operation, long lanes) {
    current = new Pending(warp, pc, operation, lanes, List.of());
  }

  /** A lane issues a load of a word by the access at hand. */
  void loads(int lane, FollowedWord word) {
    Pending loading = current;
    SyncLocation location = places.of(word);
    if (handOvers != null
        && loading != null
        && location != null
        && loading.operation.kind() == AccessKind.LOAD) {
      handOvers.loads(
          loading.warp, lane, loading.pc, loading.operation, location, false, word.address);
    }
  }

  /** Whether a word is one by which threads synchronise from a lane's write on. */
  boolean follows(int lane) {
    Pending writing = current;
    if (writing == null || !RunInstructions.isStrong(writing.operation)) {
      return false;
    }
    MemoryOperation operation = writing.operation;
    return operation.kind() == AccessKind.STORE
        || operation.resultUsed()
        || operation.order().releases()
        || writing.warp.anyFence[lane] != 0
        || (handOvers != null && operation.atomic() == AtomicOp.EXCH);
  }

  /** A lane writes to a word by the access at hand. */
  void wrote(FollowedWrite write) {
    Pending writing = current;
    if (writing == null) {
      return;
    }
    SyncLocation location = places.of(write.word);
    if (!RunInstructions.isStrong(writing.operation)) {
      if (location != null && writing.operation.kind() == AccessKind.STORE) {
        ReleasedWrite written = new ReleasedWrite(writing.warp, write.lane, write.pc);
        writes.put(write, written);
        location.store(written);
      }
    } else if (location != null || follows(write.lane)) {
      wrote(writing, location == null ? create(write.word) : location, write);
    }
  }

  private void wrote(Pending writing, SyncLocation location, FollowedWrite write) {
    MemoryOperation operation = writing.operation;
    ReleasedWrite previous = location.latest();
    ReleasedWrite written =
        synchronisation.written(writing.warp, write.lane, write.pc, operation, location);
    writes.put(write, written);
    if (operation.kind() == AccessKind.STORE) {
      location.store(written);
      return;
    }
    location.update(written, graph);
    if (previous != null && !operation.resultUsed()) {
      synchronisation.follows(writing.warp, write.lane, previous);
    }
  }

  private SyncLocation create(FollowedWord word) {
    SyncLocation location = new SyncLocation();
    places.put(word, location);
    return location;
  }

  /** What was {@link #issued} is complete; its reads are told next. */
  void completed(WarpAccess access) {
    current = pending.remove(access);
  }

  /**
   * All that an access has read has been told.
   *
   * @return conflicts that are races if they are not ordered now
   */
  List<Conflict> answered() {
    Pending active = current;
    current = null;
    if (active == null) {
      return List.of();
    }
    if (active.operation.kind() == AccessKind.FENCE) {
      synchronisation.fenced(active.warp, active.lanes, active.pc, active.operation);
    }
    if (active.operation.order().acquires()) {
      active.warp.complete(active.lanes, graph);
    }
    return active.conflicts;
  }

  /** A lane has read a word. */
  void read(int lane, FollowedWord word, ReadSource source) {
    Pending active = current;
    SyncLocation location = places.of(word);
    ReleasedWrite writer = active == null || location == null ? null : from(location, source);
    if (active == null || location == null || writer == null) {
      return;
    }
    FollowedWrite match = source.match();
    ReleasedWrite likely = writer.several && match != null ? writes.of(match) : null;
    ReleasedWrite likeliest = likely == null ? writer : likely;
    MemoryOperation operation = active.operation;
    synchronisation.read(active.warp, lane, active.pc, operation, location, writer, likeliest);
    if (source.sure()) {
      synchronisation.returned(active.warp, lane, writer);
    }
    if (writer.reaches(active.warp.cta, operation.scope(), operation.remote())) {
      observed(active, lane, word.address, writer);
    }
  }

  /** The write that a read has read, or one that stands for all that it may have read. */
  private @Nullable ReleasedWrite from(SyncLocation location, ReadSource source) {
    ReleasedWrite run = location.run();
    if (!source.sure() && run != null) {
      return run;
    }
    FollowedWrite match = source.match();
    return match == null ? null : writes.of(match);
  }

  /** A lane's read-modify-write has read a word, and has written or not. */
  void performed(FollowedWrite write, boolean written, ReadSource source) {
    SyncLocation location = places.of(write.word);
    ReleasedWrite ownWrite = writes.of(write);
    if (current == null || location == null || ownWrite == null) {
      return;
    }
    if (!written) {
      location.remove(ownWrite);
      return;
    }
    ownWrite.publish();
    ReleasedWrite writer = from(location, source);
    if (writer != null) {
      if (source.sure()) {
        synchronisation.continues(ownWrite, writer);
      } else {
        ownWrite.continues(writer, graph);
      }
    }
  }

  /** Notes with a strong read that it has seen the word's strong write. */
  private void observed(Pending active, int lane, long address, ReleasedWrite writer) {
    long word = (address - origin) >> 2;
    Page page = memory.page(word);
    int wordIndex = ShadowAccesses.inPage(word);
    Plane reads = page.planes[Plane.STRONG_READ];
    Plane writes = page.planes[Plane.STRONG_WRITE];
    if (reads != null
        && writes != null
        && reads.thread[wordIndex] == active.warp.firstThread
        && (reads.lanes[wordIndex] >>> lane & 1) != 0
        && Mark.pc(reads.info[wordIndex]) == active.pc
        && writes.thread[wordIndex] == writer.warp.firstThread) {
      reads.info[wordIndex] |= Mark.OBSERVED;
    }
  }
}
