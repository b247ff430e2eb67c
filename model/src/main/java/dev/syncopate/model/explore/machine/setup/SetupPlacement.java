package dev.syncopate.model.explore.machine.setup;

import java.util.Locale;

/** Compute units of a test's CTAs. */
public enum SetupPlacement {
  /** Each CTA on a separate unit. */
  APART,
  /** All CTAs of a GPU on one unit. */
  SAME,
  /** The CTAs of a cluster on one unit, others apart. */
  CLUSTERS;

  /** As people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
