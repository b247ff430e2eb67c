package dev.syncopate.study.paper.heterosync;

import dev.syncopate.memory.config.MeshConfig;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.MeshFigure;
import dev.syncopate.study.job.MeshLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Load of the mesh by a contended mutex: under GPU coherence every attempt goes to the lock's bank,
 * under DeNovo the lock moves between L1s (§V).
 */
final class Links {
  private static final HeterosyncBenchmark CONTENDED = HeterosyncBenchmark.SPM_G;
  private static final List<HeterosyncConfiguration> CONFIGURATIONS =
      List.of(HeterosyncConfiguration.GD0, HeterosyncConfiguration.DD0);

  private Links() {}

  /** Empty where neither was measured. */
  static Optional<Figure> figure(HeterosyncMeasurements measured) {
    MeshConfig mesh = HeterosyncMeasurements.mesh();
    List<MeshFigure.Panel> panels = new ArrayList<>();
    for (HeterosyncConfiguration configuration : CONFIGURATIONS) {
      List<MeshLoad.Link> links =
          measured.links(CONTENDED, configuration, HeterosyncMeasurements.ALL);
      if (links.isEmpty()) {
        continue;
      }
      panels.add(
          new MeshFigure.Panel(
              "%s under %s on %d compute units"
                  .formatted(CONTENDED.label(), configuration, HeterosyncMeasurements.ALL),
              mesh.width(),
              mesh.height(),
              links.stream().map(Links::link).toList()));
    }
    if (panels.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new MeshFigure(
            "mesh",
            "How busy the links of the mesh are while all contend for one mutex",
            "Share of cycles in which a link carried a flit: arrows between routers, and in each router"
                + " its links to the nodes there. Each map has a separate colour scale.",
            panels));
  }

  private static MeshFigure.Link link(MeshLoad.Link link) {
    return new MeshFigure.Link(link.router(), link.destination(), link.busy());
  }
}
