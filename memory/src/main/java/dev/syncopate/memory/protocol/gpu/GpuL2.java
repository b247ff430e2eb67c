package dev.syncopate.memory.protocol.gpu;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.cache.StoreFifo;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.protocol.Transitions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An L2 bank of plain GPU coherence. Requests to one line are performed in the order in which they
 * arrive: while one waits for memory, all later ones to its line wait behind it.
 */
public class GpuL2 implements L2Controller {
  private static final int NONE = CacheArray.NONE;
  private static final int MEMORY_ATOM = 32;

  protected final L2Environment environment;
  protected final L2Counters counters;
  private final CacheArray array;
  private final StoreFifo fifo;
  private final MissTable misses;
  private final @Nullable MemoryMessage[] first;
  private final @Nullable MemoryMessage[] last;
  private final int[] targets;
  private final int[] fetchFrom;
  private final int[] fetchBytes;
  private final int maxTargets;
  private final int lineBytes;
  private final byte[] incoming;
  private final Transitions<LineState, L2Event> transitions;

  protected GpuL2(int bank, MemoryConfig config, L2Environment environment, L2Counters counters) {
    this.environment = environment;
    this.counters = counters;
    lineBytes = config.l1().line();
    int frames = config.l2().size() / config.l2().banks() / lineBytes;
    array = new CacheArray(frames / config.l2().ways(), config.l2().ways(), lineBytes);
    fifo = new StoreFifo(config.l2().sfifoEntries());
    int entries = config.l2().mshrs();
    misses = new MissTable(entries);
    first = new @Nullable MemoryMessage[entries];
    last = new @Nullable MemoryMessage[entries];
    targets = new int[entries];
    fetchFrom = new int[entries];
    fetchBytes = new int[entries];
    maxTargets = config.l2().mshrTargets();
    incoming = new byte[lineBytes];
    transitions =
        new Transitions<>(
            "gpu L2 bank " + bank, LineState.values(), L2Event.values(), environment::time);
    transitions
        .list(LineState.INVALID, L2Event.WRITE, L2Event.MISS, L2Event.QUEUE, L2Event.FILL)
        .list(
            LineState.CLEAN,
            L2Event.READ,
            L2Event.WRITE,
            L2Event.ATOMIC,
            L2Event.MISS,
            L2Event.QUEUE,
            L2Event.FILL,
            L2Event.EVICT)
        .list(
            LineState.DIRTY,
            L2Event.READ,
            L2Event.WRITE,
            L2Event.ATOMIC,
            L2Event.MISS,
            L2Event.QUEUE,
            L2Event.FILL,
            L2Event.WRITE_BACK);
  }

  private int find(long line) {
    return array.find(line, environment.number(line));
  }

  private void happen(int frame, L2Event event, long line) {
    transitions.happen(LineState.of(array, frame), event, line);
  }

  @Override
  public Outcome receive(MemoryMessage message) {
    int miss = misses.find(message.line);
    if (miss != MissTable.NONE) {
      if (targets[miss] >= maxTargets) {
        return Outcome.STALLED_TARGETS;
      }
      happen(find(message.line), L2Event.QUEUE, message.line);
      append(miss, message);
      counters.misses++;
      counters.mergedMisses++;
    } else if (serve(message)) {
      counters.hits++;
    } else {
      if (misses.full()) {
        return Outcome.STALLED_MSHRS;
      }
      miss = misses.allocate(message.line);
      append(miss, message);
      fetch(miss, message);
      counters.misses++;
    }
    counters.accesses++;
    return Outcome.DONE;
  }

  private void append(int miss, MemoryMessage message) {
    message.following = null;
    MemoryMessage before = last[miss];
    if (before == null) {
      first[miss] = message;
    } else {
      before.following = message;
    }
    last[miss] = message;
    targets[miss]++;
  }

  /** Asks memory for the sectors of which a request lacks bytes. */
  private void fetch(int miss, MemoryMessage message) {
    int frame = find(message.line);
    happen(frame, L2Event.MISS, message.line);
    long low = message.maskLow;
    long high = message.maskHigh;
    if (frame != NONE) {
      low &= ~array.validLow(frame);
      high &= ~array.validHigh(frame);
    }
    int from = LineBytes.first(low, high) & -MEMORY_ATOM;
    int end = LineBytes.end(low, high) + MEMORY_ATOM - 1 & -MEMORY_ATOM;
    fetchFrom[miss] = from;
    fetchBytes[miss] = end - from;
    environment.fetch(miss, message.line, from, end - from);
  }

  @Override
  public void filled(int miss) {
    long line = misses.line(miss);
    int frame = find(line);
    happen(frame, L2Event.FILL, line);
    if (frame == NONE) {
      frame = claim(line);
    }
    int from = fetchFrom[miss];
    int bytes = fetchBytes[miss];
    environment.readMemory(line, from, bytes, incoming, from);
    long low = LineBytes.rangeLow(from, bytes) & ~array.validLow(frame);
    long high = LineBytes.rangeHigh(from, bytes) & ~array.validHigh(frame);
    LineBytes.copy(incoming, 0, array.data(), array.base(frame), low, high);
    array.markValid(frame, low, high);
    serveWaiting(miss);
  }

  private void serveWaiting(int miss) {
    MemoryMessage message = first[miss];
    while (message != null) {
      MemoryMessage following = message.following;
      if (!serve(message)) {
        fetch(miss, message);
        return;
      }
      targets[miss]--;
      first[miss] = following;
      message = following;
    }
    last[miss] = null;
    misses.release(miss);
  }

