package dev.syncopate.memory.config;

import java.util.List;

/**
 * A mechanism's part of a machine's energy.
 *
 * @param key its name in documents
 * @param label its name for people
 * @param configured whether the machine's file gives any energy of its events
 * @param terms whose sum it is
 */
public record EnergyShare(String key, String label, boolean configured, List<EnergyTerm> terms) {
  public EnergyShare {
    terms = List.copyOf(terms);
  }
}
