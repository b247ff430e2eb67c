package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.kit.update.UpdateKind;
import dev.syncopate.memory.kit.update.UpdateLines;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An L1 with a local atomic buffer in front of it (lab §III-A). */
final class LabL1 extends L1Decorator {
  private static final int NONE = UpdateLines.NONE;

  private final LabLines lines;
  private final StateMachine<LabState, LabEvent, LabLines, LineAccess> machine;
  private final LabCounters counters;
  private final EvictedUpdates evicted;
  private final boolean keeps;

  /** Whether the flush in progress has found a line. */
  private boolean flushing;

  /**
   * @param inner the L1 behind
   * @param lines none held
   * @param evicted receives that L1's completions
   * @param keeps whether lines stay until an eviction or a flush
   */
  LabL1(
      L1Controller inner,
      LabLines lines,
      StateMachine<LabState, LabEvent, LabLines, LineAccess> machine,
      LabCounters counters,
      EvictedUpdates evicted,
      boolean keeps) {
    super(inner);
    this.lines = lines;
    this.machine = machine;
    this.counters = counters;
    this.evicted = evicted;
    this.keeps = keeps;
  }

  @Override
  public ControllerOutcome accept(LineAccess access) {
    return access.parent.currentStep() == LabStep.UPDATE_LAB
        ? update(access)
        : super.accept(access);
  }

  private ControllerOutcome update(LineAccess access) {
    boolean result = access.parent.operation.resultUsed();
    UpdateKind kind = result ? null : UpdateKind.of(access.parent.operation);
    if (kind == null) {
      return bypass(access);
    }
    if (!keeps) {
      return fire(LabEvent.PASS, access.line, access);
    }
    int frame = lines.lines.find(access.line);
    if (frame != NONE && !lines.lines.combines(frame, kind)) {
      ControllerOutcome sent = fire(LabEvent.CLASH, access.line, access);
      if (sent.stalled()) {
        return sent;
      }
      counters.clashes++;
      frame = lines.lines.find(access.line);
    }
    if (frame == NONE && lines.lines.free(access.line) == NONE) {
      long oldest = lines.lines.line(lines.lines.oldest(access.line));
      ControllerOutcome sent = fire(LabEvent.EVICT, oldest, null);
      if (sent.stalled()) {
        return sent;
      }
      counters.evictions++;
    }
    counters.hits += frame == NONE ? 0 : 1;
    counters.misses += frame == NONE ? 1 : 0;
    return fire(LabEvent.UPDATE, access.line, access);
  }

  private ControllerOutcome bypass(LineAccess access) {
    boolean clashes = lines.state(access.line) == LabState.BUFFERED;
    ControllerOutcome diverted = fire(LabEvent.BYPASS, access.line, access);
    counters.clashes += clashes && !diverted.stalled() ? 1 : 0;
    return diverted;
  }

  private ControllerOutcome fire(LabEvent event, long line, @Nullable LineAccess access) {
    return machine.offer(lines.state(line), event, line, NONE, access);
  }

  @Override
  public ControllerOutcome step(Step step, WarpAccess access) {
    return step == LabStep.FLUSH_LAB ? flush(access) : super.step(step, access);
  }

  /** One line a cycle; an update that comes behind the flush is not offered before it is over. */
  private ControllerOutcome flush(WarpAccess access) {
    int frame = lines.lines.next();
    if (frame != NONE) {
      ControllerOutcome sent = fire(LabEvent.FLUSH, lines.lines.line(frame), null);
      if (sent.stalled()) {
        return sent;
      }
      counters.flushes += flushing ? 0 : 1;
      counters.flushedLines++;
      flushing = lines.lines.held() != 0;
      if (flushing) {
        return ControllerOutcome.AGAIN;
      }
    }
    return evicted.await(access) ? ControllerOutcome.DONE : ControllerOutcome.PENDING;
  }

  @Override
  public void giveUp(Consumer<LineAccess> updates) {
    for (int frame = lines.lines.next(); frame != NONE; frame = lines.lines.next()) {
      updates.accept(lines.take(frame));
    }
    super.giveUp(updates);
  }

  @Override
  public List<Object> counters() {
    List<Object> allCounters = new ArrayList<>(super.counters());
    allCounters.add(counters);
    return allCounters;
  }

  @Override
  public boolean idle() {
    return super.idle() && evicted.idle();
  }

  @Override
  public List<TransitionCount> transitions() {
    return Stream.concat(super.transitions().stream(), machine.pairs().stream()).toList();
  }

  @Override
  public void check() {
    super.check();
    machine.check();
  }

  @Override
  public void canonicalize() {
    super.canonicalize();
    lines.lines.canonicalize();
    evicted.canonicalize();
  }

  @Override
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>(super.checkInvariants());
    wrong.addAll(lines.lines.checkInvariants());
    wrong.addAll(evicted.checkInvariants());
    return wrong;
  }

  @Override
  public List<String> waiting() {
    List<String> descriptions = new ArrayList<>(super.waiting());
    descriptions.addAll(evicted.waiting());
    return descriptions;
  }
}