  /** The error for a message that has no place here. */
  protected final ProtocolException unlisted(MemoryMessage message) {
    return transitions.unlisted(
        LineState.of(array, find(message.line)).name(), message.type.name(), message.line);
  }

  /** Performs a request and answers it; false when it lacks bytes. */
  protected boolean serve(MemoryMessage message) {
    int frame = find(message.line);
    if (!(message.type instanceof GpuMessage type)) {
      throw unlisted(message);
    }
    if (type == GpuMessage.WRITE) {
      write(message, frame);
      return true;
    }
    if (frame == NONE || !array.holds(frame, message.maskLow, message.maskHigh)) {
      return false;
    }
    switch (type) {
      case READ -> read(message, frame, GpuMessage.FILL);
      case LOAD -> read(message, frame, GpuMessage.VALUE);
      case ATOMIC, REDUCE -> atomic(message, frame);
      case WRITE, FILL, VALUE, RESULT, ACK ->
          throw transitions.unlisted(LineState.of(array, frame).name(), type.name(), message.line);
    }
    return true;
  }

  private void read(MemoryMessage message, int frame, GpuMessage answer) {
    happen(frame, L2Event.READ, message.line);
    counters.reads++;
    array.touch(frame);
    message.from = LineBytes.first(message.maskLow, message.maskHigh);
    int base = array.base(frame);
    message.data =
        Arrays.copyOfRange(
            array.data(),
            base + message.from,
            base + LineBytes.end(message.maskLow, message.maskHigh));
    message.payloadBytes = message.data.length;
    message.type = answer;
    environment.reply(message);
  }

  private void write(MemoryMessage message, int present) {
    happen(present, L2Event.WRITE, message.line);
    counters.writes++;
    int frame = present == NONE ? claim(message.line) : present;
    boolean known = array.holds(frame, message.maskLow, message.maskHigh);
    boolean changed =
        LineBytes.write(
            message.data,
            -message.from,
            array.data(),
            array.base(frame),
            message.maskLow,
            message.maskHigh);
    wrote(frame, message, changed || !known);
    message.data = new byte[0];
    message.payloadBytes = 0;
    message.type = GpuMessage.ACK;
    environment.reply(message);
  }

  private void atomic(MemoryMessage message, int frame) {
    happen(frame, L2Event.ATOMIC, message.line);
    LaneAtomics atomics = Objects.requireNonNull(message.atomics);
    counters.atomics++;
    counters.laneAtomics += atomics.count();
    wrote(frame, message, atomics.apply(array.data(), array.base(frame)));
    boolean wanted = message.type == GpuMessage.ATOMIC;
    message.payloadBytes = wanted ? atomics.resultBytes() : 0;
    message.type = wanted ? GpuMessage.RESULT : GpuMessage.ACK;
    environment.reply(message);
  }

  private void wrote(int frame, MemoryMessage message, boolean changed) {
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
      fifo.push(message.line);
    }
    array.markDirty(frame, message.maskLow, message.maskHigh);
    array.touch(frame);
  }

  private int claim(long line) {
    int frame = array.victim(environment.number(line));
    if (array.live(frame)) {
      if (array.dirty(frame)) {
        writeBack(frame);
      }
      happen(frame, L2Event.EVICT, array.line(frame));
      counters.evictions++;
      array.drop(frame);
    }
    array.claim(frame, line);
    return frame;
  }

  private void writeBack(int frame) {
    long line = array.line(frame);
    happen(frame, L2Event.WRITE_BACK, line);
    environment.writeMemory(
        line, array.data(), array.base(frame), array.dirtyLow(frame), array.dirtyHigh(frame));
    array.clean(frame);
    counters.writeBacks++;
  }

  @Override
  public boolean idle() {
    return misses.used() == 0;
  }

  @Override
  public List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (int miss = 0; miss < misses.entries(); miss++) {
      if (misses.inUse(miss)) {
        lines.add(
            "line 0x"
                + Long.toHexString(misses.line(miss))
                + " awaits memory for "
                + targets[miss]
                + " requests, first "
                + first[miss]);
      }
    }
    return lines;
  }

  @Override
  public void hostRead(long address, byte[] into, int at, int bytes) {
    long line = address & -lineBytes;
    int from = (int) (address - line);
    environment.readMemory(line, from, bytes, into, at);
    int frame = find(line);
    if (frame != NONE) {
      long low = LineBytes.rangeLow(from, bytes) & array.validLow(frame);
      long high = LineBytes.rangeHigh(from, bytes) & array.validHigh(frame);
      LineBytes.copy(array.data(), array.base(frame), into, at - from, low, high);
    }
  }

  @Override
  public void hostWrite(long address, byte[] source, int at, int bytes) {
    long line = address & -lineBytes;
    int from = (int) (address - line);
    environment.pokeMemory(line, from, bytes, source, at);
    int frame = find(line);
    if (frame != NONE) {
      long low = LineBytes.rangeLow(from, bytes) & array.validLow(frame);
      long high = LineBytes.rangeHigh(from, bytes) & array.validHigh(frame);
      LineBytes.copy(source, at - from, array.data(), array.base(frame), low, high);
    }
  }

  /** How often each listed (state, event) pair has happened. */
  public List<Transitions.Pair> transitions() {
    return transitions.pairs();
  }
}
