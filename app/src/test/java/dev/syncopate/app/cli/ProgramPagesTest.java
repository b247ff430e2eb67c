package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cuda.FatBinaries;
import dev.syncopate.app.cuda.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that pages show are those of the tree, and print what the pages say. */
class ProgramPagesTest {
  private static final Path ROOT = Objects.requireNonNull(Checkout.launcher().getParent());

  @Test
  void theHostProgramIsTheExampleAndPrintsWhatThePageSays()
      throws IOException, InterruptedException {
    String example = "examples/host/Locks.java";
    holds("host-programs.md", "host program: " + example, Files.readString(ROOT.resolve(example)));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                example)
            .directory(ROOT.toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    holds("host-programs.md", "host program prints: " + example, printed);
  }

  @Test
  void theTableOfACudaProgramIsWhatItLeaves(@TempDir Path folder) throws IOException {
    byte[] image = new FatBinaries().ptx(70, Programs.PTX).bytes();
    String program = Programs.host(folder, image).toString();
    Shell.Result result = Shell.run("cuda", "--", program, "again");
    assertThat(result.code()).isZero();
    List<String> lines = result.err().lines().toList();
    String table = lines.stream().limit(3).collect(Collectors.joining("\n", "", "\n"));
    assertThat(table).startsWith("kernel ").contains("\nadd ", "\nstore ");
    holds("cuda-programs.md", "table of: app/src/test/c/host.c", table);
  }

  /** {@code -DupdateDocs} writes what is right. */
  private static void holds(String name, String mark, String right) throws IOException {
    Path page = Checkout.documentation(name);
    String text = Files.readString(page);
    Matcher block =
        Pattern.compile(
                "(<!-- %s -->\n```(?:java)?\n)((?s:.*?))(?=```\n<!-- end -->)"
                    .formatted(Pattern.quote(mark)))
            .matcher(text);
    assertThat(block.find()).as("%s: <!-- %s -->", name, mark).isTrue();
    String updated = text.substring(0, block.start(2)) + right + text.substring(block.end(2));
    if (System.getProperty("updateDocs") != null) {
      Files.writeString(page, updated);
    } else {
      assertThat(text).as("%s; ./syncopate docs puts it in", name).isEqualTo(updated);
    }
  }
}
