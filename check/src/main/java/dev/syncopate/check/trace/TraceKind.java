package dev.syncopate.check.trace;

import java.util.Locale;

/** Kinds of tracks in addition to launches. */
public enum TraceKind {
  /** CTAs on compute units. */
  CTA,
  /** When warps run, and what they wait for. */
  WARP,
  /** Synchronising operations, which release an acquire has read, barriers, L1s' own part in it. */
  SYNC,
  /** What L1s do for other units' operations. */
  PROMOTION,
  /** How busy banks, channels, links and ports are. */
  LOAD;

  /** As users write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
