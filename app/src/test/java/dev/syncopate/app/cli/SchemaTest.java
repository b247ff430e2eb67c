package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents begin with the number that the page on compatibility gives their form. */
class SchemaTest {
  private static final String SCALE =
      "--gpu rsp-8cu --kernel scale --grid 1 --block 32 --arg u32[32]=iota --arg u32=2 --arg u32=32";

  /** The last cell of a row of the page. */
  private static int stated(String row) throws IOException {
    Path page = Checkout.root().resolve("docs/develop/compatibility.md");
    String line =
        Files.readAllLines(page).stream()
            .filter(text -> text.startsWith("| " + row + " |"))
            .findFirst()
            .orElseThrow();
    String cells = line.substring(0, line.lastIndexOf('|'));
    return Integer.parseInt(cells.substring(cells.lastIndexOf('|') + 1).strip());
  }

  private static void assertStates(String document, String row) throws IOException {
    JsonNode tree = new ObjectMapper().readTree(document);
    assertThat(tree.fieldNames().next()).isEqualTo("schema");
    assertThat(tree.get("schema").intValue()).isEqualTo(stated(row));
  }

  private static String launch(String options) {
    String words = "launch " + Checkout.kernels() + " " + SCALE + " --json - " + options;
    return Shell.run(words.strip().split(" +")).out();
  }

  @Test
  void ofALaunch() throws IOException {
    assertStates(launch(""), "a run");
  }

  @Test
  void ofPerturbedLaunches() throws IOException {
    assertStates(launch("--perturb 2"), "a run");
  }

  @Test
  void ofAWorkload() throws IOException {
    String words = "run vecadd --size 64 --gpu rsp-8cu --json -";
    assertStates(Shell.run(words.split(" ")).out(), "a run");
  }

  @Test
  void ofAnExploration() throws IOException {
    assertStates(Shell.run("explore", "MP-gpu", "--json", "-").out(), "an exploration");
  }

  @Test
  void ofAStudyAndOfItsSimulations(@TempDir Path folder) throws IOException {
    Path design =
        Files.writeString(
            folder.resolve("small.yaml"),
            """
            base: {workload: vecadd, size: 64, machine: rsp-8cu}
            grid: {protocol: [gpu]}
            """);
    Shell.Result result =
        Shell.run("sweep", design.toString(), "--out", folder.resolve("out").toString(), "--quiet");
    assertThat(result.code()).as(result.err()).isZero();
    assertStates(Files.readString(folder.resolve("out/small.json")), "a study");
    String table = Files.readString(folder.resolve("out/small-results.ndjson"));
    assertThat(table).startsWith("{\"schema\":" + stated("a simulation of a study") + ",");
  }
}
