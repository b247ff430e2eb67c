package dev.syncopate.study.figure;

import java.util.Comparator;
import java.util.List;

/**
 * Load of a mesh's links, a map for each run.
 *
 * @param panels one below the other
 */
public record MeshFigure(String id, String title, String note, List<Panel> panels)
    implements Figure {
  public MeshFigure {
    panels = List.copyOf(panels);
  }

  /**
   * A map under a heading.
   *
   * @param columns routers in a row
   * @param rows of routers
   * @param links in any order
   */
  public record Panel(String title, int columns, int rows, List<Link> links) {
    public Panel {
      links = List.copyOf(links);
    }

    /** The links that carried something, the busiest first. */
    public List<Link> byLoad() {
      return links.stream()
          .filter(link -> link.busy() > 0)
          .sorted(Comparator.comparingDouble(Link::busy).reversed())
          .toList();
    }

    /** The mean over all links. */
    public double mean() {
      return links.stream().mapToDouble(Link::busy).average().orElse(0);
    }
  }

  /**
   * A link.
   *
   * @param router that it leaves, numbered in rows from the north-west corner
   * @param destination {@code east}, {@code west}, {@code south}, {@code north}, or the node there
   * @param busy share of cycles in which it carried something
   */
  public record Link(int router, String destination, double busy) {
    /** For example {@code router 0 to bank}. */
    public String name() {
      return "router " + router + " to " + destination;
    }
  }
}
