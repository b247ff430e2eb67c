package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.protocol.Transitions;
import dev.syncopate.memory.topology.Node;
import java.util.function.LongSupplier;

/** The table of an L1's MSHRs. */
final class MissTransitions {
  private MissTransitions() {}

  /**
   * The table.
   *
   * @param atomics whether atomics wait for bytes there, and accesses behind them
   */
  static Transitions<MissState, MissEvent> of(Node node, LongSupplier time, boolean atomics) {
    Transitions<MissState, MissEvent> table =
        new Transitions<>(
            "MSHRs of the L1 of " + node, MissState.values(), MissEvent.values(), time);
    listLoads(table);
    if (atomics) {
      listAtomics(table);
    }
    return table;
  }

  private static void listLoads(Transitions<MissState, MissEvent> table) {
    table
        .on(MissState.FREE, MissEvent.ATTACH, "take the MSHR", MissState.OPEN)
        .on(MissState.OPEN, MissEvent.PARK, "let the load wait", MissState.OPEN)
        .on(MissState.OPEN, MissEvent.ASK, "ask the L2", MissState.OPEN)
        .on(MissState.OPEN, MissEvent.FILL, "serve what has its bytes", MissState.OPEN)
        .on(MissState.OPEN, MissEvent.DETACH, "keep no fill", MissState.DETACHED)
        .on(MissState.OPEN, MissEvent.RELEASE, "give the MSHR back", MissState.FREE)
        .on(MissState.DETACHED, MissEvent.FILL, "serve what has its bytes", MissState.DETACHED)
        .on(MissState.DETACHED, MissEvent.RELEASE, "give the MSHR back", MissState.FREE);
  }

  /** Closed MSHRs open when the last access that waited behind the atomic is performed. */
  private static void listAtomics(Transitions<MissState, MissEvent> table) {
    String behind = "let the access wait behind the atomic";
    table
        .on(MissState.OPEN, MissEvent.PARK_ATOMIC, "let the atomic wait", MissState.CLOSED)
        .on(MissState.CLOSED_DETACHED, MissEvent.PARK_BEHIND, behind, MissState.CLOSED_DETACHED)
        .on(MissState.CLOSED, MissEvent.PARK, "let the load wait", MissState.CLOSED, MissState.OPEN)
        .on(MissState.CLOSED, MissEvent.PARK_ATOMIC, "let the atomic wait", MissState.CLOSED)
        .on(MissState.CLOSED, MissEvent.PARK_BEHIND, behind, MissState.CLOSED)
        .on(MissState.CLOSED, MissEvent.ASK, "ask the L2", MissState.CLOSED, MissState.OPEN)
        .on(
            MissState.CLOSED,
            MissEvent.FILL,
            "serve what has its bytes, and what waits behind",
            MissState.CLOSED,
            MissState.OPEN)
        .on(
            MissState.CLOSED,
            MissEvent.DETACH,
            "keep no fill",
            MissState.CLOSED_DETACHED,
            MissState.DETACHED)
        .on(
            MissState.CLOSED_DETACHED,
            MissEvent.FILL,
            "serve what has its bytes",
            MissState.CLOSED_DETACHED,
            MissState.DETACHED)
        .on(
            MissState.CLOSED_DETACHED,
            MissEvent.ATTACH,
            "go on with what waits behind",
            MissState.CLOSED,
            MissState.OPEN);
  }
}
