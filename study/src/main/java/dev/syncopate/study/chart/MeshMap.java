package dev.syncopate.study.chart;

import java.util.List;

/**
 * A heat map of a mesh: nodes in rows, between them a band for each direction of a link, and in
 * each node its own links, all coloured by a share from 0 to 1.
 *
 * @param title over the picture
 * @param subtitle below the title; may be empty
 * @param measure what the share is of, at the scale
 * @param columns nodes of a row
 * @param rows of nodes
 * @param links what is drawn
 */
public record MeshMap(
    String title, String subtitle, String measure, int columns, int rows, List<Link> links) {

  /** End of a link. */
  public enum End {
    EAST,
    WEST,
    SOUTH,
    NORTH,
    /** Out of the mesh. */
    HERE;

    /**
     * Of a link that leads to {@code east}, {@code west}, {@code south}, {@code north} or a node.
     */
    public static End towards(String destination) {
      return switch (destination) {
        case "east" -> EAST;
        case "west" -> WEST;
        case "south" -> SOUTH;
        case "north" -> NORTH;
        default -> HERE;
      };
    }
  }

  /**
   * A link.
   *
   * @param node from which it leads, numbered in rows from the upper left one
   * @param label of one that leads out of the mesh: to what
   * @param share from 0 to 1
   * @param hint what a reader sees who points at it
   */
  public record Link(int node, End end, String label, double share, String hint) {}

  /** The picture as an SVG document, which may also stand inside a page. */
  public String svg() {
    return new MeshMapSvg(this).draw();
  }
}
