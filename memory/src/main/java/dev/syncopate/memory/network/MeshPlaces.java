package dev.syncopate.memory.network;

import dev.syncopate.memory.config.MeshConfig;
import dev.syncopate.memory.topology.Node;

/**
 * Places of nodes at a mesh's routers and their local ports: compute units from the north-west
 * corner on, row by row, CPUs from the south-east corner back; L2 banks like compute units, one at
 * each router where there are as many; memory controllers at the corners, opposite ones first.
 */
record MeshPlaces(MeshConfig mesh) {
  /** Local ports of a router. */
  static final int LOCALS = 3;

  /** Virtual networks. */
  static final int NETWORKS = 6;

  /** By the local ports of who sends and who gets a message, those who never do included. */
  private static final int[][] NETWORK = {
    {0, 1, -1}, // an L1 to another; to a bank
    {2, 3, 4}, // a bank to an L1; to another; to memory
    {-1, 5, -1} // memory to a bank
  };

  /** The router of a node. */
  int router(Node node) {
    int last = mesh.routers() - 1;
    return switch (node.kind()) {
      case TILE, L2_BANK -> node.index();
      case CPU -> last - node.index();
      case CONTROLLER ->
          new int[] {0, last, mesh.width() - 1, last - mesh.width() + 1}[node.index()];
      case MEMORY_BANK -> throw new IllegalArgumentException(node + " is on no mesh");
    };
  }

  /** A node's local port of its router. */
  static int port(Node node) {
    return switch (node.kind()) {
      case TILE, CPU -> 0;
      case L2_BANK -> 1;
      case CONTROLLER -> 2;
      case MEMORY_BANK -> throw new IllegalArgumentException(node + " is on no mesh");
    };
  }

  /** What a router's link to a node is called. */
  static String name(Node node) {
    return switch (node.kind()) {
      case TILE -> "unit";
      case CPU -> "cpu";
      case L2_BANK -> "bank";
      case CONTROLLER -> "memory";
      case MEMORY_BANK -> throw new IllegalArgumentException(node + " is on no mesh");
    };
  }

  /**
   * The virtual network between two nodes, selected by their roles. Requests, answers, L1-to-L1
   * messages and memory traffic therefore never wait for each other's buffers. All messages from
   * one node to another use one virtual network, so they stay in order.
   */
  static int network(Node source, Node destination) {
    int network = NETWORK[port(source)][port(destination)];
    if (network < 0) {
      throw new IllegalStateException(
          source + " sends to " + destination + ", which has no network");
    }
    return network;
  }
}
