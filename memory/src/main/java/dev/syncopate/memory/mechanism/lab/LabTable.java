package dev.syncopate.memory.mechanism.lab;

import static dev.syncopate.memory.mechanism.lab.LabEvent.BYPASS;
import static dev.syncopate.memory.mechanism.lab.LabEvent.CLASH;
import static dev.syncopate.memory.mechanism.lab.LabEvent.EVICT;
import static dev.syncopate.memory.mechanism.lab.LabEvent.FLUSH;
import static dev.syncopate.memory.mechanism.lab.LabEvent.PASS;
import static dev.syncopate.memory.mechanism.lab.LabEvent.UPDATE;
import static dev.syncopate.memory.mechanism.lab.LabState.BUFFERED;
import static dev.syncopate.memory.mechanism.lab.LabState.UNBUFFERED;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;

/**
 * State tables of the lines of a local atomic buffer (lab §III-A). A line gets a frame on entering
 * BUFFERED, with nothing fetched, and loses it on leaving.
 */
final class LabTable {
  static final Action<LabLines, LineAccess> COMBINE =
      new Action<>(
          "combine the update with the partial values of its line",
          (lines, line, frame, update) -> lines.combine(line, update));

  static final Action<LabLines, LineAccess> COMPLETE =
      new Action<>(
          "complete the instruction", (lines, line, frame, update) -> lines.complete(update));

  static final Action<LabLines, LineAccess> DIVERT =
      new Action<>(
          "have the access take its other steps",
          (lines, line, frame, access) -> lines.divert(access));

  static final Action.Offer<LabLines, LineAccess> SEND_PARTIALS =
      new Action.Offer<>(
          "send the line's partial values to the L1 behind",
          (lines, line, frame, access) -> lines.send(line));

  static final Action.Offer<LabLines, LineAccess> SEND_ALONE =
      new Action.Offer<>(
          "combine the lanes of the update and send the result to the L1 behind",
          (lines, line, frame, update) -> lines.sendAlone(line, update));

  // spotless:off
  /** Of a buffer that keeps lines until an eviction or a flush. */
  static final StateTable<LabState, LabEvent, LabLines, LineAccess> KEEPING =
      table()
          .on(UNBUFFERED, UPDATE)                      .to(BUFFERED)  .does(COMBINE, COMPLETE)
          .on(UNBUFFERED, BYPASS)                      .to(UNBUFFERED).does(DIVERT)
          .on(BUFFERED, UPDATE)                        .to(BUFFERED)  .does(COMBINE, COMPLETE)
          .on(BUFFERED, CLASH)  .offers(SEND_PARTIALS) .to(UNBUFFERED)
          .on(BUFFERED, BYPASS) .offers(SEND_PARTIALS) .to(UNBUFFERED).does(DIVERT)
          .on(BUFFERED, EVICT)  .offers(SEND_PARTIALS) .to(UNBUFFERED)
          .on(BUFFERED, FLUSH)  .offers(SEND_PARTIALS) .to(UNBUFFERED)
          .build();

  /** Of a buffer that combines the lanes of one access and keeps nothing. */
  static final StateTable<LabState, LabEvent, LabLines, LineAccess> PASSING =
      table()
          .on(UNBUFFERED, PASS)  .offers(SEND_ALONE).to(UNBUFFERED).does(COMPLETE)
          .on(UNBUFFERED, BYPASS)                   .to(UNBUFFERED).does(DIVERT)
          .build();

  // spotless:on

  private LabTable() {}

  private static StateTable.Builder<LabState, LabEvent, LabLines, LineAccess> table() {
    return StateTable.of("lines of a local atomic buffer", LabState.class, LabEvent.class);
  }
}
