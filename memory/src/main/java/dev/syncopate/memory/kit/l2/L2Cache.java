package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.cache.StoreFifo;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * L2 bank controller; with no policy it is one of plain GPU coherence. Requests to one line are
 * performed in the order in which they arrive: while one waits for memory, all later ones to its
 * line wait behind it.
 */
public final class L2Cache implements L2Controller {
  private static final int NONE = CacheArray.NONE;
  private static final long[] NO_VALUES = {};

  private final L2Policy policy;
  private final L2Environment environment;
  private final L2Counters counters;
  private final L2Lines lines;
  private final CacheArray array;
  private final L2Misses misses;

  /** Of a bank of one of several GPUs: its link to the memory side; else it is that itself. */
  private final @Nullable Uplink uplink;

  private final HeldLines heldLines = new HeldLines();

  /**
   * @param policy of the mechanism
   */
  public L2Cache(
      MemoryConfig config, L2Environment environment, L2Counters counters, L2Policy policy) {
    this(config, environment, counters, policy, L2Lines.fifo(config), UnaryOperator.identity());
  }

  /**
   * A bank with another sFIFO or state table.
   *
   * @param edit of the table of its lines
   */
  public L2Cache(
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      L2Policy policy,
      StoreFifo fifo,
      UnaryOperator<StateTable<LineState, L2Event, L2Lines, Object>> edit) {
    this.policy = policy;
    this.environment = environment;
    this.counters = counters;
    int line = config.l1().line();
    int entries = config.l2().mshrs();
    misses = new L2Misses(entries, config.l2().mshrTargets());
    uplink =
        config.severalGpus() && !environment.node().isMemorySide()
            ? new Uplink(entries, line, environment)
            : null;
    lines =
        new L2Lines(
            config,
            environment,
            counters,
            misses,
            uplink,
            policy,
            fifo,
            edit.apply(uplink == null ? L2Table.PLAIN : L2Table.BEFORE_MEMORY_SIDE));
    array = lines.array;
  }

  /** The frame that has a line, below {@link #frames}, or {@link CacheArray#NONE}. */
  public int frame(long line) {
    return lines.find(line);
  }

  public int frames() {
    return array.frames();
  }

  @Override
  public ControllerOutcome receive(MemoryMessage message) {
    if (uplink != null && (received(message, uplink) || heldLines.park(message))) {
      return ControllerOutcome.DONE;
    }
    return request(message);
  }

  /** Takes a request to a line. */
  private ControllerOutcome request(MemoryMessage message) {
    int miss = misses.find(message.line);
    if (miss != MissTable.NONE) {
      if (misses.crowded(miss) && message.type != SystemMessage.HOLD) {
        return ControllerOutcome.STALLED_TARGETS;
      }
      lines.fire(lines.find(message.line), L2Event.QUEUE, message.line, message);
      counters.misses++;
      counters.mergedMisses++;
    } else if (serve(message)) {
      counters.hits++;
    } else {
      if (misses.full()) {
        return ControllerOutcome.STALLED_MSHRS;
      }
      miss = misses.allocate(message.line);
      misses.append(miss, message);
      fetch(message);
      counters.misses++;
    }
    counters.accesses++;
    return ControllerOutcome.DONE;
  }

  /** Takes what is not for one line, or comes from the memory side; false for anything else. */
  private boolean received(MemoryMessage message, Uplink upstream) {
    if (message.type == LineMessage.FILL) {
      fill(message, upstream);
      return true;
    } else if (message.type == LineMessage.ACK) {
      if (!upstream.acknowledge(message.tag)) {
        throw illegalTransition(message);
      }
      return true;
    } else if (message.type instanceof SystemMessage command) {
      return commanded(command, message, upstream);
    }
    return false;
  }

  private boolean commanded(SystemMessage command, MemoryMessage message, Uplink upstream) {
    switch (command) {
      case FLUSH -> flush(message, upstream);
      case INVALIDATE -> {
        invalidate(upstream);
        upstream.answer(message);
      }
      case RESUME -> {
        if (!heldLines.resume(message.line)) {
          throw illegalTransition(message);
        }
        heldLines.drain(this::request);
      }
      case HOLD -> {
        return false; // in its turn among the requests to the line
      }
      case DONE -> throw illegalTransition(message);
    }
    return true;
  }

  private void flush(MemoryMessage message, Uplink upstream) {
    lines.writeAll();
    upstream.answerWhenWritten(message);
  }

  private void invalidate(Uplink upstream) {
    for (int miss = 0; miss < misses.entries(); miss++) {
      if (misses.inUse(miss) && upstream.fetching(miss)) {
        upstream.detach(miss, misses.last(miss), array, lines.find(misses.line(miss)));
      }
    }
    array.invalidateClean();
  }

  /** Whether a message is only passed on from here to the memory side. */
  public boolean passes(MemoryMessage message) {
    return message.system && uplink != null;
  }

  private void fetch(MemoryMessage message) {
    lines.fire(lines.find(message.line), L2Event.MISS, message.line, message);
  }

  @Override
  public void filled(int miss) {
    long line = misses.line(miss);
    lines.fire(lines.find(line), L2Event.FILL, line, null);
    serveWaiting(miss);
    policy.roomMade();
  }

