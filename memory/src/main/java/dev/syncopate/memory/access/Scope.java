package dev.syncopate.memory.access;

/** Threads that must agree: the work-group (CTA), the component (GPU), the system. */
public enum Scope {
  CTA,
  GPU,
  SYS
}
