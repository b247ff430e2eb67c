package dev.syncopate.study.report;

import dev.syncopate.study.chart.HeatGrid;
import dev.syncopate.study.chart.MeshMap;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.HeatMap;
import dev.syncopate.study.figure.MeshFigure;
import java.util.List;
import java.util.Locale;

/** Draws the maps of a figure of meshes. */
final class MeshDrawing {
  private MeshDrawing() {}

  /** SVG documents, in the order of the figure's panels; none of other figures. */
  static List<String> of(Figure figure) {
    return switch (figure) {
      case MeshFigure meshes -> meshes.panels().stream().map(MeshDrawing::svg).toList();
      case HeatMap map -> List.of(svg(map));
      default -> List.of();
    };
  }

  private static String svg(HeatMap map) {
    return new HeatGrid(
            map.title(),
            map.axis(),
            map.across(),
            map.down(),
            map.columns(),
            map.rows(),
            map.values(),
            map.values().stream()
                .map(row -> row.stream().map(value -> NumberText.text(value, map.unit())).toList())
                .toList())
        .svg();
  }

  private static String svg(MeshFigure.Panel panel) {
    return new MeshMap(
            panel.title(),
            "%d by %d routers".formatted(panel.columns(), panel.rows()),
            "of cycles a link was busy",
            panel.columns(),
            panel.rows(),
            panel.links().stream().map(MeshDrawing::link).toList())
        .svg();
  }

  private static MeshMap.Link link(MeshFigure.Link link) {
    return new MeshMap.Link(
        link.router(),
        MeshMap.End.towards(link.destination()),
        link.destination(),
        link.busy(),
        String.format(Locale.ROOT, "%s: busy in %.2f%% of cycles", link.name(), 100 * link.busy()));
  }
}
