package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.Lanes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.StoreFifo;
import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.HostBytes;
import dev.syncopate.memory.kit.LineChecks;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.WaitingAccess;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Transitions;
import dev.syncopate.memory.topology.Node;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of an L1, and the ways in which their dirty bytes leave it. */
public class L1Lines {
  public final CacheArray array;
  public final StoreFifo fifo;
  public final Transitions<LineState, L1Event> transitions;
  private final int lineShift;
  private final Node node;
  private final L1Environment environment;
  private final L1Counters counters;
  private final L1Writes writes;
  private final L1Misses misses;

  /** Who is told when entries leave the sFIFO, and lines their frames. */
  public interface Listener {
    /**
     * An entry has left the sFIFO; its line, were it dirty, has been written through.
     *
     * @param entry its number, as {@link StoreFifo#marker} counts
     */
    default void left(long entry) {}

    /**
     * A line is about to lose its frame to another; it has no dirty bytes any more.
     *
     * @param frame which has it still
     */
    default void evicting(int frame, long line) {}
  }

  private @Nullable Listener listener;

  public L1Lines(
      L1Config config,
      L1Environment environment,
      L1Counters counters,
      L1Writes writes,
      L1Misses misses) {
    this(config, environment, counters, writes, misses, true);
  }

  /**
   * @param forwards whether accesses are passed on to be performed at the L2
   */
  public L1Lines(
      L1Config config,
      L1Environment environment,
      L1Counters counters,
      L1Writes writes,
      L1Misses misses,
      boolean forwards) {
    node = environment.node();
    this.environment = environment;
    this.counters = counters;
    this.writes = writes;
    this.misses = misses;
    lineShift = Integer.numberOfTrailingZeros(config.line());
    array =
        new CacheArray(config.size() / config.line() / config.ways(), config.ways(), config.line());
    fifo = new StoreFifo(config.sfifoEntries());
    transitions =
        new Transitions<>(
            "gpu L1 of " + node, LineState.values(), L1Event.values(), environment.clock());
    list();
    if (forwards) {
      listForwards();
    }
  }

  private void listForwards() {
    String performed = "flush and drop the line; have the L2 perform the access";
    transitions
        .on(LineState.INVALID, L1Event.FORWARD, "have the L2 perform it", LineState.INVALID)
        .on(LineState.CLEAN, L1Event.FORWARD, performed, LineState.INVALID)
        .on(LineState.DIRTY, L1Event.FORWARD, performed, LineState.INVALID);
  }

  private void list() {
    String lacking = "ask the L2 for the bytes that are lacking and not asked for; wait";
    for (LineState held : List.of(LineState.CLEAN, LineState.DIRTY)) {
      transitions
          .on(held, L1Event.LOAD_HIT, "give the bytes", held)
          .on(held, L1Event.MISS, "keep the valid bytes for the access; " + lacking, held)
          .on(held, L1Event.STORE, "write the bytes", LineState.DIRTY)
          .on(held, L1Event.ATOMIC, "perform it on the bytes", LineState.DIRTY)
          .on(held, L1Event.NO_SWAP, "give the bytes", held)
          .on(held, L1Event.FILL, "keep those bytes that are not valid", held);
    }
    transitions
        .on(LineState.INVALID, L1Event.MISS, lacking, LineState.INVALID)
        .on(LineState.INVALID, L1Event.STORE, "take a frame; write the bytes", LineState.DIRTY)
        .on(LineState.INVALID, L1Event.FILL, "take a frame; keep the bytes", LineState.CLEAN)
        .on(LineState.CLEAN, L1Event.EVICT, "drop the line", LineState.INVALID)
        .on(LineState.DIRTY, L1Event.WRITE_THROUGH, "send the dirty bytes", LineState.CLEAN);
  }

  /** The frame that holds a line, or {@link CacheArray#NONE}. */
  public int find(long line) {
    return array.find(line, line >>> lineShift);
  }

  /** Something happens to a line in a frame, or in none. */
  public void record(int frame, L1Event event, long line) {
    transitions.record(LineState.of(array, frame), event, line);
  }

  /** Gives a line that has none a frame, evicting another line when it must. */
  public int claim(long line) {
    int frame = victim(line);
    if (array.live(frame)) {
      leaving(frame);
      if (array.dirty(frame)) {
        writeThrough(frame);
      }
      long evicted = array.line(frame);
      if (listener != null) {
        listener.evicting(frame, evicted);
      }
      record(frame, L1Event.EVICT, evicted);
      counters.evictions++;
      array.drop(frame);
      misses.detach(evicted);
    }
    array.claim(frame, line);
    return frame;
  }

  /** The frame that a line without one would get: a free one, or what makes room. */
  public int victim(long line) {
    return array.victim(line >>> lineShift);
  }

  /** A line is about to lose its frame: for what else a mechanism keeps of it. */
  protected void leaving(int frame) {}