  /** Bytes have come from the memory side. */
  private void fill(MemoryMessage message, Uplink upstream) {
    int miss = message.tag;
    long line = message.line;
    if (misses.find(line) != miss || !upstream.fetching(miss)) {
      throw illegalTransition(message);
    }
    MemoryMessage last = upstream.boundary(miss);
    lines.fire(lines.find(line), L2Event.FILL, line, message);
    if (last != null) {
      serveUpTo(last, miss);
      int frame = lines.find(line); // a request may have taken the line away
      if (frame != NONE) {
        array.invalidateClean(frame);
      }
    }
    serveWaiting(miss);
    heldLines.drain(this::request);
    policy.roomMade();
  }

  /**
   * Serves waiting requests up to one, to the first that lacks bytes, or until the line is held.
   */
  @SuppressWarnings("ReferenceEquality") // the very message
  private void serveUpTo(MemoryMessage last, int miss) {
    MemoryMessage message = misses.first(miss);
    while (message != null && !heldLines.holds(message.line)) {
      if (!serve(message)) {
        return;
      }
      misses.served(miss);
      message = message == last ? null : misses.first(miss);
    }
  }

  private void serveWaiting(int miss) {
    MemoryMessage message = misses.first(miss);
    while (message != null) {
      if (heldLines.holds(message.line)) {
        heldLines.parkAhead(misses.takeAll(miss));
        break;
      }
      if (!serve(message)) {
        fetch(message);
        return;
      }
      misses.served(miss);
      message = misses.first(miss);
    }
    misses.release(miss);
  }

  /** The error for a message that has no place here. */
  public ProtocolException illegalTransition(MemoryMessage message) {
    return lines.machine.illegal(
        LineState.of(array, lines.find(message.line)).name(), message.type.name(), message.line);
  }

  /** Performs a request and answers it; false when it lacks bytes. */
  private boolean serve(MemoryMessage message) {
    boolean served = perform(message);
    if (served) {
      policy.served(message);
    }
    return served;
  }

  private boolean perform(MemoryMessage message) {
    int frame = lines.find(message.line);
    if (passes(message)) {
      lines.surrender(frame);
      environment.send(environment.topology().behind(environment.node()), message);
      return true;
    }
    if (!(message.type instanceof LineMessage type)) {
      if (message.type == SystemMessage.HOLD && uplink != null) {
        lines.surrender(frame);
        heldLines.hold(message.line);
        uplink.answer(message);
        return true;
      }
      throw illegalTransition(message);
    }
    if (type == LineMessage.WRITE) {
      lines.fire(frame, L2Event.WRITE, message.line, message);
      return true;
    }
    if (frame == NONE || !array.holds(frame, message.maskLow, message.maskHigh)) {
      return false;
    }
    switch (type) {
      case READ, LOAD -> lines.fire(frame, L2Event.READ, message.line, message);
      case ATOMIC, REDUCE -> atomic(message, frame);
      case WRITE, FILL, VALUE, RESULT, ACK ->
          throw lines.machine.illegal(LineState.of(array, frame).name(), type.name(), message.line);
    }
    return true;
  }

  private void atomic(MemoryMessage message, int frame) {
    LaneAtomics atomics = Objects.requireNonNull(message.atomics());
    counters.atomics++;
    counters.laneAtomics += atomics.count();
    boolean returnsOld = message.type == LineMessage.ATOMIC;
    long[] old = returnsOld ? new long[atomics.values()] : NO_VALUES;
    @Nullable ByteOrigin @Nullable [] found = returnsOld ? atomics.room() : null;
    lines.atomic(frame, message, atomics, old, found);
    environment.atomicsPerformed(atomics);
    environment.send(
        message.node,
        returnsOld
            ? message.answer(LineMessage.RESULT, old, found, atomics.resultBytes())
            : message.answer(LineMessage.ACK));
  }

  @Override
  public void canonicalize() {
    lines.canonicalize();
    misses.canonicalize();
    if (uplink != null) {
      uplink.canonicalize();
    }
  }

  @Override
  public void check() {
    lines.machine.check();
  }

  @Override
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>(lines.checkInvariants());
    wrong.addAll(misses.checkInvariants());
    wrong.addAll(heldLines.checkInvariants(misses, lines::find));
    if (uplink != null) {
      wrong.addAll(uplink.checkInvariants(misses));
    }
    return wrong;
  }

  /** Whether a request waits here for bytes or for its line to be resumed. */
  public boolean waits(MemoryMessage message) {
    return misses.waits(message) || heldLines.waits(message);
  }

  /** Whether a request that lacks bytes could wait for them here. */
  public boolean hasRoomFor(MemoryMessage message) {
    return misses.hasRoomFor(message);
  }

  @Override
  public boolean idle() {
    return misses.idle() && heldLines.isEmpty() && (uplink == null || uplink.idle());
  }

  @Override
  public List<String> waiting() {
    List<String> descriptions = new ArrayList<>(misses.waiting());
    descriptions.addAll(heldLines.waiting());
    if (uplink != null) {
      descriptions.addAll(uplink.waiting());
    }
    return descriptions;
  }

  @Override
  public void hostRead(long address, byte[] target, int offset, int bytes) {
    lines.hostRead(address, target, offset, bytes);
  }

  @Override
  public void hostWrite(long address, byte[] source, int offset, int bytes) {
    lines.hostWrite(address, source, offset, bytes);
  }

  @Override
  public boolean hostInstalls() {
    return uplink == null && !policy.dependsOnContents();
  }

  @Override
  public void hostEmpty() {
    lines.hostEmpty();
  }

  @Override
  public void hostInstall(long line, long maskLow, long maskHigh, boolean dirty) {
    lines.hostInstall(line, maskLow, maskHigh, dirty);
  }

  /** How often each listed (state, event) pair has happened. */
  @Override
  public List<TransitionCount> transitions() {
    return lines.machine.pairs();
  }
}
