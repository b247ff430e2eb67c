package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.LabConfig;
import dev.syncopate.memory.kit.update.UpdateKind;
import dev.syncopate.memory.kit.update.UpdateLines;
import dev.syncopate.memory.kit.update.UpdateRequest;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Transitions;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An L1 with a local atomic buffer in front of it (lab §III-A). */
final class LabL1 extends L1Decorator {
  private static final int NONE = UpdateLines.NONE;

  private final LabPolicy policy;
  private final UpdateLines lines;
  private final Transitions<LabState, LabEvent> transitions;
  private final LabCounters counters = new LabCounters();
  private final Evicted evicted;
  private final CompletionListener listener;
  private final L1Environment environment;
  private final Step[] update;
  private final int conflictCycles;
  private final boolean keeps;

  /** Whether the flush in progress has found a line. */
  private boolean flushing;

  /**
   * @param of the L1 behind
   * @param lines none held
   * @param evicted hears from that
   * @param update how it performs what leaves the buffer
   */
  LabL1(
      L1Controller of,
      LabConfig lab,
      LabPolicy policy,
      UpdateLines lines,
      L1Environment environment,
      CompletionListener listener,
      Evicted evicted,
      Step[] update) {
    super(of);
    this.policy = policy;
    this.lines = lines;
    this.environment = environment;
    this.listener = listener;
    this.evicted = evicted;
    this.update = update;
    conflictCycles = lab.conflictCycles();
    keeps = lab.reuse() == LabConfig.Reuse.ON;
    transitions = transitions(environment, keeps);
  }

  private static Transitions<LabState, LabEvent> transitions(
      L1Environment environment, boolean keeps) {
    Transitions<LabState, LabEvent> table =
        new Transitions<>(
            "LAB of " + environment.node(),
            LabState.values(),
            LabEvent.values(),
            environment.clock());
    LabState absent = LabState.UNBUFFERED;
    LabState held = LabState.BUFFERED;
    if (!keeps) {
      return table.on(absent, LabEvent.PASS, "perform it and send what it comes to", absent);
    }
    String send = "send the partial values to the L1 behind";
    return table
        .on(absent, LabEvent.UPDATE, "allocate a frame; hold the update, fetch nothing", held)
        .on(held, LabEvent.UPDATE, "combine", held)
        .on(held, LabEvent.CLASH, send + "; then as if there were none", absent)
        .on(held, LabEvent.EVICT, send, absent)
        .on(held, LabEvent.FLUSH, send, absent);
  }

  @Override
  public Outcome accept(LineAccess access) {
    return access.parent.currentStep() == LabStep.UPDATE_LAB
        ? update(access)
        : super.accept(access);
  }

  private Outcome update(LineAccess access) {
    boolean result = access.parent.operation.resultUsed();
    UpdateKind kind = result ? null : UpdateKind.of(access.parent.operation);
    if (kind != null && !keeps) {
      return pass(access, kind);
    }
    boolean looks = keeps && (kind != null || policy.meetsPartials());
    int frame = looks ? lines.find(access.line) : NONE;
    if (frame != NONE && (kind == null || !lines.combines(frame, kind))) {
      Outcome sent = send(frame, LabEvent.CLASH);
      if (sent.stalled()) {
        return sent;
      }
      counters.clashes++;
      frame = NONE;
    }
    if (kind == null) {
      counters.bypassed++;
      listener.diverted(access);
      return Outcome.DONE;
    }
    if (frame == NONE) {
      frame = lines.free(access.line);
      if (frame == NONE) {
        frame = lines.oldest(access.line);
        Outcome sent = send(frame, LabEvent.EVICT);
        if (sent.stalled()) {
          return sent;
        }
        counters.evictions++;
      }
      transitions.record(LabState.UNBUFFERED, LabEvent.UPDATE, access.line);
      lines.claim(frame, access.line, kind);
      counters.misses++;
    } else {
      transitions.record(LabState.BUFFERED, LabEvent.UPDATE, access.line);
      counters.hits++;
    }
    updated(lines.update(frame, access), access);
    return Outcome.DONE;
  }

