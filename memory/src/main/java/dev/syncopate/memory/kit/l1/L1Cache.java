package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.kit.SystemStep;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Write-back L1 cache controller. It performs accesses on its valid bytes, fetches missing bytes
 * from the L2, forwards accesses of wider scope to the L2, and keeps written bytes dirty until a
 * flush. With no policy it is the L1 of plain GPU coherence: see memory/mechanism/gpu/page.md for
 * its states, events and reasons.
 */
public final class L1Cache implements L1Controller {
  private static final int NONE = MissTable.NONE;

  private final L1Policy policy;
  private final L1Lines lines;
  private final L1Misses misses;
  private final L1Counters counters;
  private final L1Writes writes;
  private final L1Environment environment;
  private final CompletionListener listener;
  private final L1Fills fills;
  private final BankSteps bankSteps;
  private final L1Config config;
  private final L1Flush flush;

  /**
   * @param parts of which it is made
   * @param policy of the mechanism
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  public L1Cache(L1Parts parts, L1Policy policy) {
    this.policy = policy;
    config = parts.config();
    environment = parts.environment();
    listener = parts.listener();
    counters = parts.counters();
    misses = parts.misses();
    writes = parts.writes();
    lines = parts.lines();
    fills = new L1Fills(this, parts);
    flush = new L1Flush(parts);
    bankSteps = new BankSteps(environment, listener);
  }

  @Override
  public ControllerOutcome accept(LineAccess access) {
    return offer(access, true);
  }

  /**
   * Performs an access, or puts it where it waits, or refuses it.
   *
   * @param mayStall whether limits count; an access that may not wait exceeds all but that of MSHRs
   */
  public ControllerOutcome offer(LineAccess access, boolean mayStall) {
    if (misses.anyClosed()) {
      int miss = misses.table.find(access.line);
      if (miss != NONE && misses.closed(miss)) {
        if (mayStall && misses.crowded(miss)) {
          return ControllerOutcome.STALLED_TARGETS;
        }
        misses.parkBehind(miss, access);
        return ControllerOutcome.DONE;
      }
    }
    return perform(access, mayStall);
  }

  /**
   * Performs an access, or lets it wait for what it lacks.
   *
   * @param mayStall whether it may be refused; an access that has waited behind an atomic may not
   *     and exceeds the limits instead
   */
  ControllerOutcome perform(LineAccess access, boolean mayStall) {
    Step step = access.parent.currentStep();
    if (policy.performs(step)) {
      return policy.perform(access, mayStall);
    }
    if (step == BasicStep.PERFORM_AT_L2 || step == SystemStep.PERFORM_AT_SYSTEM) {
      return performAtL2(access, mayStall);
    }
    return performHere(access, mayStall);
  }

  /** The same for an access that is performed on the bytes of this L1 without asking the policy. */
  public ControllerOutcome performHere(LineAccess access, boolean mayStall) {
    return switch (access.parent.operation.kind()) {
      case LOAD -> load(access, mayStall);
      case STORE -> store(access, mayStall);
      case ATOMIC -> atomic(access, mayStall);
      case FENCE -> throw lines.machine.illegal("any", "FENCE", access.line);
    };
  }

  private ControllerOutcome load(LineAccess access, boolean mayStall) {
    int frame = lines.find(access.line);
    if (frame != NONE && lines.array.holds(frame, access.maskLow, access.maskHigh)) {
      lines.fire(frame, L1Event.LOAD_HIT, access.line, access);
      counters.loads++;
      counters.hits++;
      listener.performed(access);
      return ControllerOutcome.DONE;
    }
    int miss = misses.entryFor(access.line, mayStall);
    if (miss == NONE) {
      return misses.refusal(access.line);
    }
    counters.loads++;
    counters.misses++;
    lines.fire(frame, L1Event.MISS, access.line, access);
    misses.park(miss, access);
    return ControllerOutcome.DONE;
  }

  private ControllerOutcome store(LineAccess access, boolean mayStall) {
    int frame = lines.find(access.line);
    boolean dirty = frame != NONE && lines.array.dirty(frame);
    if (mayStall && !dirty && writes.full()) {
      return ControllerOutcome.STALLED_WRITES;
    }
    lines.fire(frame, L1Event.STORE, access.line, access);
    policy.written(access, access.maskLow, access.maskHigh);
    counters.stores++;
    listener.performed(access);
    return ControllerOutcome.DONE;
  }

  private ControllerOutcome atomic(LineAccess access, boolean mayStall) {
    int frame = lines.find(access.line);
    if (frame != NONE && lines.array.holds(frame, access.maskLow, access.maskHigh)) {
      if (mayStall && !lines.array.dirty(frame) && writes.full()) {
        return ControllerOutcome.STALLED_WRITES;
      }
      performAtomic(access, frame);
      return ControllerOutcome.DONE;
    }
    int miss = misses.entryFor(access.line, mayStall);
    if (miss == NONE) {
      return misses.refusal(access.line);
    }
    lines.fire(frame, L1Event.MISS, access.line, access);
    misses.parkAtomic(miss, access);
    return ControllerOutcome.DONE;
  }

