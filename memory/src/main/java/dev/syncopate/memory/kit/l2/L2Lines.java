package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.BoundedStoreFifo;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.LineStoreFifo;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.cache.StoreFifo;
import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.HostBytes;
import dev.syncopate.memory.kit.LineChecks;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.Stateful;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The lines of an L2 bank and the write-back of their dirty bytes. */
public final class L2Lines implements Stateful<LineState, Object> {
  private static final int NONE = CacheArray.NONE;
  private static final int MEMORY_ATOM = 32;

  final CacheArray array;
  final StateMachine<LineState, L2Event, L2Lines, Object> machine;
  private final LineData incoming;

  /** The frame claimed last: that of the present event's line, where the line had none before. */
  private int claimed = NONE;

  private final StoreFifo fifo;
  private final int lineBytes;
  private final L2Environment environment;
  private final L2Counters counters;
  private final L2Misses misses;
  private final @Nullable Uplink uplink;
  private final L2Policy policy;

  /**
   * @param fifo of the lines that become dirty
   * @param table of its lines' states
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  public L2Lines(
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      L2Misses misses,
      @Nullable Uplink uplink,
      L2Policy policy,
      StoreFifo fifo,
      StateTable<LineState, L2Event, L2Lines, Object> table) {
    this.policy = policy;
    this.environment = environment;
    this.counters = counters;
    this.misses = misses;
    this.uplink = uplink;
    lineBytes = config.l1().line();
    int ways = config.l2().ways();
    array = new CacheArray(frames(config) / ways, ways, lineBytes);
    this.fifo = fifo;
    incoming = new LineData(lineBytes);
    machine =
        new StateMachine<>(
            table,
            this,
            (environment.node().isMemorySide() ? "memory side bank " : "gpu L2 bank ")
                + environment.node().index(),
            environment.clock());
  }

  /**
   * The sFIFO of a bank: the paper's; one of an entry for each line where that bounds nothing,
   * which is how a machine says that its banks write back on eviction only.
   */
  public static StoreFifo fifo(MemoryConfig config) {
    int entries = config.l2().sfifoEntries();
    int lines = frames(config);
    return entries >= lines ? new LineStoreFifo(lines) : new BoundedStoreFifo(entries);
  }

  private static int frames(MemoryConfig config) {
    return config.l2().size() / config.l2().banks() / config.l1().line();
  }

  /** The frame that holds a line, or {@link CacheArray#NONE}. */
  public int find(long line) {
    return array.find(line, environment.number(line));
  }

