package dev.syncopate.memory.network.mesh;

import dev.syncopate.sim.stats.Counter;

/** Counters of one link, or of all links of a mesh together. */
public final class LinkCounters {
  @Counter(
      name = "mesh.messages",
      doc = "Messages that crossed a link of the mesh, once for each link that they crossed.")
  public long messages;

  @Counter(
      name = "mesh.flits",
      doc =
          "Flits that crossed a link of the mesh, which is the cycles in which links were busy,"
              + " summed over the links, those from routers to their nodes included.")
  public long flits;

  @Counter(
      name = "mesh.waitCycles",
      doc =
          "Cycles that messages waited in routers in addition to the latency of hops, summed over"
              + " the messages.")
  public long waitCycles;

  @Counter(
      name = "mesh.creditCycles",
      doc =
          "Of mesh.waitCycles, those after a message had found its link free and the next router's"
              + " buffer too full for it.")
  public long creditCycles;
}
