package dev.syncopate.memory.access;

/**
 * One action or wait of a memory instruction. A protocol gives every instruction a list of steps,
 * done one after the other; steps are data, so that a table of them can be printed.
 */
public interface Step {
  /** Place where a step is executed. */
  enum Place {
    /** In the load-store unit: the warp waits for what it has asked for itself. */
    WARP,
    /** Once for every line the instruction touches. */
    LINES,
    /** Once, in the L1. */
    CACHE,
    /** By the host, while no kernel runs. */
    HOST
  }

  /** As printed in tables, for example {@code FLUSH}. */
  String name();

  Place place();

  /** What happens, one clause. */
  String description();
}
