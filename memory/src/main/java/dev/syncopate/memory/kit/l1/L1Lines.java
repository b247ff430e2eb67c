package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.NumberedStoreFifo;
import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.ForwardedAccess;
import dev.syncopate.memory.kit.HostBytes;
import dev.syncopate.memory.kit.LineChecks;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.SystemStep;
import dev.syncopate.memory.kit.WaitingAccess;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.topology.Node;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of an L1 and the write-back of their dirty bytes. */
public class L1Lines implements Stateful<LineState, Object> {
  public final CacheArray array;
  public final NumberedStoreFifo fifo;
  public final StateMachine<LineState, L1Event, L1Lines, Object> machine;
  private final L1Config config;
  private final int lineShift;
  private final Node node;
  private final L1Environment environment;
  private final L1Counters counters;
  private final L1Writes writes;
  private final L1Misses misses;

  /** Listener for entries that leave the sFIFO, and lines that leave their frames. */
  public interface Listener {
    /**
     * An entry has left the sFIFO; its line, were it dirty, has been written through.
     *
     * @param entry its number, as {@link NumberedStoreFifo#marker} counts
     */
    default void left(long entry) {}

    /**
     * A line is about to lose its frame to another; it has no dirty bytes any more.
     *
     * @param frame the line's frame, still allocated
     */
    default void evicting(int frame, long line) {}

    /** A line is about to lose its frame: evicted, invalidated or surrendered. */
    default void leaving(long line) {}
  }

  private final CompletionListener completions;

  /** The frame claimed last: that of the present event's line, where the line had none before. */
  private int claimed = CacheArray.NONE;

  private @Nullable Listener listener;

  /**
   * @param fifo of the lines that become dirty
   * @param table of its lines' states
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  public L1Lines(
      L1Config config,
      L1Environment environment,
      CompletionListener completions,
      L1Counters counters,
      L1Writes writes,
      L1Misses misses,
      NumberedStoreFifo fifo,
      StateTable<LineState, L1Event, L1Lines, Object> table) {
    this.config = config;
    this.completions = completions;
    node = environment.node();
    this.environment = environment;
    this.counters = counters;
    this.writes = writes;
    this.misses = misses;
    lineShift = Integer.numberOfTrailingZeros(config.line());
    array =
        new CacheArray(config.size() / config.line() / config.ways(), config.ways(), config.line());
    this.fifo = fifo;
    machine = new StateMachine<>(table, this, "gpu L1 of " + node, environment.clock());
  }

  /** The frame that holds a line, or {@link CacheArray#NONE}. */
  public int find(long line) {
    return array.find(line, line >>> lineShift);
  }

  /** An event happens to a line in a frame, or in none. */
  public void fire(int frame, L1Event event, long line, @Nullable Object cause) {
    machine.fire(LineState.of(array, frame), event, line, frame, cause);
  }

  @Override
  public LineState state(long line, int part) {
    return LineState.of(array, find(line));
  }

  @Override
  public void enter(LineState next, long line, int frame, @Nullable Object cause) {
    switch (next) {
      case CLEAN -> {
        if (frame == CacheArray.NONE) {
          claim(line);
        } else {
          array.clean(frame);
        }
      }
      case DIRTY -> {
        if (frame == CacheArray.NONE) {
          claim(line);
        }
        queue(line);
      }
      case INVALID -> {
        if (listener != null) {
          listener.leaving(line);
        }
        array.drop(frame);
      }
    }
  }

  /** The line's frame in an action: that before the event, or the one claimed in it. */
  private int frame(int residentFrame) {
    return residentFrame == CacheArray.NONE ? claimed : residentFrame;
  }

  /** Puts a line into the sFIFO, whose oldest entry leaves it when it is full. */
  private void queue(long line) {
    if (fifo.full() && writeOldest(L1Event.OVERFLOW)) {
      counters.sfifoOverflows++;
    }
    fifo.push(line);
  }

