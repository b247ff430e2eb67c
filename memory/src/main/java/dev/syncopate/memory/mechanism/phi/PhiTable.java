package dev.syncopate.memory.mechanism.phi;

import static dev.syncopate.memory.kit.LineState.CLEAN;
import static dev.syncopate.memory.kit.LineState.DIRTY;
import static dev.syncopate.memory.kit.LineState.INVALID;
import static dev.syncopate.memory.mechanism.phi.PhiEvent.ACCESS;
import static dev.syncopate.memory.mechanism.phi.PhiEvent.CLASH;
import static dev.syncopate.memory.mechanism.phi.PhiEvent.FLUSH;
import static dev.syncopate.memory.mechanism.phi.PhiEvent.INVALIDATE;
import static dev.syncopate.memory.mechanism.phi.PhiEvent.LEAVE;
import static dev.syncopate.memory.mechanism.phi.PhiEvent.UPDATE;
import static dev.syncopate.memory.mechanism.phi.PhiState.DATA;
import static dev.syncopate.memory.mechanism.phi.PhiState.UPDATES;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;

/**
 * State tables of an L1 with lines in update mode (lab §IV-B): of its lines, and of their partial
 * values. A line claims room for partial values on entering UPDATES and gives it up on leaving.
 */
final class PhiTable {
  static final Action<PhiUpdates, LineAccess> COMBINE =
      new Action<>(
          "combine the update with the partial values of its line",
          (updates, line, heldWords, update) -> updates.combine(line, update));

  static final Action<PhiUpdates, LineAccess> DROP_WORDS =
      new Action<>(
          "drop the data of its words",
          (updates, line, heldWords, update) -> updates.dropWords(line, update));

  static final Action<PhiUpdates, LineAccess> COMPLETE =
      new Action<>(
          "complete the instruction",
          (updates, line, heldWords, update) -> updates.complete(update));

  static final Action<PhiUpdates, LineAccess> SEND =
      new Action<>(
          "send the partial values to the L2",
          (updates, line, heldWords, cause) -> updates.send(line));

  static final Action<PhiUpdates, LineAccess> DETACH =
      new Action<>(
          "keep no fill asked for before",
          (updates, line, heldWords, cause) -> updates.detach(line));

  static final Action<PhiUpdates, LineAccess> DROP_DATA =
      new Action<>(
          "drop the data of the other words",
          (updates, line, heldWords, cause) -> updates.dropData(line));

  // spotless:off
  /** Of partial values. */
  static final StateTable<PhiState, PhiEvent, PhiUpdates, LineAccess> PARTIALS =
      StateTable.<PhiState, PhiEvent, PhiUpdates, LineAccess>of("updates in the lines of an L1", PhiState.class, PhiEvent.class)
          .on(DATA, UPDATE)                             .to(UPDATES).does(COMBINE, DROP_WORDS, COMPLETE)
          .on(UPDATES, UPDATE)                          .to(UPDATES).does(COMBINE, DROP_WORDS, COMPLETE)
          .on(UPDATES, CLASH)      .does(SEND, DETACH)  .to(DATA)
          .on(UPDATES, ACCESS)     .does(SEND, DETACH)  .to(DATA)
          .on(UPDATES, LEAVE)      .does(SEND, DETACH)  .to(DATA)
          .on(UPDATES, FLUSH)      .does(SEND, DETACH)  .to(DATA)
          .on(UPDATES, INVALIDATE) .does(DROP_DATA)     .to(UPDATES)
          .build();

  /** Of lines: an update needs a frame without dirty bytes. */
  static final StateTable<LineState, L1Event, L1Lines, Object> LINES =
      L1Table.PLAIN.but()
          .on(INVALID, L1Event.UPDATE)                                   .to(CLEAN)
          .on(CLEAN, L1Event.UPDATE)                                     .to(CLEAN)
          .on(DIRTY, L1Event.UPDATE)  .does(L1Table.WRITE_THROUGH_FIRST) .to(CLEAN)
          .build();
  // spotless:on

  private PhiTable() {}
}
