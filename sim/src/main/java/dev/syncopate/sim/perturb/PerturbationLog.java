package dev.syncopate.sim.perturb;

import java.util.ArrayList;
import java.util.List;

/** What a part of a machine has done differently from its own schedule, in order. */
public final class PerturbationLog {
  /**
   * Entry of the log.
   *
   * @param cycle in which the delay began; 0 for an order
   */
  public record Entry(long cycle, Perturbation perturbation) {}

  private final List<Entry> entries = new ArrayList<>();

  public void add(long cycle, Perturbation perturbation) {
    entries.add(new Entry(cycle, perturbation));
  }

  public List<Entry> entries() {
    return List.copyOf(entries);
  }
}
