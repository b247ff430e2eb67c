package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;

/** What an L1 controller is made of. */
public record L1Parts(
    L1Config config,
    L1Environment environment,
    CompletionListener listener,
    L1Counters counters,
    L1Misses misses,
    L1Writes writes,
    L1Lines lines) {

  /** Those of plain GPU coherence. */
  public static L1Parts of(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    L1Misses misses = new L1Misses(environment.node(), config, environment.clock());
    L1Writes writes = new L1Writes(config.outstandingWrites(), environment, listener);
    L1Lines lines = new L1Lines(config, environment, counters, writes, misses);
    return new L1Parts(config, environment, listener, counters, misses, writes, lines);
  }

  /** Those of an L1 that has nothing performed at the L2, and whose atomics wait elsewhere. */
  public static L1Parts ofLocal(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    L1Misses misses = L1Misses.ofLoads(environment.node(), config, environment.clock());
    L1Writes writes = new L1Writes(config.outstandingWrites(), environment, listener);
    L1Lines lines = new L1Lines(config, environment, counters, writes, misses, false);
    return new L1Parts(config, environment, listener, counters, misses, writes, lines);
  }
}
