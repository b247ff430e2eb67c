package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.cache.BoundedStoreFifo;
import dev.syncopate.memory.cache.NumberedStoreFifo;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.StateTable;

/** The components of an L1 controller. */
public record L1Parts(
    L1Config config,
    L1Environment environment,
    CompletionListener listener,
    L1Counters counters,
    L1Misses misses,
    L1Writes writes,
    L1Lines lines) {

  /** The parts of plain GPU coherence. */
  public static L1Parts of(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    return of(config, environment, listener, counters, L1Table.PLAIN, MissStateTable.ATOMICS);
  }

  /** The parts of an L1 with other state tables. */
  public static L1Parts of(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      StateTable<LineState, L1Event, L1Lines, Object> lineTable,
      StateTable<MissState, MissEvent, L1Misses, Object> missTable) {
    NumberedStoreFifo fifo = new BoundedStoreFifo(config.sfifoEntries());
    return of(config, environment, listener, counters, fifo, lineTable, missTable);
  }

  /** The parts of an L1 with another sFIFO. */
  public static L1Parts of(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      NumberedStoreFifo fifo,
      StateTable<LineState, L1Event, L1Lines, Object> lineTable,
      StateTable<MissState, MissEvent, L1Misses, Object> missTable) {
    L1Misses misses = new L1Misses(environment.node(), config, environment.clock(), missTable);
    L1Writes writes = new L1Writes(config.outstandingWrites(), environment, listener);
    L1Lines lines =
        new L1Lines(config, environment, listener, counters, writes, misses, fifo, lineTable);
    return new L1Parts(config, environment, listener, counters, misses, writes, lines);
  }
}