  /** Bytes have been written: they are valid and dirty. */
  public void wrote(int frame, long line, long low, long high) {
    if (!array.dirty(frame)) {
      if (fifo.full() && writeOldest()) {
        counters.sfifoOverflows++;
      }
      fifo.push(line);
    }
    array.markDirty(frame, low, high);
    array.touch(frame);
  }

  /** Performs an atomic on a frame's bytes; those that it writes are dirty, and no others. */
  public final WrittenBytes atomic(LineAccess access, int frame) {
    WrittenBytes written = perform(access, frame);
    if (written.isEmpty()) {
      record(frame, L1Event.NO_SWAP, access.line);
      array.touch(frame);
    } else {
      record(frame, L1Event.ATOMIC, access.line);
      wrote(frame, access.line, written.low(), written.high());
    }
    return written;
  }

  /** Performs an atomic on a frame's bytes, and nothing else. */
  protected WrittenBytes perform(LineAccess access, int frame) {
    return Lanes.atomic(access, array.data(), array.base(frame));
  }

  /** Takes the oldest entry of the sFIFO out; writes its line through when that is dirty still. */
  public boolean writeOldest() {
    long entry = fifo.oldest();
    int frame = find(fifo.pop());
    boolean dirty = frame != CacheArray.NONE && array.dirty(frame);
    if (dirty) {
      writeThrough(frame);
    }
    if (listener != null) {
      listener.left(entry);
    }
    return dirty;
  }

  /** Has somebody told when entries leave the sFIFO and lines their frames. */
  public void tell(Listener of) {
    listener = of;
  }

  /** Sends a frame's dirty bytes to the L2; they stay, clean. */
  public void writeThrough(int frame) {
    long line = array.line(frame);
    record(frame, L1Event.WRITE_THROUGH, line);
    MemoryMessage write = LineMessage.write(line, node, array, frame, writes.issue());
    array.clean(frame);
    counters.writeThroughs++;
    environment.send(environment.home(line), write);
  }

  /** Writes a frame's dirty bytes through and keeps nothing of it. */
  public void surrender(int frame) {
    leaving(frame);
    if (array.dirty(frame)) {
      writeThrough(frame);
    }
    array.drop(frame);
  }

  /** Keeps the bytes of a fill that are not valid already: those that are may be newer. */
  public void install(MemoryMessage fill) {
    install(fill, 0, 0);
  }

  /** The same but for some bytes. */
  protected final void install(MemoryMessage fill, long exceptLow, long exceptHigh) {
    int frame = find(fill.line);
    record(frame, L1Event.FILL, fill.line);
    if (frame == CacheArray.NONE) {
      frame = claim(fill.line);
    }
    long low = fill.maskLow & ~array.validLow(frame) & ~exceptLow;
    long high = fill.maskHigh & ~array.validHigh(frame) & ~exceptHigh;
    LineBytes.copy(fill.data(), -fill.first(), array.data(), array.base(frame), low, high);
    array.markValid(frame, low, high);
    array.touch(frame);
  }

  /** Drops every byte that is not dirty. */
  public void invalidate() {
    array.invalidateClean();
    transitions.allChanged();
  }

  /**
   * As {@link dev.syncopate.memory.protocol.L1Controller#canonicalize}.
   *
   * @return how much smaller each number of an sFIFO entry has become
   */
  public long canonicalize() {
    array.canonicalize();
    return fifo.canonicalize();
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#checkInvariants}. */
  public List<String> checkInvariants() {
    return LineChecks.checkInvariants(array, fifo, this::find);
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#copy}. */
  public @Nullable CachedCopy copy(long address, int bytes) {
    long line = address >>> lineShift << lineShift;
    int from = (int) (address - line);
    int frame = find(line);
    long low = LineBytes.rangeLow(from, bytes);
    long high = LineBytes.rangeHigh(from, bytes);
    if (frame == CacheArray.NONE || !array.holds(frame, low, high)) {
      return null;
    }
    int start = array.base(frame) + from;
    return new CachedCopy(
        Arrays.copyOfRange(array.data(), start, start + bytes),
        ((low & array.dirtyLow(frame)) | (high & array.dirtyHigh(frame))) != 0);
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#hostRead}. */
  void hostRead(long address, byte[] into, int at, int bytes) {
    long line = address >>> lineShift << lineShift;
    HostBytes.read(array, find(line), (int) (address - line), bytes, true, into, at);
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#hostWrite}. */
  void hostWrite(long address, byte[] source, int at, int bytes) {
    long line = address >>> lineShift << lineShift;
    HostBytes.write(array, find(line), (int) (address - line), bytes, source, at);
  }

  /** The frame of an access's line, with the access's bytes valid: those it has, where missing. */
  public int adopt(LineAccess access) {
    int frame = find(access.line);
    if (frame == CacheArray.NONE) {
      frame = claim(access.line);
    }
    long low = access.maskLow & ~array.validLow(frame);
    long high = access.maskHigh & ~array.validHigh(frame);
    LineBytes.copy(WaitingAccess.bytes(access), 0, array.data(), array.base(frame), low, high);
    array.markValid(frame, low, high);
    return frame;
  }
}
