package dev.syncopate.study.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.json.JsonReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The files of a study. That browsers draw the page is seen by eye, not here. */
class ReportFilesTest {
  @TempDir private Path folder;
  private List<Path> files = List.of();

  @BeforeEach
  void write() throws Exception {
    files =
        ReportFiles.write(
            folder,
            TestFindings.findings(),
            TestFindings.grid(),
            "1.2.3",
            "./syncopate reproduce tiny",
            true);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void oneThatCannotBeWrittenDoesNotStopTheOthers() throws Exception {
    for (Path file : files) {
      Files.delete(file);
    }
    Files.createSymbolicLink(folder.resolve("tiny.json.partial"), Path.of("/dev/full"));
    assertThatThrownBy(this::write).hasMessage("No space left on device");
    assertThat(folder.resolve("tiny.json")).doesNotExist();
    assertThat(folder.resolve("tiny.html")).isRegularFile();
    assertThat(folder.resolve("tiny-fig1.svg")).isRegularFile();
    try (Stream<Path> paths = Files.list(folder)) {
      assertThat(paths).hasSize(files.size() - 1);
    }
  }

  private String read(String name) throws Exception {
    return Files.readString(folder.resolve(name));
  }

  @Test
  void theFilesAreThoseThatAreNamed() {
    assertThat(files.stream().map(file -> folder.relativize(file).toString()))
        .containsExactly(
            "tiny.html",
            "tiny.json",
            "tiny-figures.csv",
            "tiny-results.csv",
            "tiny-results.ndjson",
            "tiny-claims.csv",
            "tiny-fig1.svg",
            "tiny-fig3.svg",
            "tiny-fig4.svg",
            "tiny-fig5.svg",
            "tiny-fig6-1.svg",
            "tiny-fig6-2.svg",
            "tiny-fig1.pdf",
            "tiny-fig3.pdf",
            "tiny-fig4.pdf",
            "tiny-fig5.pdf",
            "tiny-fig6-1.pdf",
            "tiny-fig6-2.pdf");
    assertThat(files).allSatisfy(file -> assertThat(file).isRegularFile());
  }

  @Test
  void tablesHaveEveryNumber() throws Exception {
    assertThat(read("tiny-figures.csv"))
        .startsWith("figure,group,series,statistic,value,published\n")
        .contains(
            "fig1,A.1,scope-only,value,1.25,1.2\n",
            "fig1,A.1,sRSP,value,,\n",
            "fig1,geometric mean,sRSP,value,12.0,1.25\n",
            "fig2,A.1,baseline,quartile3,1.5,\n",
            "fig3,64,sRSP,value,,\n",
            "fig4,A.1 2,sRSP,value,0.75,\n",
            "fig5,A.1,baseline,L2,0.75,\n",
            "fig5,A.1,sRSP,L2,,\n",
            "fig6,A.1 under <GD0>,router 1 to bank,busy,0.5,\n",
            "t,\"a, b\",n,value,1000,\n");
    assertThat(read("tiny-claims.csv"))
        .contains("no,not held,-,0 of 3,\"it is \"\"always\"\" so\"");
    assertThat(read("tiny-results.csv"))
        .contains(
            "1,A.1,baseline,m,vecadd,size 200,rsp-8cu,gpu,hrf,1,right,",
            "1,B.1,baseline,m,vecadd,size 200,rsp-8cu,gpu,hrf,2,wrong,\"element 3 is 1, expected 2\",1,1,200,\n");
    assertThat(read("tiny-results.ndjson").lines()).hasSize(2);
  }

  /** A column, or two, for each additional verdict of claims. */
  @Test
  void claimsThatAreJudgedTwiceHaveBothVerdictsInEveryFile() throws Exception {
    ReportFiles.write(folder, TestFindings.judgedTwice(), TestFindings.grid(), "1", "again", false);
    assertThat(read("tiny-claims.csv"))
        .startsWith(
            """
            id,verdict,published,measured,statement,criterion,source,links verdict,links measured
            mean,partly,1.25×,1.10×,sRSP is fast,held: if so,§5,held,1.24×
            """);
    JsonNode claim = JsonReader.tree(read("tiny.json")).at("/claims/0");
    assertThat(claim.at("/beside/links/verdict").textValue()).isEqualTo("held");
    assertThat(claim.at("/verdict").textValue()).isEqualTo("partly");
    assertThat(read("tiny.html"))
        .contains("<th class=\"word\">links</th>")
        .contains("<td class=\"text\"><span class=\"held\">held</span> 1.24×</td>");
  }

  @Test
  void theDocumentHasFiguresClaimsAndResults() throws Exception {
    JsonNode document = JsonReader.tree(read("tiny.json"));
    assertThat(document.at("/version").textValue()).isEqualTo("1.2.3");
    JsonNode group = document.at("/figures/0/groups/0");
    assertThat(group.at("/group").textValue()).isEqualTo("A.1");
    assertThat(group.at("/published/scope-only").doubleValue()).isEqualTo(1.2);
    JsonNode point = document.at("/figures/3/panels/0/points/1");
    assertThat(point.at("/compute units").longValue()).isEqualTo(2);
    assertThat(point.at("/values/1").doubleValue()).isEqualTo(0.75);
    JsonNode link = document.at("/figures/5/panels/0/links/0");
    assertThat(link.at("/to").textValue()).isEqualTo("east");
    assertThat(link.at("/busy").doubleValue()).isEqualTo(0.25);
    assertThat(document.at("/claims/1/verdict").textValue()).isEqualTo("not held");
    assertThat(document.at("/results/1/ending").textValue()).isEqualTo("wrong");
    assertThat(document.at("/results/0").has("distributions")).isFalse();
    assertThat(document.at("/results/0").has("cpuSeconds")).as("differs from run to run").isFalse();
  }

  @Test
  void mapsOfAMeshAreInThePageAndFilesAndTheirBusiestLinksInATable() throws Exception {
    assertThat(read("tiny-fig6-1.svg"))
        .contains("A.1 under &lt;GD0&gt;", "<title>router 1 to bank: busy in 50.00% of cycles");
    assertThat(read("tiny-fig6-2.svg")).contains(">B.1</text>", ">12%</text>");
    assertThat(read("tiny.html").replaceAll("\\s+", ""))
        .contains(
            "<divclass=\"map\"><svg",
            "<td>router1tobank</td>".replace("<td>", "<tdclass=\"word\">"),
            "<td>50.0%</td>",
            "meanofall</td><td>25.0%</td>");
    assertThat(TextReport.of(TestFindings.findings(), Integer.MAX_VALUE))
        .containsSubsequence("router 1 to bank", "50.0%", "router 0 to east", "mean of all")
        .doesNotContain("router 1 to west");
  }

  /**
   * A reader of a chart must not take a stand-in for the original; files for programs keep keys.
   */
  @Test
  void chartsNameTheGraphThatRanWhereItIsNotThePapers() throws Exception {
    assertThat(read("tiny.html")).contains("\"group\": \"A.1 on bay-like\"", "\"B.1\"");
    assertThat(read("tiny-fig1.svg")).contains(">A.1 on bay-like</text>", ">B.1</text>");
    assertThat(read("tiny-figures.csv")).doesNotContain("bay-like");
  }

  /** A name from a command line must not become markup, nor end a script. */
  @Test
  void namesAreTextWhateverIsInThem() throws Exception {
    String odd = "<b>&\"</script>";
    StudyFindings tiny = TestFindings.findings();
    StudyFindings named =
        new StudyFindings(
            "odd",
            odd,
            List.of(odd),
            List.of(new StudyFindings.Input("A.1", odd, "-", odd)),
            tiny.figures().stream().map(figure -> figure.relabelled(label -> odd)).toList(),
            List.of());
    ReportFiles.write(folder, named, TestFindings.grid(), odd, odd, false);
    String page = read("odd.html").replaceAll("(?s)<script>[^v].*?</script>", "");
    assertThat(page)
        .contains("<title>&lt;b&gt;&amp;&quot;&lt;/script&gt;</title>", "<pre>&lt;b&gt;&amp;")
        .contains("\"group\": \"<b>&\\\"<\\/script>\"");
    assertThat(page.split("</script>", -1)).as("ends of scripts").hasSize(6);
    assertThat(page.replaceAll("(?s)<script>.*?</script>", "")).doesNotContain("<b>");
    assertThat(read("odd-fig1.svg")).contains("&lt;b&gt;&amp;&quot;&lt;/script&gt;");
  }

  @Test
  void whatThePaperClaimsComesBeforeItsFigures() throws Exception {
    String page = read("tiny.html");
    int claims = page.indexOf("<h2 id=\"claims\">");
    assertThat(claims).isPositive().isLessThan(page.indexOf("<h2 id=\"fig1\">"));
  }

  @Test
  void theLegendSaysWhatTheDiamondsAre() throws Exception {
    assertThat(read("tiny.html")).contains("\"datum\": \"stated in the paper\"");
  }

  @Test
  void thePageLoadsNothing() throws Exception {
    String page = read("tiny.html");
    assertThat(page.replaceAll("(?s)<script>.*?</script>", ""))
        .doesNotContainPattern("<(script|img|link|iframe)")
        .doesNotContain("@import");
    assertThat(page).doesNotContain("sourceMappingURL");
    assertThat(page)
        .contains("vegaEmbed(\"#chart-fig1\"", "University of Washington", "Mike Bostock")
        .contains("B.1 baseline m: element 3 is 1, expected 2")
        .contains("<td class=\"word not-held\">not held</td>")
        .contains("<h2 id=\"t\">Table &lt;/script&gt; &amp; &quot;more&quot;</h2>")
        .contains("<pre>./syncopate reproduce tiny</pre>");
  }

  @Test
  void everyChartIsValidJsonWithTheNumbersInIt() throws Exception {
    Matcher charts =
        Pattern.compile("vegaEmbed\\(\"#chart-(\\w+)\", (\\{.*?\\n})", Pattern.DOTALL)
            .matcher(read("tiny.html"));
    int count = 0;
    while (charts.find()) {
      JsonNode spec = JsonReader.tree(charts.group(2).replace("<\\/", "</"));
      assertThat(spec.at("/data/values")).as(charts.group(1)).isNotEmpty();
      assertThat(spec.at(spec.has("facet") ? "/spec/layer" : "/layer")).isNotEmpty();
      count++;
    }
    assertThat(count).isEqualTo(5);
  }

  @Test
  void aSeriesHasOneColourInAllCharts() throws Exception {
    Matcher colours =
        Pattern.compile("\"domain\": \\[([^]]*)],\\s*\"range\": \\[(\\s*\"#.*?)]", Pattern.DOTALL)
            .matcher(read("tiny.html"));
    List<String> ofSrsp = new java.util.ArrayList<>();
    while (colours.find()) {
      if (!colours.group(1).strip().endsWith("\"sRSP\"")) {
        continue; // colours tell parts apart
      }
      ofSrsp.add(colours.group(2).strip().replaceAll("(?s).*\"(#\\w+)\"$", "$1"));
    }
    assertThat(ofSrsp).as("sRSP is the last series of each").hasSize(4);
    assertThat(ofSrsp.stream().distinct()).hasSize(1);
  }
}
