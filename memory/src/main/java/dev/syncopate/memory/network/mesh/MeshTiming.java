package dev.syncopate.memory.network.mesh;

import dev.syncopate.memory.config.MeshConfig;

/**
 * Latencies and capacities of a mesh.
 *
 * @param cornerLatency cycles of a message's head from one corner's router to the opposite one's,
 *     when it meets no other; each hop takes its share, rounded so that the sum is exact
 * @param linkBytes bytes that cross a link in a cycle: a flit
 * @param bufferFlits flits of each virtual network that a router holds for each of its links
 */
public record MeshTiming(int cornerLatency, int linkBytes, int bufferFlits) {
  /** Cycles of a packet's hop, the first being 0. */
  int hop(int number, int diameter) {
    return (number + 1) * cornerLatency / diameter - number * cornerLatency / diameter;
  }

  /** Flits of a message. */
  public int flits(int bytes) {
    return Math.max(1, Math.ceilDiv(bytes, linkBytes));
  }

  /**
   * @throws IllegalArgumentException naming the field that no mesh of this shape can have
   */
  void check(MeshShape shape) {
    if (cornerLatency < MeshConfig.LEAST_HOP * shape.diameter()) {
      throw new IllegalArgumentException(
          "a corner latency of "
              + cornerLatency
              + " cycles over "
              + shape.diameter()
              + " hops; expected at least "
              + MeshConfig.LEAST_HOP
              + " a hop");
    }
    if (linkBytes < 1 || bufferFlits < 1) {
      throw new IllegalArgumentException(
          "links of " + linkBytes + " bytes and buffers of " + bufferFlits + " flits");
    }
  }
}
