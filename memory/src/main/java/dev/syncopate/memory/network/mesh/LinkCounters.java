package dev.syncopate.memory.network.mesh;

/** What one link has carried. */
public final class LinkCounters {
  /** Messages whose head has crossed it. */
  public long messages;

  /** Cycles in which it carried a flit. */
  public long flits;

  /** Cycles that messages waited in the router before they crossed it, summed over them. */
  public long waitCycles;
}
