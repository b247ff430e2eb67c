package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.protocol.StateTable;

/**
 * State tables of hLRC's controllers.
 *
 * @param lines of the L1's lines
 * @param l1 of registrations in an L1
 * @param l2 of registrations at a bank
 */
record HlrcTables(
    StateTable<LineState, L1Event, L1Lines, Object> lines,
    StateTable<LineHolding, LineHolding.Event, HlrcL1, Object> l1,
    StateTable<LinePlace, LinePlace.Event, HlrcL2, Object> l2) {
  /** hLRC as published. */
  static final HlrcTables RIGHT =
      new HlrcTables(HlrcL1Table.LINES, HlrcL1Table.REGISTRATIONS, HlrcL2Table.REGISTRATIONS);

  HlrcTables withLines(StateTable<LineState, L1Event, L1Lines, Object> lineTable) {
    return new HlrcTables(lineTable, l1, l2);
  }

  HlrcTables withL1(StateTable.Builder<LineHolding, LineHolding.Event, HlrcL1, Object> l1Builder) {
    return new HlrcTables(lines, l1Builder.build(), l2);
  }

  HlrcTables withL2(StateTable.Builder<LinePlace, LinePlace.Event, HlrcL2, Object> l2Builder) {
    return new HlrcTables(lines, l1, l2Builder.build());
  }
}
