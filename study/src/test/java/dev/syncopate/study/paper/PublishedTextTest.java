package dev.syncopate.study.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The published numbers are the shared ones, and every one of them is claimed. */
class PublishedTextTest {
  @Test
  void theDataIsTheSharedFileWhereThatIsAtHand() throws IOException {
    Path shared = shared();
    if (!Files.exists(shared)) {
      return; // a checkout by itself has nothing to compare with
    }
    try (InputStream stream =
        PublishedTextTest.class.getResourceAsStream("published-results.json")) {
      assertThat(stream).isNotNull();
      assertThat(JsonReader.tree(new String(stream.readAllBytes(), StandardCharsets.UTF_8)))
          .isEqualTo(JsonReader.tree(Files.readString(shared)));
    }
  }

  private static Path shared() {
    return Path.of("").toAbsolutePath().resolve("../../shared/published-results.json").normalize();
  }

  @Test
  void subjectsComeInThePapersOrderWithTheirWorkloads() {
    assertThat(PublishedText.all().srsp().subjects())
        .hasSize(10)
        .startsWith(new StudySubject("CLR.1", "color", "dip20090126_MAX"))
        .contains(new StudySubject("MIS.2", "mis", "caidaRouterLevel"))
        .endsWith(new StudySubject("SSSP.3", "sssp", "USA-road-d.NY"));
    assertThat(PublishedText.all().rsp().subjects())
        .hasSize(10)
        .startsWith(new StudySubject("SSSP-1", "sssp", "dip20090126_MAX"))
        .contains(new StudySubject("PR-2", "pagerank", "smallworld"));
  }

  @Test
  void everyShapeThatIsStatedIsAClaim() {
    for (Paper paper : List.of(new RspPaper(), new SrspPaper())) {
      List<String> statements =
          paper.claims(TestGrids.empty()).stream().map(claim -> claim.statement()).toList();
      PublishedText published =
          paper.name().equals("rsp") ? PublishedText.all().rsp() : PublishedText.all().srsp();
      for (String shape : published.shape()) {
        assertThat(statements).as(paper.name()).anyMatch(statement -> statement.startsWith(shape));
      }
    }
  }
}
