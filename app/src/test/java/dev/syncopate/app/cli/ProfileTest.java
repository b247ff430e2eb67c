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

/** What {@code --profile} tells of a run. */
class ProfileTest {
  private static final Path EXAMPLES = Checkout.launcher().resolveSibling("examples/locks");

  @TempDir private Path folder;

  private static Shell.Result launch(String kernel, String... extraOptions) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "launch",
                EXAMPLES.resolve(kernel + ".ptx").toString(),
                "--gpu=rsp-8cu",
                "--grid=8",
                "--block=32",
                "--arg=u32[64]=zero",
                "--arg=u32=4"));
    line.addAll(List.of(extraOptions));
    return Shell.run(line.toArray(String[]::new));
  }

  private JsonNode profile(Path json) throws Exception {
    return JsonReader.read("out.json", Files.readString(json), JsonNode.class).path("profile");
  }

  @Test
  void theTableFollowsTheSummary() {
    Shell.Result result = launch("ticket_lock", "--profile");
    assertThat(result.code()).isEqualTo(ExitCode.RIGHT);
    List<String> lines = result.out().lines().toList();
    int tableStart =
        lines.indexOf(
            lines.stream().filter(l -> l.startsWith("profile of")).findFirst().orElseThrow());
    assertThat(lines.get(0)).startsWith("ticket_lock on rsp-8cu");
    assertThat(lines.get(tableStart))
        .matches("profile of ticket_lock: [0-9,]+ warp-cycles in 1 launch");
    assertThat(lines.get(tableStart + 1)).contains("share", "waits for", "flushes", "inval.");
    assertThat(lines.get(tableStart + 2))
        .contains("memory", "ticket_lock.ptx:33  setp.ne.u32 %q, %serving, %ticket;");
    assertThat(lines.getLast()).contains("argument 0[1]", " 32 ", "1.00");
  }

  @Test
  void aPageHoldsTheSourceAndTheFigures() throws Exception {
    Path page = folder.resolve("out.html");
    Shell.Result result = launch("ticket_lock", "--profile", page.toString());
    assertThat(result.code()).isEqualTo(ExitCode.RIGHT);
    assertThat(result.out()).doesNotContain("profile of");
    assertThat(Files.readString(page))
        .contains("<title>Profile: ticket_lock on rsp-8cu</title>")
        .contains("setp.ne.u32 %q, %serving, %ticket;</td>")
        .contains("atom.relaxed.gpu.global.add.u32 %ticket, [%base], 1;</td>")
        .contains("argument 0[1]")
        .doesNotContain("http:", "https:", "<script");
  }

  @Test
  void theDocumentHoldsEverythingThatWasCounted() throws Exception {
    Path json = folder.resolve("out.json");
    launch("spin_lock", "--kernel=spin_lock_gpu", "--profile", "--json=" + json);
    JsonNode document = JsonReader.read("out.json", Files.readString(json), JsonNode.class);
    assertThat(document.path("profile")).hasSize(1);
    JsonNode kernel = document.path("profile").get(0);
    assertThat(kernel.path("kernel").asText()).isEqualTo("spin_lock_gpu");
    assertThat(kernel.path("total").path("stall")).isEqualTo(document.path("stall"));
    for (String counter : List.of("/instructions/warp", "/instructions/thread", "/l1/hits")) {
      long sum = 0;
      for (JsonNode line : kernel.path("lines")) {
        sum += line.at(counter).asLong();
      }
      assertThat(sum).as(counter).isEqualTo(document.at(counter).asLong());
    }
    JsonNode lock = kernel.path("locks").get(0);
    assertThat(lock.path("name").asText()).isEqualTo("argument 0[0]");
    assertThat(lock.path("kind").asText()).isEqualTo("swap");
    assertThat(lock.path("acquisitions").asInt()).isEqualTo(8 * 4);
    assertThat(lock.path("fairness").asDouble()).isEqualTo(1.0);
    assertThat(
            lock.path("sameCta").asInt()
                + lock.path("sameUnit").asInt()
                + lock.path("otherUnit").asInt())
        .isEqualTo(8 * 4 - 1);
  }

  @Test
  void checksAndProfilesWatchTheSameRun() throws Exception {
    Path json = folder.resolve("out.json");
    Shell.Result result = launch("ticket_lock", "--profile", "--check=races", "--json=" + json);
    assertThat(result.out()).contains("checked for races: nothing found");
    assertThat(result.out()).contains("profile of ticket_lock");
    assertThat(profile(json)).hasSize(1);
  }

  @Test
  void whatFollowsIsAPageOnlyIfItIsNamedLikeOne() {
    Shell.Result result = Shell.run("run", "--profile", "vecadd", "--size=small");
    assertThat(result.code()).isEqualTo(ExitCode.RIGHT);
    assertThat(result.out()).contains("profile of", "vecadd.ptx:").contains("ld.global");
  }

  @Test
  void aPageThatCannotBeWrittenIsRefusedAtOnce() {
    Shell.Result result = launch("ticket_lock", "--profile", folder + "/none/out.html");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("--profile: there is no folder " + folder + "/none");
    assertThat(result.out()).isEmpty();
  }
}
