package dev.syncopate.study.report;

import dev.syncopate.study.chart.MeshMap;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Meshes;
import java.util.List;
import java.util.Locale;

/** Draws the maps of a figure of meshes. */
final class MeshPictures {
  private MeshPictures() {}

  /** SVG documents, in the order of the figure's panels; none of other figures. */
  static List<String> of(Figure figure) {
    return figure instanceof Meshes meshes
        ? meshes.panels().stream().map(MeshPictures::svg).toList()
        : List.of();
  }

  private static String svg(Meshes.Panel panel) {
    return new MeshMap(
            panel.title(),
            "%d by %d routers".formatted(panel.columns(), panel.rows()),
            "of cycles a link was busy",
            panel.columns(),
            panel.rows(),
            panel.links().stream().map(MeshPictures::link).toList())
        .svg();
  }

  private static MeshMap.Link link(Meshes.Link link) {
    return new MeshMap.Link(
        link.router(),
        MeshMap.End.towards(link.to()),
        link.to(),
        link.busy(),
        String.format(Locale.ROOT, "%s: busy in %.2f%% of cycles", link.name(), 100 * link.busy()));
  }
}