  /** Gives a line that has none a frame, evicting another line when it must. */
  public int claim(long line) {
    int frame = victim(line);
    if (array.live(frame)) {
      evict(frame, array.line(frame));
    }
    array.claim(frame, line);
    claimed = frame;
    return frame;
  }

  private void evict(int frame, long line) {
    if (array.dirty(frame)) {
      writeThrough(frame);
    }
    if (listener != null) {
      listener.evicting(frame, line);
    }
    fire(frame, L1Event.EVICT, line, null);
    counters.evictions++;
    misses.detach(line);
  }

  /** The frame that a line without one would get: a free one, or what makes room. */
  public int victim(long line) {
    return array.victim(line >>> lineShift);
  }

  // ---- actions ----

  /** Gives a load bytes that are valid. */
  void give(int frame, LineAccess load) {
    array.touch(frame);
    LaneBytes.load(load, array.data(), array.base(frame));
  }

  /** Keeps the valid bytes that an access wants. */
  void keepFor(int frame, LineAccess access) {
    array.touch(frame);
    WaitingAccess.collect(
        access,
        config.line(),
        array.data(),
        array.base(frame),
        array.validLow(frame),
        array.validHigh(frame));
  }

  /**
   * Asks the L2 for the sectors that an access lacks, but for those that its MSHR has asked for.
   */
  void ask(int frame, LineAccess access) {
    long low = access.maskLow;
    long high = access.maskHigh;
    if (frame != CacheArray.NONE) {
      low &= ~array.validLow(frame);
      high &= ~array.validHigh(frame);
    }
    int miss = misses.found();
    long needLow = LineBytes.sectorsLow(low, high, config.sector()) & ~misses.askedLow(miss);
    long needHigh = LineBytes.sectorsHigh(low, high, config.sector()) & ~misses.askedHigh(miss);
    if ((needLow | needHigh) == 0) {
      counters.mergedMisses++;
      return;
    }
    MemoryMessage read =
        MemoryMessage.asking(LineMessage.READ, access.line, node, needLow, needHigh, miss);
    misses.ask(miss, read);
    environment.send(environment.home(access.line), read);
  }

  /** Has an access performed at the L2 or the memory side. */
  void forward(LineAccess access) {
    misses.detach(access.line);
    counters.forwarded++;
    boolean answered =
        access.parent.blocking
            || access.parent.operation.resultUsed()
            || access.parent.operation.kind() == AccessKind.LOAD;
    int tag = answered ? writes.forward(access) : writes.issue();
    boolean system = access.parent.currentStep() == SystemStep.PERFORM_AT_SYSTEM;
    environment.send(
        environment.home(access.line),
        ForwardedAccess.request(access, node, tag, answered, system));
    if (!answered) {
      completions.performed(access);
    }
  }

  /**
   * Writes the bytes of a store.
   *
   * @param residentFrame the line's frame before the event
   */
  void store(int residentFrame, LineAccess access) {
    int frame = frame(residentFrame);
    boolean wasValid = array.holds(frame, access.maskLow, access.maskHigh);
    if (LaneBytes.store(access, array.data(), array.base(frame)) && wasValid) {
      environment.wordChanged();
    }
    mark(frame, access.maskLow, access.maskHigh);
  }

  /** Bytes of a frame have been written. */
  void written(int frame, long low, long high) {
    mark(frame, low, high);
  }

  private void mark(int frame, long low, long high) {
    array.markDirty(frame, low, high);
    array.touch(frame);
  }

  /** Sends a frame's dirty bytes to the L2. */
  void sendDirty(int frame) {
    long line = array.line(frame);
    counters.writeThroughs++;
    environment.send(
        environment.home(line), LineMessage.write(line, node, array, frame, writes.issue()));
  }

  /**
   * Keeps the bytes of a fill that are not valid already: those that are may be newer.
   *
   * @param residentFrame the line's frame before the event
   */
  protected void keep(int residentFrame, MemoryMessage fill) {
    keep(residentFrame, fill, 0, 0);
  }