  /** An event happens to a line in a frame, or in none. */
  void fire(int frame, L2Event event, long line, @Nullable Object cause) {
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
        if (frame == NONE) {
          claim(line);
        } else {
          array.clean(frame);
          fifo.cleaned(line);
        }
      }
      case DIRTY -> {
        if (frame == NONE) {
          claim(line);
        }
        enqueue(line);
      }
      case INVALID -> array.drop(frame);
    }
  }

  /** Puts a line into the sFIFO, whose oldest entry leaves it when it is full. */
  private void enqueue(long line) {
    if (fifo.full()) {
      int oldest = find(fifo.pop());
      if (oldest != NONE && array.dirty(oldest)) {
        writeBack(oldest);
        counters.sfifoOverflows++;
      }
    }
    fifo.push(line);
  }

  /** Gives a line that has none a frame, evicting another line when it must. */
  public int claim(long line) {
    int frame = array.victim(environment.number(line));
    if (array.live(frame)) {
      if (array.dirty(frame)) {
        writeBack(frame);
      }
      policy.evicting(frame, array.line(frame));
      fire(frame, L2Event.EVICT, array.line(frame), null);
      counters.evictions++;
    }
    array.claim(frame, line);
    claimed = frame;
    return frame;
  }

  // ---- events ----

  /**
   * Performs a request's atomics on a frame's bytes; those that they write are dirty, and no
   * others.
   *
   * @param values receives the old values, if it has room for any
   * @param previous receives their origins; null when the caller does not track them
   */
  void atomic(
      int frame,
      MemoryMessage request,
      LaneAtomics atomics,
      long[] values,
      @Nullable ByteOrigin @Nullable [] previous) {
    WrittenBytes written =
        atomics.apply(
            array.data(), array.base(frame), request.maskLow, request.maskHigh, values, previous);
    if (written.isEmpty()) {
      fire(frame, L2Event.NO_SWAP, request.line, request);
    } else {
      fire(frame, L2Event.ATOMIC, request.line, written);
    }
  }

  /** Writes a frame's dirty bytes to the memory side and keeps nothing of it. */
  public void surrender(int frame) {
    if (frame != NONE) {
      if (array.dirty(frame)) {
        writeBack(frame);
      }
      fire(frame, L2Event.SURRENDER, array.line(frame), null);
    }
  }

  private void writeBack(int frame) {
    fire(frame, L2Event.WRITE_BACK, array.line(frame), null);
  }

  // ---- actions ----

  /** Answers a read or load. */
  void answer(int frame, MemoryMessage request) {
    counters.reads++;
    array.touch(frame);
    LineMessage type = request.type == LineMessage.READ ? LineMessage.FILL : LineMessage.VALUE;
    environment.send(request.node, request.answer(type, array.data(), array.base(frame)));
  }

  /**
   * Writes the bytes of a request.
   *
   * @param residentFrame the line's frame before the event
   */
  void write(int residentFrame, MemoryMessage request) {
    counters.writes++;
    int frame = residentFrame == NONE ? claimed : residentFrame;
    boolean wasValid = array.holds(frame, request.maskLow, request.maskHigh);
    boolean changed =
        LineBytes.write(
            request.data(),
            request.origins(),
            -request.first(),
            array.data(),
            array.base(frame),
            request.maskLow,
            request.maskHigh);
    mark(frame, request.maskLow, request.maskHigh, changed || !wasValid);
  }

  void acknowledge(MemoryMessage request) {
    environment.send(request.node, request.answer(LineMessage.ACK));
  }

  /** Atomics have written bytes. */
  void keepWritten(int frame, WrittenBytes written) {
    mark(frame, written.low(), written.high(), written.changed());
  }

  private void mark(int frame, long low, long high, boolean changed) {
    if (changed) {
      environment.wordChanged();
    }
    array.markDirty(frame, low, high);
    array.touch(frame);
  }

  /** Asks memory for the sectors of which a request lacks bytes. */
  void fetch(int frame, MemoryMessage request) {
    long low = request.maskLow;
    long high = request.maskHigh;
    if (frame != NONE) {
      low &= ~array.validLow(frame);
      high &= ~array.validHigh(frame);
    }
    int start = LineBytes.first(low, high) & -MEMORY_ATOM;
    int end = LineBytes.end(low, high) + MEMORY_ATOM - 1 & -MEMORY_ATOM;
    int miss = misses.find(request.line);
    misses.fetching(miss, start, end - start);
    if (uplink != null) {
      uplink.fetch(miss, request.line, start, end - start);
    } else {
      environment.fetch(miss, request.line, start, end - start);
    }
  }

  /** Lets a request wait behind those of its line. */
  void queue(MemoryMessage request) {
    misses.append(misses.find(request.line), request);
  }

  /**
   * Keeps those bytes of a fill that are not valid.
   *
   * @param residentFrame the line's frame before the event
   * @param fill of the memory side; null where memory itself has answered
   */
  void keepFill(long line, int residentFrame, @Nullable MemoryMessage fill) {
    int frame = residentFrame == NONE ? claimed : residentFrame;
    int miss = misses.find(line);
    if (fill != null) {
      Objects.requireNonNull(uplink).fill(miss, fill, array, frame);
      return;
    }
    int start = misses.from(miss);
    int bytes = misses.bytes(miss);
    environment.readMemory(line, start, bytes, incoming, start);
    long low = LineBytes.rangeLow(start, bytes) & ~array.validLow(frame);
    long high = LineBytes.rangeHigh(start, bytes) & ~array.validHigh(frame);
    LineBytes.copy(incoming, 0, array.data(), array.base(frame), low, high);
    array.markValid(frame, low, high);
  }

  /** A frame is to be dropped: what is in flight for its line must not be kept. */
  void detachFetch(int frame) {
    Uplink upstream = uplink;
    int miss = upstream == null ? MissTable.NONE : misses.find(array.line(frame));
    if (upstream != null && miss != MissTable.NONE && upstream.fetching(miss)) {
      upstream.detach(miss, misses.last(miss), array, frame);
    }
  }

  /** Sends a frame's dirty bytes to memory or the memory side. */
  void sendDirty(int frame) {
    if (uplink != null) {
      uplink.write(array, frame);
    } else {
      environment.writeMemory(
          array.line(frame),
          array.data(),
          array.base(frame),
          array.dirtyLow(frame),
          array.dirtyHigh(frame));
    }
    counters.writeBacks++;
  }

  /** Writes every line's dirty bytes to the memory side, in sFIFO order. */
  public void writeAll() {
    while (!fifo.isEmpty()) {
      int frame = find(fifo.pop());
      if (frame != NONE && array.dirty(frame)) {
        writeBack(frame);
      }
    }
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#canonicalize}. */
  public void canonicalize() {
    array.canonicalize();
    fifo.canonicalize();
    incoming.clear();
    claimed = NONE;
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#checkInvariants}. */
  public List<String> checkInvariants() {
    return LineChecks.checkInvariants(array, fifo, this::find);
  }

  public void hostRead(long address, byte[] target, int offset, int bytes) {
    long line = address & -lineBytes;
    int start = (int) (address - line);
    if (uplink == null) {
      environment.readMemory(line, start, bytes, new LineData(target), offset);
    }
    // where there is a memory side, what is clean may be stale
    HostBytes.read(array, find(line), start, bytes, uplink != null, target, offset);
  }

  public void hostWrite(long address, byte[] source, int offset, int bytes) {
    long line = address & -lineBytes;
    int start = (int) (address - line);
    if (uplink == null) {
      environment.pokeMemory(line, start, bytes, new LineData(source), offset);
    }
    HostBytes.write(array, find(line), start, bytes, source, offset);
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#hostEmpty}. */
  void hostEmpty() {
    for (int frame = 0; frame < array.frames(); frame++) {
      if (array.live(frame)) {
        dropForHost(frame);
      }
    }
    while (!fifo.isEmpty()) {
      fifo.pop();
    }
  }

  private void dropForHost(int frame) {
    poke(frame);
    fifo.cleaned(array.line(frame));
    array.drop(frame);
  }

  /** Writes a frame's dirty bytes to memory for the host. */
  private void poke(int frame) {
    long low = array.dirtyLow(frame);
    long high = array.dirtyHigh(frame);
    while ((low | high) != 0) {
      int start = LineBytes.first(low, high);
      int end = start + 1;
      while (end < lineBytes
          && ((LineBytes.rangeLow(end, 1) & low) != 0
              || (LineBytes.rangeHigh(end, 1) & high) != 0)) {
        end++;
      }
      environment.pokeMemory(
          array.line(frame), start, end - start, array.data(), array.base(frame) + start);
      low &= ~LineBytes.rangeLow(start, end - start);
      high &= ~LineBytes.rangeHigh(start, end - start);
    }
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#hostInstall}. */
  void hostInstall(long line, long maskLow, long maskHigh, boolean dirty) {
    int frame = find(line);
    if (frame == NONE) {
      frame = array.victim(environment.number(line));
      if (array.live(frame)) {
        dropForHost(frame);
      }
      array.claim(frame, line);
    }
    long low = maskLow & ~array.validLow(frame);
    long high = maskHigh & ~array.validHigh(frame);
    if ((low | high) != 0) {
      environment.readMemory(line, 0, lineBytes, incoming, 0);
      LineBytes.copy(incoming, 0, array.data(), array.base(frame), low, high);
      array.markValid(frame, low, high);
    }
    array.touch(frame);
    if (dirty) {
      if (!array.dirty(frame)) {
        enqueueForHost(line);
      }
      array.markDirty(frame, maskLow, maskHigh);
    }
  }

  /** As {@link #enqueue}; the dirty bytes that leave are in memory at once. */
  private void enqueueForHost(long line) {
    if (fifo.full()) {
      int oldest = find(fifo.pop());
      if (oldest != NONE && array.dirty(oldest)) {
        poke(oldest);
        array.clean(oldest);
      }
    }
    fifo.push(line);
  }
}
