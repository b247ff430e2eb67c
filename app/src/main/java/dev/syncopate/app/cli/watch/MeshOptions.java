package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputFiles;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.RunReport;
import dev.syncopate.workload.runtime.Device;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about the load of a mesh's links. */
public final class MeshOptions {
  private static final String HEAT_MAP = "--heat-map";

  @Option(
      names = "--links",
      description = "Print what each link of the machine's mesh has carried, the busiest first.")
  private boolean links;

  @Option(
      names = HEAT_MAP,
      paramLabel = "FILE",
      description = "Draw the mesh with the load of its links, as SVG.")
  private @Nullable Path heatMap;

  /** Refuses, before any work is done, a file that could not be written after it. */
  public void check() {
    if (heatMap != null) {
      OutputFile.check(HEAT_MAP, heatMap);
    }
  }

  /** Refuses to be of several runs. */
  public void refuse(PerturbOptions perturb) {
    perturb.refuse(links, "--links");
    perturb.refuse(heatMap != null, HEAT_MAP);
  }

  /** Refuses a machine without a mesh. */
  public void check(Device device) {
    if ((links || heatMap != null) && !device.machine().memory().meshed()) {
      throw new UserErrorException(
          "%s needs a machine whose network.kind is mesh; that of %s is crossbar"
              .formatted(links ? "--links" : HEAT_MAP, device.machine().name()));
    }
  }

  /**
   * Prints the table, and writes the picture.
   *
   * @param people where the table goes; null where it is not printed
   */
  public void finish(RunReport report, @Nullable PrintWriter people, OutputFiles outputs) {
    if (links && people != null) {
      people.print(report.links().table());
      people.flush();
    }
    if (heatMap != null) {
      byte[] picture = report.links().heatMap().getBytes(StandardCharsets.UTF_8);
      outputs.write(HEAT_MAP, heatMap, picture);
    }
  }
}
