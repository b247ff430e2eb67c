package dev.syncopate.memory.access;

/**
 * Threads that must agree: those of the work-group (CTA), of its cluster of CTAs, of the component
 * (GPU), of the system.
 */
public enum Scope {
  CTA,
  CLUSTER,
  GPU,
  SYS;

  /** As people write it. */
  public String text() {
    return this == CTA ? "CTA" : this == CLUSTER ? "cluster" : this == GPU ? "GPU" : "system";
  }
}
