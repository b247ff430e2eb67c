package dev.syncopate.workload.stealing;

import java.util.Arrays;
import java.util.List;

/**
 * Synchronisation of the queues' owners and thieves (rsp §5.2, srsp §5.1.2). The kernels of a
 * workload differ in nothing else.
 */
public enum StealingScenario {
  /** No stealing; owners synchronise at component scope. */
  BASELINE("baseline"),
  /** No stealing; owners synchronise at CTA scope. */
  SCOPE_ONLY("scope-only"),
  /** Stealing; all work-groups synchronise at component scope. */
  STEAL_ONLY("steal-only"),
  /**
   * Stealing; owners synchronise at CTA scope, thieves by remote operations at component scope.
   * What that costs is the protocol's affair (in rsp: rem-sync; in srsp: bRSP, sRSP).
   */
  REMOTE("remote");

  private final String label;

  StealingScenario(String label) {
    this.label = label;
  }

  /** As people write it. */
  public String label() {
    return label;
  }

  /** Whether a work-group that has run out of elements takes others'. */
  public boolean steals() {
    return this == STEAL_ONLY || this == REMOTE;
  }

  /** Name of the kernel that runs {@code work} in this scenario on one GPU. */
  public String kernel(String work) {
    return kernel(work, false);
  }

  /**
   * The same, where thieves may be on other GPUs than owners.
   *
   * @param system whether what they do to one another is at system scope
   */
  public String kernel(String work, boolean system) {
    return work + (system && steals() ? "_sys_" : "_") + label.replace('-', '_');
  }

  /** All labels, {@code baseline} first. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(StealingScenario::label).toList();
  }

  /**
   * @throws IllegalArgumentException for a label that no scenario has
   */
  public static StealingScenario of(String label) {
    return Arrays.stream(values())
        .filter(scenario -> scenario.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no scenario " + label));
  }
}
