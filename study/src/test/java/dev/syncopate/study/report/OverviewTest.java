package dev.syncopate.study.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.StudyFindings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page over several papers. */
class OverviewTest {
  @TempDir private Path folder;

  private static Overview overview() {
    StudyFindings tiny = TestFindings.findings();
    List<Claim> last = List.of(tiny.claims().getLast());
    return new Overview(
        List.of(
            new Overview.Study(tiny, last, "tiny/tiny.html", _ -> "It is <decided> elsewhere.")));
  }

  @Test
  void thePageHasTheHeadlinesAndTheWayToTheRest() throws Exception {
    Claim first = TestFindings.findings().claims().getFirst();
    Claim last = TestFindings.findings().claims().getLast();
    Path page = overview().write(folder, "1.2.3", "./syncopate reproduce all");
    assertThat(Files.readString(page))
        .contains(
            "<a href=\"tiny/tiny.html\">", "1 partly, 1 not held", "it is &quot;always&quot; so")
        .contains("<td class=\"word not-held\">not held</td>")
        .contains("<td class=\"text\">It is &lt;decided&gt; elsewhere.</td>")
        .contains("<pre>./syncopate reproduce all</pre>", "Syncopate 1.2.3")
        .doesNotContain(first.statement());
    assertThat(Files.readAllLines(folder.resolve("all-claims.csv")))
        .hasSize(3)
        .satisfies(lines -> {
          assertThat(lines.getFirst()).startsWith("paper,headline,id,verdict,published,measured");
          assertThat(lines.get(1)).startsWith("tiny,no," + first.id() + ",partly,");
          assertThat(lines.get(2)).startsWith("tiny,yes," + last.id() + ",not held,");
          assertThat(lines.getFirst()).endsWith(",reason");
          assertThat(lines.get(2)).endsWith(",It is <decided> elsewhere.");
        });
  }

  @Test
  void theTerminalHasTheSame() {
    Claim last = TestFindings.findings().claims().getLast();
    assertThat(overview().text(Integer.MAX_VALUE))
        .contains("  all claims: 1 partly, 1 not held; page: tiny/tiny.html\n")
        .contains("  not held     published " + last.published() + ", measured ")
        .contains("\n               Why: It is <decided> elsewhere.\n");
  }

  @Test
  void aHeadlineThatNoClaimHasIsAnError() {
    assertThatThrownBy(() -> TestFindings.findings().claims(List.of("no-such")))
        .hasMessage("tiny has no claim no-such");
  }
}
