package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.kit.update.UpdateKind;
import dev.syncopate.memory.kit.update.UpdateLines;
import dev.syncopate.memory.kit.update.UpdateRequest;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Stateful;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lines of a local atomic buffer, and what {@link LabTable} does to them. */
final class LabLines implements Stateful<LabState, LineAccess> {
  private static final int NONE = UpdateLines.NONE;

  final UpdateLines lines;
  private final L1Controller inner;
  private final L1Environment environment;
  private final CompletionListener listener;
  private final EvictedUpdates evicted;
  private final LabCounters counters;
  private final Step[] update;
  private final int conflictCycles;

  /**
   * @param inner the L1 that performs what leaves the buffer
   * @param evicted receives that L1's completions
   * @param update steps by which that L1 performs it
   */
  LabLines(
      LabSettings lab,
      int lineBytes,
      L1Controller inner,
      L1Environment environment,
      CompletionListener listener,
      EvictedUpdates evicted,
      LabCounters counters,
      Step[] update) {
    boolean singleEntry = lab.reuse() == LabSettings.Reuse.OFF;
    int ways = singleEntry ? 1 : Math.min(lab.entries(), lab.ways());
    int sets = singleEntry || lab.unlimited() ? 1 : lab.entries() / ways;
    lines = new UpdateLines(sets, ways, lineBytes, lab.unlimited() && !singleEntry);
    this.inner = inner;
    this.environment = environment;
    this.listener = listener;
    this.evicted = evicted;
    this.counters = counters;
    this.update = update;
    conflictCycles = lab.conflictCycles();
  }

  @Override
  public LabState state(long line, int part) {
    return state(line);
  }

  LabState state(long line) {
    return lines.find(line) == NONE ? LabState.UNBUFFERED : LabState.BUFFERED;
  }

  /** Gives the update's line a free frame, or makes the line's frame free. */
  @Override
  public void enter(LabState next, long line, int part, @Nullable LineAccess cause) {
    switch (next) {
      case BUFFERED -> lines.claim(lines.free(line), line, kind(Objects.requireNonNull(cause)));
      case UNBUFFERED -> lines.drop(lines.find(line));
    }
  }

  /** The kind of an update that the buffer combines. */
  private static UpdateKind kind(LineAccess update) {
    return Objects.requireNonNull(UpdateKind.of(update.parent.operation));
  }

  /** Combines an update with its line's partial values. */
  void combine(long line, @Nullable LineAccess update) {
    updated(lines.update(lines.find(line), Objects.requireNonNull(update)));
  }

  /** Lanes that meet in a word take turns. */
  private void updated(int updatesPerWord) {
    counters.updates++;
    if (updatesPerWord > 1 && conflictCycles != 0) {
      counters.conflictCycles += (long) (updatesPerWord - 1) * conflictCycles;
      environment.occupy((updatesPerWord - 1) * conflictCycles);
    }
  }

  /** The instruction is complete on reaching the buffer. */
  void complete(@Nullable LineAccess update) {
    listener.performed(Objects.requireNonNull(update));
  }

  /** Has an access that the buffer does not combine performed by its other steps. */
  void divert(@Nullable LineAccess access) {
    counters.bypassed++;
    listener.diverted(Objects.requireNonNull(access));
  }

  /** Has the L1 behind perform a line's partial values. */
  ControllerOutcome send(long line) {
    return sendFrame(lines.find(line));
  }

  /** Combines the lanes of an update in a frame that is free before and after it. */
  ControllerOutcome sendAlone(long line, @Nullable LineAccess update) {
    LineAccess access = Objects.requireNonNull(update);
    int frame = lines.free(line);
    lines.claim(frame, line, kind(access));
    int updatesPerWord = lines.update(frame, access);
    ControllerOutcome sent = sendFrame(frame);
    lines.drop(frame);
    if (!sent.stalled()) {
      counters.passed++;
      updated(updatesPerWord);
    }
    return sent;
  }

  private ControllerOutcome sendFrame(int frame) {
    int number = evicted.leaving();
    int words = Integer.bitCount(lines.words(frame));
    ControllerOutcome sent = inner.accept(UpdateRequest.of(lines, frame, update, number));
    if (sent.stalled()) {
      evicted.refused(number);
      return sent;
    }
    counters.words += words;
    return sent;
  }

  /** Takes the next line out, for the host: its partial values as commutative atomics. */
  LineAccess take(int frame) {
    LineAccess request = UpdateRequest.of(lines, frame, update, 0);
    lines.drop(frame);
    return request;
  }
}