  /** The same but for some bytes. */
  protected final void keep(
      int residentFrame, MemoryMessage fill, long exceptLow, long exceptHigh) {
    int frame = frame(residentFrame);
    long low = fill.maskLow & ~array.validLow(frame) & ~exceptLow;
    long high = fill.maskHigh & ~array.validHigh(frame) & ~exceptHigh;
    LineBytes.copy(
        fill.data(), fill.origins(), -fill.first(), array.data(), array.base(frame), low, high);
    array.markValid(frame, low, high);
    array.touch(frame);
  }

  // ---- events ----

  /** Performs an atomic on a frame's bytes; those that it writes are dirty, and no others. */
  public WrittenBytes atomic(LineAccess access, int frame) {
    WrittenBytes written = LaneBytes.atomic(access, array.data(), array.base(frame));
    if (written.isEmpty()) {
      fire(frame, L1Event.NO_SWAP, access.line, access);
    } else {
      fire(frame, L1Event.ATOMIC, access.line, written);
    }
    return written;
  }

  /** Takes the oldest entry of the sFIFO out; writes its line through when that is dirty still. */
  public boolean writeOldest() {
    return writeOldest(L1Event.WRITE_THROUGH);
  }

  private boolean writeOldest(L1Event event) {
    long entry = fifo.oldest();
    long line = fifo.pop();
    int frame = find(line);
    boolean dirty = frame != CacheArray.NONE && array.dirty(frame);
    if (dirty) {
      fire(frame, event, line, null);
    }
    if (listener != null) {
      listener.left(entry);
    }
    return dirty;
  }

  /** Registers the listener that learns when entries leave the sFIFO and lines their frames. */
  public void tell(Listener newListener) {
    listener = newListener;
  }

  /** Sends a frame's dirty bytes to the L2; they stay, clean. */
  public void writeThrough(int frame) {
    fire(frame, L1Event.WRITE_THROUGH, array.line(frame), null);
  }

  /** Keeps the bytes of a fill that are not valid already. */
  public void install(MemoryMessage fill) {
    fire(find(fill.line), L1Event.FILL, fill.line, fill);
  }

  /** Drops every byte that is not dirty. */
  public void invalidate() {
    array.invalidateClean();
  }

  /**
   * As {@link dev.syncopate.memory.protocol.L1Controller#canonicalize}.
   *
   * @return how much smaller each number of an sFIFO entry has become
   */
  public long canonicalize() {
    array.canonicalize();
    claimed = CacheArray.NONE;
    return fifo.renumber();
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#checkInvariants}. */
  public List<String> checkInvariants() {
    return LineChecks.checkInvariants(array, fifo, this::find);
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#copy}. */
  public @Nullable CachedCopy copy(long address, int bytes) {
    long line = address >>> lineShift << lineShift;
    int lineOffset = (int) (address - line);
    int frame = find(line);
    long low = LineBytes.rangeLow(lineOffset, bytes);
    long high = LineBytes.rangeHigh(lineOffset, bytes);
    if (frame == CacheArray.NONE || !array.holds(frame, low, high)) {
      return null;
    }
    int start = array.base(frame) + lineOffset;
    return new CachedCopy(
        Arrays.copyOfRange(array.data().bytes, start, start + bytes),
        ((low & array.dirtyLow(frame)) | (high & array.dirtyHigh(frame))) != 0);
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#hostRead}. */
  void hostRead(long address, byte[] target, int offset, int bytes) {
    long line = address >>> lineShift << lineShift;
    HostBytes.read(array, find(line), (int) (address - line), bytes, true, target, offset);
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#hostWrite}. */
  void hostWrite(long address, byte[] source, int offset, int bytes) {
    long line = address >>> lineShift << lineShift;
    HostBytes.write(array, find(line), (int) (address - line), bytes, source, offset);
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
