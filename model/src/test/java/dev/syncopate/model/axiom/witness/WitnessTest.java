package dev.syncopate.model.axiom.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.CandidateExecution;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.litmus.LitmusTest;
import java.io.StringReader;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** Executions as people see them. */
class WitnessTest {
  private static final LitmusTest TEST =
      LitmusTest.read(
          "t",
          """
          PTX t
          { x=1; }
          P0@cta 0,gpu 0     | P7@cta 1,gpu 0                      ;
          st.weak x, 2       | atom.remote.acq_rel.gpu.add r0, x, 1 ;
          fence.sc.sys       | bar.cta.sync 0                      ;
          st.release.cta p, x |                                    ;
          exists (7:r0 = 1 /\\ x = 2)
          """);

  private static CandidateExecution execution(String outcome) {
    AllowedOutcomes findings =
        ExecutionSearch.of(TEST, ModelCatalog.named("sc"), Observables.asked(TEST), 1);
    Map<String, CandidateExecution> byText = new TreeMap<>();
    findings.outcomes().forEach((key, value) -> byText.put(key.toString(), value));
    assertThat(byText).containsOnlyKeys("7:r0=1 x=2", "7:r0=2 x=3");
    return Objects.requireNonNull(byText.get(outcome));
  }

  @Test
  void textNamesEventsAndPairs() {
    assertThat(WitnessText.of(TEST, execution("7:r0=1 x=2"), "  "))
        .isEqualTo(
            """
              P0  a: W.weak x=2   b: F.sc.sys   c: W.release.cta p=&x
              P7  d: R.remote.acquire.gpu x=1   e: W.remote.release.gpu x=2   f: arrives   g: departs
                  rf [x]→d   co e→a
            """);
    assertThat(WitnessText.of(TEST, execution("7:r0=2 x=3"), "")).contains("rf a→d   co a→e");
  }

  @Test
  void graphvizGetsAClusterForEachThread() {
    assertThat(WitnessDot.of(TEST, execution("7:r0=1 x=2"), "a \"title\""))
        .contains(
            "label=\"a \\\"title\\\"\"",
            "subgraph cluster_P7 {\n    label=\"P7  cta 1,gpu 0\";",
            "e2 [label=\"a: W.weak x=2\"];",
            "e1 [label=\"x=1\"];",
            "e1 -> e5 [label=\"rf\"")
        .doesNotContain("e0 ")
        .endsWith("}\n");
  }

  @Test
  void picturesAreWellFormedAndShowEveryEventThatHasAPart() throws Exception {
    String svg = WitnessSvg.of(TEST, execution("7:r0=1 x=2"), "x < y & z");
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    // A background, seven events and the initial write that is read.
    assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(1 + 7 + 1);
    assertThat(svg).contains("x &lt; y &amp; z", ">e: W.remote.release.gpu x=2<", "#co)");
  }
}
