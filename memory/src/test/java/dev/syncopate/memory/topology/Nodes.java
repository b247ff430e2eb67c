package dev.syncopate.memory.topology;

/** Nodes for tests of one controller. */
public final class Nodes {
  private Nodes() {}

  /** A tile of the first GPU. */
  public static Node tile(int index) {
    return new Node(index, Node.Kind.TILE, 0, index);
  }
}
