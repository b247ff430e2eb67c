package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.ForwardedAccess;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.kit.update.UpdateKind;
import dev.syncopate.memory.kit.update.UpdateLines;
import dev.syncopate.memory.kit.update.UpdateRequest;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.Stateful;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The partial values of an L1's lines. In hardware they are in the lines' own bytes: each line here
 * has a frame there, and no byte of a word with a partial value is valid in it.
 */
final class PhiUpdates implements Stateful<PhiState, LineAccess>, L1Lines.Listener {
  private static final int NONE = UpdateLines.NONE;
  private static final Step[] STEPS = {BasicStep.PERFORM_AT_L2};

  final UpdateLines lines;
  final StateMachine<PhiState, PhiEvent, PhiUpdates, LineAccess> machine;
  final PhiCounters counters = new PhiCounters();
  private final L1Environment environment;
  private final CompletionListener listener;
  private final L1Misses misses;
  private final L1Writes writes;
  private final int conflictCycles;
  private @Nullable L1Lines data;
  private @Nullable PhiFetches fetches;

  @SuppressWarnings("this-escape") // kept for later calls only
  PhiUpdates(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Misses misses,
      L1Writes writes,
      StateTable<PhiState, PhiEvent, PhiUpdates, LineAccess> table) {
    lines = linesOf(config.l1());
    this.environment = environment;
    this.listener = listener;
    this.misses = misses;
    this.writes = writes;
    conflictCycles = config.settings(PhiSettings.class).conflictCycles();
    machine =
        new StateMachine<>(
            table, this, "update mode of the L1 of " + environment.node(), environment.clock());
  }

  /** Room for partial values in every line of an L1. */
  private static UpdateLines linesOf(L1Config l1) {
    return new UpdateLines(l1.size() / l1.line() / l1.ways(), l1.ways(), l1.line(), false);
  }

  /** The lines that have the partial values, and how their bytes are fetched. */
  void in(L1Lines l1Lines, PhiFetches phiFetches) {
    data = l1Lines;
    fetches = phiFetches;
  }

  /** How bytes are fetched. */
  PhiFetches fetches() {
    return Objects.requireNonNull(fetches);
  }

  /** Those lines. */
  L1Lines data() {
    return Objects.requireNonNull(data);
  }

  // ---- states ----

  @Override
  public PhiState state(long line, int part) {
    return lines.find(line) == NONE ? PhiState.DATA : PhiState.UPDATES;
  }

  @Override
  public void enter(PhiState next, long line, int part, @Nullable LineAccess update) {
    switch (next) {
      case DATA -> lines.drop(lines.find(line));
      case UPDATES -> {
        UpdateKind kind = UpdateKind.of(Objects.requireNonNull(update).parent.operation);
        lines.claim(lines.free(line), line, Objects.requireNonNull(kind));
      }
    }
  }

  /** An event happens to a line. */
  void fire(PhiEvent event, long line, @Nullable LineAccess cause) {
    machine.fire(state(line, NONE), event, line, NONE, cause);
  }

  /** The words of a line that hold partial values, bit i for word i. */
  int words(long line) {
    int updateFrame = lines.held() == 0 ? NONE : lines.find(line);
    return updateFrame == NONE ? 0 : lines.words(updateFrame);
  }

  /** Whether there is more to flush. */
  boolean goesOn() {
    return lines.held() != 0;
  }

  /** A line loses its frame: partial values leave. */
  @Override
  public void leaving(long line) {
    if (lines.held() != 0 && lines.find(line) != NONE) {
      counters.evictions++;
      fire(PhiEvent.LEAVE, line, null);
    }
  }

  // ---- actions ----

  /** Combines an update with its line's partial values; lanes that meet in a word take turns. */
  void combine(long line, @Nullable LineAccess update) {
    int updatesPerWord = lines.update(lines.find(line), Objects.requireNonNull(update));
    counters.updates++;
    if (updatesPerWord > 1 && conflictCycles != 0) {
      counters.conflictCycles += (long) (updatesPerWord - 1) * conflictCycles;
      environment.occupy((updatesPerWord - 1) * conflictCycles);
    }
  }

  /** Drops the data of the words of an update. */
  void dropWords(long line, @Nullable LineAccess update) {
    LineAccess access = Objects.requireNonNull(update);
    int frame = data().find(line);
    data().array.forget(frame, access.maskLow, access.maskHigh);
    data().array.touch(frame);
  }

  /** The instruction is complete on reaching the L1. */
  void complete(@Nullable LineAccess update) {
    listener.performed(Objects.requireNonNull(update));
  }

  /**
   * Sends a line's partial values to the L2. They overtake nothing that has gone there before, nor
   * does anything of their line overtake them.
   */
  void send(long line) {
    send(request(line));
  }

  /** The access by which a line's partial values are performed at the L2. */
  LineAccess request(long line) {
    return UpdateRequest.of(lines, lines.find(line), STEPS, 0);
  }

  /** Has the L2 perform partial values. */
  void send(LineAccess request) {
    counters.words += Integer.bitCount(WordMask.touched(request.maskLow, request.maskHigh));
    environment.send(
        environment.home(request.line),
        ForwardedAccess.request(request, environment.node(), writes.issue(), false, false));
  }

  /** Fills asked for before do not have the partial values and are not kept. */
  void detach(long line) {
    misses.detach(line);
  }

  /** Invalidates the data of a line that also holds partial values. */
  void dropData(long line) {
    data().array.forget(data().find(line), -1, -1);
  }
}
