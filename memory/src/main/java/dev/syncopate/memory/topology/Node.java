package dev.syncopate.memory.topology;

/**
 * A place that sends and receives messages. There is one object for each node of a {@link
 * Topology}.
 *
 * @param number among all nodes, from 0; tiles come first, so a tile's number is also its index
 * @param gpu to which it belongs, or {@link #SHARED}
 * @param index among the nodes of its kind, those of all GPUs counted together
 */
public record Node(int number, Kind kind, int gpu, int index) {
  /** {@link #gpu} of a node that all GPUs share. */
  public static final int SHARED = -1;

  /** Kind of a node. */
  public enum Kind {
    /** A compute unit with its L1. */
    TILE("tile", "tile"),
    /** A bank of a GPU's L2; with one GPU, memory is behind it. */
    L2_BANK("bank", "bank"),
    /** With several GPUs: a bank of the memory side that they share. */
    MEMORY_BANK("memory side", "memory"),
    /** A CPU core with its L1. */
    CPU("cpu", "cpu"),
    /** Where the network is a mesh: a memory controller, which banks ask over it. */
    CONTROLLER("memory controller", "controller");

    private final String label;
    private final String word;

    Kind(String label, String word) {
      this.label = label;
      this.word = word;
    }
  }

  /** Whether it belongs to the memory side of several GPUs. */
  public boolean isMemorySide() {
    return kind == Kind.MEMORY_BANK;
  }

  /** Whether it is a bank, of an L2 or of the memory side. */
  public boolean isBank() {
    return kind == Kind.L2_BANK || kind == Kind.MEMORY_BANK;
  }

  /** As a single word, for example {@code tile3}. */
  public String word() {
    return kind.word + index;
  }

  /** As people read it, for example {@code tile 3}. */
  @Override
  public String toString() {
    return kind.label + " " + index;
  }
}
