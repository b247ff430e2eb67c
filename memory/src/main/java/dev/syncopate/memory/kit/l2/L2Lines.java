package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.cache.StoreFifo;
import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.HostBytes;
import dev.syncopate.memory.kit.LineChecks;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Transitions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of an L2 bank, and the ways in which their dirty bytes leave it. */
public class L2Lines {
  /** How a bank's lines are made. */
  @FunctionalInterface
  interface Maker {
    L2Lines make(
        MemoryConfig config,
        L2Environment environment,
        L2Counters counters,
        L2Misses misses,
        @Nullable Uplink uplink,
        L2Policy policy);
  }

  private static final int NONE = CacheArray.NONE;

  final CacheArray array;
  final Transitions<LineState, L2Event> transitions;
  private final StoreFifo fifo;
  private final int lineBytes;
  private final L2Environment environment;
  private final L2Counters counters;
  private final L2Misses misses;
  private final @Nullable Uplink uplink;
  private final L2Policy policy;

  public L2Lines(
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      L2Misses misses,
      @Nullable Uplink uplink,
      L2Policy policy) {
    this.policy = policy;
    this.environment = environment;
    this.counters = counters;
    this.misses = misses;
    this.uplink = uplink;
    lineBytes = config.l1().line();
    int frames = config.l2().size() / config.l2().banks() / lineBytes;
    array = new CacheArray(frames / config.l2().ways(), config.l2().ways(), lineBytes);
    fifo = new StoreFifo(config.l2().sfifoEntries());
    transitions =
        new Transitions<>(
            (environment.node().isMemorySide() ? "memory side bank " : "gpu L2 bank ")
                + environment.node().index(),
            LineState.values(),
            L2Event.values(),
            environment.clock());
    list();
  }

  private void list() {
    String lacking = "ask memory for the bytes that are lacking; let the request wait";
    String queue = "let the request wait behind those of its line";
    for (LineState held : List.of(LineState.CLEAN, LineState.DIRTY)) {
      transitions
          .on(held, L2Event.READ, "answer with the bytes", held)
          .on(held, L2Event.WRITE, "write the bytes; acknowledge", LineState.DIRTY)
          .on(held, L2Event.ATOMIC, "perform it on the bytes; answer", LineState.DIRTY)
          .on(held, L2Event.NO_SWAP, "answer with the bytes", held)
          .on(held, L2Event.MISS, lacking, held)
          .on(held, L2Event.QUEUE, queue, held)
          .on(held, L2Event.FILL, "keep those bytes that are not valid; serve what waits", held);
    }
    transitions
        .on(
            LineState.INVALID,
            L2Event.WRITE,
            "take a frame; write the bytes; acknowledge",
            LineState.DIRTY)
        .on(LineState.INVALID, L2Event.MISS, lacking, LineState.INVALID)
        .on(LineState.INVALID, L2Event.QUEUE, queue, LineState.INVALID)
        .on(
            LineState.INVALID,
            L2Event.FILL,
            "take a frame; keep the bytes; serve what waits",
            LineState.CLEAN)
        .on(LineState.CLEAN, L2Event.EVICT, "drop the line", LineState.INVALID)
        .on(LineState.DIRTY, L2Event.WRITE_BACK, "send the dirty bytes to memory", LineState.CLEAN);
    if (uplink != null) {
      transitions.on(LineState.CLEAN, L2Event.SURRENDER, "drop the line", LineState.INVALID);
    }
  }

  /** The frame that holds a line, or {@link CacheArray#NONE}. */
  public int find(long line) {
    return array.find(line, environment.number(line));
  }

  /** Something happens to a line in a frame, or in none. */
  public void record(int frame, L2Event event, long line) {
    transitions.record(LineState.of(array, frame), event, line);
  }

  /**
   * Performs a request's atomics on a frame's bytes; those that they write are dirty, and no
   * others.
   *
   * @param values receives the old values, if it has room for any
   */
  final void atomic(int frame, MemoryMessage request, LaneAtomics atomics, long[] values) {
    WrittenBytes written = perform(request, atomics, frame, values);
    if (written.isEmpty()) {
      record(frame, L2Event.NO_SWAP, request.line);
      array.touch(frame);
    } else {
      record(frame, L2Event.ATOMIC, request.line);
      wrote(frame, request.line, written.low(), written.high(), written.changed());
    }
  }

  /** Performs atomics on a frame's bytes, and nothing else. */
  protected WrittenBytes perform(
      MemoryMessage request, LaneAtomics atomics, int frame, long[] values) {
    return atomics.apply(
        array.data(), array.base(frame), request.maskLow, request.maskHigh, values);
  }

  /** A request has written bytes; they are dirty. */
  void wrote(int frame, long line, long low, long high, boolean changed) {
    if (changed) {
      environment.wordChanged();
    }
    if (!array.dirty(frame)) {
      if (fifo.full()) {
        int oldest = find(fifo.pop());
        if (oldest != NONE && array.dirty(oldest)) {
          writeBack(oldest);
          counters.sfifoOverflows++;
        }
      }
      fifo.push(line);
    }
    array.markDirty(frame, low, high);
    array.touch(frame);
  }

  /** Gives a line that has none a frame, evicting another line when it must. */
  public int claim(long line) {
    int frame = array.victim(environment.number(line));
    if (array.live(frame)) {
      if (array.dirty(frame)) {
        writeBack(frame);
      }
      policy.evicting(frame, array.line(frame));
      record(frame, L2Event.EVICT, array.line(frame));
      counters.evictions++;
      if (uplink != null) {
        detach(frame, uplink);
      }
      array.drop(frame);
    }
    array.claim(frame, line);
    return frame;
  }

  /** A frame is to be dropped: what is in flight for its line must not be kept. */
  private void detach(int frame, Uplink from) {
    int miss = misses.find(array.line(frame));
    if (miss != MissTable.NONE && from.fetching(miss)) {
      from.detach(miss, misses.last(miss), array, frame);
    }
  }

  /** Writes a frame's dirty bytes to the memory side and keeps nothing of it. */
  public void surrender(int frame) {
    if (frame != NONE) {
      if (array.dirty(frame)) {
        writeBack(frame);
      }
      record(frame, L2Event.SURRENDER, array.line(frame));
      array.drop(frame);
    }
  }

  private void writeBack(int frame) {
    long line = array.line(frame);
    record(frame, L2Event.WRITE_BACK, line);
    if (uplink != null) {
      uplink.write(array, frame);
    } else {
      environment.writeMemory(
          line, array.data(), array.base(frame), array.dirtyLow(frame), array.dirtyHigh(frame));
    }
    array.clean(frame);
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
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#checkInvariants}. */
  public List<String> checkInvariants() {
    return LineChecks.checkInvariants(array, fifo, this::find);
  }

  public void hostRead(long address, byte[] into, int at, int bytes) {
    long line = address & -lineBytes;
    int from = (int) (address - line);
    if (uplink == null) {
      environment.readMemory(line, from, bytes, into, at);
    }
    // where there is a memory side, what is clean may be stale
    HostBytes.read(array, find(line), from, bytes, uplink != null, into, at);
  }

  public void hostWrite(long address, byte[] source, int at, int bytes) {
    long line = address & -lineBytes;
    int from = (int) (address - line);
    if (uplink == null) {
      environment.pokeMemory(line, from, bytes, source, at);
    }
    HostBytes.write(array, find(line), from, bytes, source, at);
  }
}
