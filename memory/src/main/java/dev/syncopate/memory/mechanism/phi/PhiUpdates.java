package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.ForwardedAccess;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.kit.update.UpdateLines;
import dev.syncopate.memory.kit.update.UpdateRequest;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Transitions;

/**
 * The partial values of an L1's lines. In hardware they are in the lines' own bytes: each line here
 * has a frame there, and no byte of a word with a partial value is valid in it.
 */
class PhiUpdates {
  private static final int NONE = UpdateLines.NONE;
  private static final Step[] STEPS = {BasicStep.PERFORM_AT_L2};

  final UpdateLines lines;
  final Transitions<PhiState, PhiEvent> transitions;
  final PhiCounters counters = new PhiCounters();
  private final L1Environment environment;
  private final L1Misses misses;
  private final L1Writes writes;

  PhiUpdates(UpdateLines lines, L1Environment environment, L1Misses misses, L1Writes writes) {
    this.lines = lines;
    this.environment = environment;
    this.misses = misses;
    this.writes = writes;
    transitions =
        new Transitions<>(
            "update mode of the L1 of " + environment.node(),
            PhiState.values(),
            PhiEvent.values(),
            environment.clock());
    String send = "send the partial values to the L2";
    transitions
        .on(PhiState.DATA, PhiEvent.UPDATE, "enter update mode; hold the update", PhiState.UPDATES)
        .on(PhiState.UPDATES, PhiEvent.UPDATE, "combine", PhiState.UPDATES)
        .on(PhiState.UPDATES, PhiEvent.CLASH, send + "; then as an update of data", PhiState.DATA)
        .on(PhiState.UPDATES, PhiEvent.ACCESS, send + "; then as of data", PhiState.DATA)
        .on(PhiState.UPDATES, PhiEvent.LEAVE, send, PhiState.DATA)
        .on(PhiState.UPDATES, PhiEvent.FLUSH, send, PhiState.DATA);
  }

  /** Room for partial values in every line of an L1. */
  static UpdateLines linesOf(L1Config l1) {
    return new UpdateLines(l1.size() / l1.line() / l1.ways(), l1.ways(), l1.line(), false);
  }

  PhiState state(long line) {
    return lines.find(line) == NONE ? PhiState.DATA : PhiState.UPDATES;
  }

  /** The words of a line that hold partial values, bit i for word i. */
  int words(long line) {
    int held = lines.held() == 0 ? NONE : lines.find(line);
    return held == NONE ? 0 : lines.words(held);
  }

  /**
   * A line leaves update mode: its partial values go to the L2. They overtake nothing that has gone
   * there before, nor does anything of their line overtake them; fills asked for before do not have
   * them and are not kept.
   */
  void send(int held, PhiEvent event) {
    pass(held);
    left(held, event);
  }

  /** Sends a line's partial values. */
  final void pass(int held) {
    LineAccess request = UpdateRequest.of(lines, held, STEPS, 0);
    counters.words += Integer.bitCount(lines.words(held));
    environment.send(
        environment.home(request.line),
        ForwardedAccess.request(request, environment.node(), writes.issue(), false, false));
  }

  /** A line's partial values are not here any more. */
  final void left(int held, PhiEvent event) {
    long line = lines.line(held);
    transitions.record(PhiState.UPDATES, event, line);
    detach(line);
    lines.drop(held);
  }

  /** What has been asked for of a line is not kept. */
  void detach(long line) {
    misses.detach(line);
  }

  /** Whether there is more to flush. */
  boolean goesOn() {
    return lines.held() != 0;
  }

  /** A line loses its frame. */
  void leave(long line) {
    int held = lines.held() == 0 ? NONE : lines.find(line);
    if (held != NONE) {
      counters.evictions++;
      send(held, PhiEvent.LEAVE);
    }
  }
}
