package dev.syncopate.machine.gpu;

import dev.syncopate.machine.agent.Cpus;
import dev.syncopate.machine.tile.Tiles;
import dev.syncopate.memory.system.MemorySystem;
import dev.syncopate.sim.stats.Statistics;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The machine's counters, which only ever grow, and what they were after the launch before. */
final class CounterTotals {
  private final Tiles tiles;
  private final MemorySystem memory;
  private final Cpus cpus;
  private Map<String, Long> last = Map.of();

  CounterTotals(Tiles tiles, MemorySystem memory, Cpus cpus) {
    this.tiles = tiles;
    this.memory = memory;
    this.cpus = cpus;
  }

  /** What was counted since the machine was made. */
  Map<String, Long> now() {
    Map<String, Long> now = Statistics.sum(tiles.counters());
    now.putAll(Statistics.sum(memory.counters()));
    now.putAll(Statistics.sum(cpus.counters()));
    return now;
  }

  /** The same as it was after the launch before. */
  Map<String, Long> last() {
    if (last.isEmpty()) {
      Map<String, Long> nothing = now();
      nothing.replaceAll((name, value) -> 0L);
      return nothing;
    }
    return last;
  }

  /** What was counted since this was asked last. */
  SortedMap<String, Long> sinceLast() {
    Map<String, Long> now = now();
    SortedMap<String, Long> difference = new TreeMap<>();
    now.forEach((name, total) -> difference.put(name, total - last.getOrDefault(name, 0L)));
    last = now;
    return difference;
  }
}
