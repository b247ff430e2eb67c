package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mutants} as typed, and mutants under {@code explore}. */
class MutantsTest {
  @TempDir private Path folder;

  /**
   * The page's table is printed slowly, so its rows are compared here with the mutants there are.
   */
  @Test
  void thePageHasARowForEveryMutant() throws IOException {
    List<String> mutants = new ArrayList<>();
    String protocol = "";
    for (String line : Shell.run("mutants", "--list").out().lines().toList()) {
      if (line.startsWith("  ")) {
        mutants.add(protocol + " " + line.strip().replaceFirst(":.*", ""));
      } else {
        protocol = line;
      }
    }
    assertThat(pageRows())
        .extracting(row -> row.replaceFirst("^(\\S+ \\S+).*", "$1"))
        .as("rows of verify.md; ./syncopate docs verify prints them anew")
        .containsExactlyElementsOf(mutants);
    assertThat(page()).contains("%d of %1$d mutants are found".formatted(mutants.size()));
  }

  private static String page() throws IOException {
    return Files.readString(Checkout.documentation("verify.md"));
  }

  /** Rows of the page's table, one space between columns. */
  private static List<String> pageRows() throws IOException {
    String page = page();
    int begin = page.indexOf("<!-- printed slowly by: syncopate mutants -->");
    return page.substring(begin, page.indexOf("<!-- end -->", begin))
        .lines()
        .skip(3)
        .filter(row -> row.contains("  "))
        .map(MutantsTest::collapse)
        .toList();
  }

  private static String collapse(String row) {
    return row.strip().replaceAll(" +", " ");
  }

  @Test
  void aTableSaysWhichTestFindsEachMutant() throws IOException {
    Path csv = folder.resolve("mutants.csv");
    Shell.Result result =
        Shell.run("mutants", "--protocol", "brsp", "--threads", "2", "--csv", csv.toString());
    assertThat(result.code()).as("%s", result).isZero();
    assertThat(result.out())
        .containsPattern("protocol +mutant +found by +as +machine +states +steps\n")
        .containsPattern("brsp +no-invalidate +promote-acquire-warm +hrf-rsp: coherence +tiny mach")
        .contains("9 of 9 mutants are found");
    assertThat(Files.readString(csv))
        .contains("brsp,no-flush,promote-acquire-apart,hrf-rsp: coherence,\"tiny machine, ")
        .contains(",no L1 flushes before a remote access\n");
  }

  @Test
  void aMutantThatIsNotFoundIsNoPass() {
    Shell.Result result = Shell.run("mutants", "--protocol", "brsp", "CoRR", "steal-pop");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("brsp +no-flush +NOTHING")
        .containsPattern("brsp +answer-early +steal-pop +hrf-rsp: atomicity ")
        .containsPattern("1 of 9 mutants are found");
  }

  @Test
  void whatIsWrongInEachIsListed() {
    assertThat(Shell.run("mutants", "--protocol", "gpu", "--list").out())
        .startsWith(
            "gpu\n  no-drain: no synchronisation waits for the warp's own earlier accesses\n");
  }

  @Test
  void aMutantCanBeExplored() {
    Shell.Result result =
        Shell.run("explore", "MP-gpu-warm", "--protocol", "gpu", "--mutant", "no-invalidate");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains("MP-gpu-warm under gpu with no-invalidate, model hrf")
        .contains("model hrf-indirect-relaxed FORBIDS P1:r1=1, P1:r2=0, which breaks coherence");
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThat(Shell.run("mutants", "--protocol", "mesi").err()).contains("mesi", "gpu, brsp");
    assertThat(Shell.run("mutants", "--protocol", "srsp-text").err())
        .contains("there are no mutants of srsp-text");
    assertThat(Shell.run("explore", "MP-gpu", "--mutant", "no-flsh").err())
        .contains("gpu has no mutant 'no-flsh'; there are no-drain, no-flush, no-await,");
  }
}
