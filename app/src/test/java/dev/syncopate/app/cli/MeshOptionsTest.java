package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.study.json.JsonReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code run} tells of a mesh. */
class MeshOptionsTest {
  @TempDir private Path folder;

  private JsonNode run(String... extraOptions) throws Exception {
    Path json = folder.resolve("out.json");
    List<String> line =
        new ArrayList<>(
            List.of(
                "run", "spm-g", "--size=1", "-o", "units=3", "--gpu=heterosync-15cu", "--json"));
    line.add(json.toString());
    line.addAll(List.of(extraOptions));
    Shell.Result result = Shell.run(line.toArray(String[]::new));
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    return JsonReader.read("out.json", Files.readString(json), JsonNode.class);
  }

  @Test
  void everyLinkIsInTheDocumentAndTheSumsAreTheCounters() throws Exception {
    JsonNode document = run();
    JsonNode links = document.path("links");
    assertThat(links)
        .as("48 between routers, 15 units, a CPU, 16 banks, 4 controllers")
        .hasSize(84);
    long flits = 0;
    long credits = 0;
    for (JsonNode link : links) {
      flits += link.path("flits").asLong();
      credits += link.path("creditCycles").asLong();
      assertThat(link.path("busy").asDouble())
          .isEqualTo(link.path("flits").asDouble() / document.path("cycles").asLong());
      assertThat(link.path("row").asInt() * 4 + link.path("column").asInt())
          .isEqualTo(link.path("router").asInt());
    }
    assertThat(flits).isPositive().isEqualTo(document.at("/mesh/flits").asLong());
    assertThat(credits).isEqualTo(document.at("/mesh/creditCycles").asLong());
  }

  /** Every counter and every link, for every number of threads. */
  @Test
  void nothingDependsOnTheNumberOfThreads() throws Exception {
    JsonNode oneThread = run("--threads=1");
    JsonNode two = run("--threads=2");
    for (String member : new String[] {"cycles", "links", "mesh", "l1", "l2", "network", "dram"}) {
      assertThat(two.path(member)).as(member).isEqualTo(oneThread.path(member));
    }
  }

  @Test
  void aTableAndAPictureAreMadeWhereAskedFor() throws Exception {
    Path picture = folder.resolve("mesh.svg");
    Shell.Result result =
        Shell.run(
            "run",
            "spm-g",
            "--size=1",
            "-o",
            "units=2",
            "--gpu=heterosync-15cu",
            "--links",
            "--heat-map",
            picture.toString());
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .contains("  mesh: links busy in ", "  link  ", "  router 0 to bank ")
        .doesNotContain("router 15 to unit");
    assertThat(Files.readString(picture)).startsWith("<svg ").contains("spm-g on heterosync-15cu");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--links", "--heat-map=mesh.svg"})
  void aMachineWithoutAMeshIsRefused(String option) {
    Shell.Result result = Shell.run("run", "vecadd", "--gpu=rsp-8cu", option);
    assertThat(result.err())
        .startsWith(
            "error: "
                + option.replaceAll("=.*", "")
                + " needs a machine whose network.kind is mesh; that of rsp-8cu is crossbar");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void aPictureThatCannotBeWrittenIsRefusedAtOnce() {
    Shell.Result result =
        Shell.run(
            "run",
            "vecadd",
            "--gpu=heterosync-15cu",
            "--heat-map",
            folder.resolve("a/b").toString());
    assertThat(result.err()).startsWith("error: --heat-map: there is no folder ");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
  }
}