  /** Performs an update, whose lanes may meet, and lets go of it: nothing is kept. */
  private Outcome pass(LineAccess access, UpdateKind kind) {
    int frame = lines.free(access.line);
    lines.claim(frame, access.line, kind);
    int most = lines.update(frame, access);
    Outcome sent = send(frame);
    lines.drop(frame);
    if (sent.stalled()) {
      return sent;
    }
    transitions.record(LabState.UNBUFFERED, LabEvent.PASS, access.line);
    counters.passed++;
    updated(most, access);
    return Outcome.DONE;
  }

  /** The instruction is complete on reaching the buffer. */
  private void updated(int most, LineAccess access) {
    counters.updates++;
    if (most > 1 && conflictCycles != 0) {
      counters.conflictCycles += (long) (most - 1) * conflictCycles;
      environment.occupy((most - 1) * conflictCycles);
    }
    listener.performed(access);
  }

  /** A line leaves the buffer. */
  private Outcome send(int frame, LabEvent event) {
    Outcome sent = policy.passesOn(event) ? send(frame) : Outcome.DONE;
    if (!sent.stalled()) {
      transitions.record(LabState.BUFFERED, event, lines.line(frame));
      lines.drop(frame);
    }
    return sent;
  }

  /** Has the L1 behind perform the partial values of a frame. */
  private Outcome send(int frame) {
    int number = evicted.leaving();
    int words = Integer.bitCount(lines.words(frame));
    Outcome sent = super.accept(UpdateRequest.of(lines, frame, update, number));
    if (sent.stalled()) {
      evicted.refused(number);
      return sent;
    }
    counters.words += words;
    return sent;
  }

  @Override
  public Outcome step(Step step, WarpAccess access) {
    return step == LabStep.FLUSH_LAB ? flush(access) : super.step(step, access);
  }

  /** One line a cycle; an update that comes behind the flush is not offered before it is over. */
  private Outcome flush(WarpAccess access) {
    int frame = lines.next();
    if (frame != NONE) {
      Outcome sent = send(frame, LabEvent.FLUSH);
      if (sent.stalled()) {
        return sent;
      }
      counters.flushes += flushing ? 0 : 1;
      counters.flushedLines++;
      flushing = policy.goesOn(lines.held());
      if (flushing) {
        return Outcome.AGAIN;
      }
    }
    return !policy.awaitsFlushed() || evicted.await(access) ? Outcome.DONE : Outcome.PENDING;
  }

  @Override
  public void giveUp(Consumer<LineAccess> updates) {
    for (int frame = lines.next(); frame != NONE; frame = lines.next()) {
      updates.accept(UpdateRequest.of(lines, frame, update, 0));
      lines.drop(frame);
    }
    super.giveUp(updates);
  }

  @Override
  public List<Object> counters() {
    List<Object> all = new ArrayList<>(super.counters());
    all.add(counters);
    return all;
  }

  @Override
  public boolean idle() {
    return super.idle() && evicted.idle();
  }

  @Override
  public List<Transitions.Pair> transitions() {
    return Stream.concat(super.transitions().stream(), transitions.pairs().stream()).toList();
  }

  @Override
  public void check() {
    super.check();
    transitions.check();
  }

  @Override
  public void settle() {
    super.settle();
    transitions.settle(line -> lines.find(line) == NONE ? LabState.UNBUFFERED : LabState.BUFFERED);
  }

  @Override
  public void canonicalize() {
    super.canonicalize();
    lines.canonicalize();
    evicted.canonicalize();
  }

  @Override
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>(super.checkInvariants());
    wrong.addAll(lines.checkInvariants());
    wrong.addAll(evicted.checkInvariants());
    return wrong;
  }

  @Override
  public List<String> waiting() {
    List<String> all = new ArrayList<>(super.waiting());
    all.addAll(evicted.waiting());
    return all;
  }
}
