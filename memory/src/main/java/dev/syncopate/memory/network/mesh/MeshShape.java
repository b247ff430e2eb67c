package dev.syncopate.memory.network.mesh;

/**
 * Nodes in rows, numbered along each row from the north-west corner, and the way between them:
 * along the row first, then along the column (XY routing), which can never be a circle of links.
 */
public record MeshShape(int columns, int rows) {
  /** Directions in which a router has links. */
  public static final int EAST = 0;

  public static final int WEST = 1;
  public static final int SOUTH = 2;
  public static final int NORTH = 3;

  /** Links that leave a router at most. */
  public static final int DIRECTIONS = 4;

  /** That a message is where it goes to. */
  static final int HERE = -1;

  /**
   * @throws IllegalArgumentException when a side has no node
   */
  public MeshShape {
    if (columns < 1 || rows < 1) {
      throw new IllegalArgumentException(
          "a mesh of " + columns + " columns and " + rows + " rows; expected at least 1 of each");
    }
  }

  public int nodes() {
    return columns * rows;
  }

  /** Links on the way between two nodes. */
  public int hops(int source, int destination) {
    return Math.abs(source % columns - destination % columns)
        + Math.abs(source / columns - destination / columns);
  }

  /** Links on the longest way. */
  public int diameter() {
    return columns + rows - 2;
  }

  /** Where a message leaves a node on its way to another, {@link #HERE} when it has arrived. */
  int direction(int node, int destination) {
    int east = destination % columns - node % columns;
    if (east != 0) {
      return east > 0 ? EAST : WEST;
    }
    int south = destination / columns - node / columns;
    return south == 0 ? HERE : south > 0 ? SOUTH : NORTH;
  }

  /** The node at the other end of a link, -1 where there is none. */
  public int neighbour(int node, int direction) {
    int column = node % columns;
    int row = node / columns;
    return switch (direction) {
      case EAST -> column + 1 < columns ? node + 1 : -1;
      case WEST -> column > 0 ? node - 1 : -1;
      case SOUTH -> row + 1 < rows ? node + columns : -1;
      case NORTH -> row > 0 ? node - columns : -1;
      default -> throw new IllegalArgumentException("no direction " + direction);
    };
  }

  /** The direction from which a router sees what was sent in this one. */
  static int opposite(int direction) {
    return direction ^ 1;
  }

  /** For example {@code east}. */
  public static String name(int direction) {
    return switch (direction) {
      case EAST -> "east";
      case WEST -> "west";
      case SOUTH -> "south";
      case NORTH -> "north";
      default -> throw new IllegalArgumentException("no direction " + direction);
    };
  }
}