  void performAtomic(LineAccess access, int frame) {
    WrittenBytes written = lines.atomic(access, frame);
    if (!written.isEmpty()) {
      policy.written(access, written.low(), written.high());
    }
    if (written.changed()) {
      environment.wordChanged();
    }
    counters.atomics++;
    listener.performed(access);
  }

  /** Diverts an access if it is to be diverted. */
  public boolean divert(LineAccess access) {
    if (!access.parent.divertible() || !policy.diverts(access)) {
      return false;
    }
    policy.diverting(access);
    listener.diverted(access);
    return true;
  }

  /** Has an access performed at the L2 or the memory side, and keeps nothing of its line. */
  public ControllerOutcome performAtL2(LineAccess access, boolean mayStall) {
    if (mayStall && writes.full()) {
      return ControllerOutcome.STALLED_WRITES;
    }
    int frame = lines.find(access.line);
    lines.fire(frame, L1Event.FORWARD, access.line, access);
    return ControllerOutcome.DONE;
  }

  @Override
  public ControllerOutcome step(Step step, WarpAccess access) {
    if (step == BasicStep.FLUSH) {
      return flush();
    } else if (step == BasicStep.AWAIT_WRITES) {
      return writes.await(access) ? ControllerOutcome.DONE : ControllerOutcome.PENDING;
    } else if (step == BasicStep.INVALIDATE) {
      invalidate();
      return ControllerOutcome.DONE;
    } else if (step == SystemStep.FLUSH_L2 || step == SystemStep.INVALIDATE_L2) {
      bankSteps.begin(
          step == SystemStep.FLUSH_L2 ? SystemMessage.FLUSH : SystemMessage.INVALIDATE, access);
      return ControllerOutcome.PENDING;
    }
    throw new IllegalArgumentException("there is no cache step " + step.name());
  }

  /** Writes one dirty line through each time; the sFIFO's entries of the beginning only. */
  public ControllerOutcome flush() {
    ControllerOutcome outcome = flush.goOn();
    if (outcome == ControllerOutcome.DONE) {
      policy.flushed();
    }
    return outcome;
  }

  /** Drops every byte that is not dirty. */
  public void invalidate() {
    lines.invalidate();
    misses.detachAll();
    counters.invalidations++;
    policy.invalidated();
  }

  @Override
  public int cycles(Step step) {
    return step == BasicStep.INVALIDATE ? config.invalidateCycles() : 1;
  }

  @Override
  public void receive(MemoryMessage message) {
    if (!(message.type instanceof LineMessage type)) {
      if (message.type != SystemMessage.DONE || !bankSteps.answered(message)) {
        throw illegalTransition(message);
      }
      return;
    }
    switch (type) {
      case FILL -> fills.fill(message);
      case VALUE -> {
        LineAccess access = answered(message);
        LaneBytes.load(access, message.data(), message.origins(), -message.first());
        listener.performed(access);
      }
      case RESULT -> {
        LineAccess access = answered(message);
        LaneAtomics.deliver(access, message.values(), message.origins());
        listener.performed(access);
      }
      case ACK -> {
        if (message.awaited) {
          listener.performed(answered(message));
        } else if (!writes.acknowledge(message.tag)) {
          throw lines.machine.illegal("no write unanswered", type.name(), message.line);
        }
      }
      case READ, LOAD, WRITE, ATOMIC, REDUCE ->
          throw lines.machine.illegal("any", type.name(), message.line);
    }
  }

  private LineAccess answered(MemoryMessage message) {
    LineAccess access = writes.answered(message);
    if (access == null) {
      throw lines.machine.illegal("nothing forwarded", message.type.name(), message.line);
    }
    return access;
  }

  /** The error for a message that has no place here. */
  public ProtocolException illegalTransition(MemoryMessage message) {
    return lines.machine.illegal("any", message.type.name(), message.line);
  }

  @Override
  public void canonicalize() {
    long shift = lines.canonicalize();
    policy.canonicalize(shift);
    flush.canonicalize(shift);
    misses.canonicalize();
    writes.canonicalize();
  }

  @Override
  public void check() {
    lines.machine.check();
    misses.machine.check();
  }

  @Override
  public List<String> checkInvariants() {
    return Stream.of(
            lines.checkInvariants(),
            policy.checkInvariants(),
            misses.checkInvariants(),
            writes.checkInvariants())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public boolean idle() {
    return misses.table.used() == 0 && writes.idle() && bankSteps.idle();
  }

  @Override
  public List<String> waiting() {
    return Stream.of(misses.waiting(), writes.waiting(), bankSteps.waiting())
        .flatMap(List::stream)
        .toList();
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
  public @Nullable CachedCopy copy(long address, int bytes) {
    return lines.copy(address, bytes);
  }

  /** How often each listed (state, event) pair of lines, then of MSHRs, has happened. */
  @Override
  public List<TransitionCount> transitions() {
    return Stream.concat(lines.machine.pairs().stream(), misses.machine.pairs().stream()).toList();
  }
}
