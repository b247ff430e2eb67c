package dev.syncopate.model.explore.machine.setup;

import java.util.Locale;

/** On which compute units the CTAs of a test run. */
public enum SetupPlacement {
  /** Each CTA on a separate unit. */
  APART,
  /** All CTAs of a GPU on one unit. */
  SAME;

  /** As people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
