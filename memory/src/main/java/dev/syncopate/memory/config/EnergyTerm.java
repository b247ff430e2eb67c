package dev.syncopate.memory.config;

import java.util.List;

/**
 * Events and the energy of each.
 *
 * @param counters of the events, by the names of docs/use/statistics.md; their sum counts
 * @param attojoules of one event
 */
public record EnergyTerm(List<String> counters, long attojoules) {
  public EnergyTerm {
    counters = List.copyOf(counters);
  }
}
