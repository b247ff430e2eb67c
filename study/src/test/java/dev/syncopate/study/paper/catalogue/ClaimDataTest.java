package dev.syncopate.study.paper.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.sim.text.CsvText;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.paper.Paper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The claims files of all papers. */
class ClaimDataTest {
  private static final Path FILES =
      Path.of("src/main/resources/dev/syncopate/study/paper/claims").toAbsolutePath();

  /** A name with a dot in a formula. */
  private static final Pattern COUNTER =
      Pattern.compile("\\b[a-z][A-Za-z0-9]*(?:\\.[a-zA-Z0-9]+)+\\b");

  private static final Pattern FORMULA =
      Pattern.compile(
          "(?m)^\\s*(?:- )?(?:value|speedup|speedup-at-least|mean-speedup|reduction|increase|share|graded):(.*)$");

  @Test
  void idsAreUniqueAndEveryClaimHasItsWords() {
    for (Paper paper : Papers.all()) {
      List<Claim> claims = paper.claims(ResultGrid.of(List.of(), Map.of()));
      assertThat(claims).extracting(Claim::id).as(paper.name()).doesNotHaveDuplicates();
      assertThat(claims)
          .as(paper.name())
          .allSatisfy(claim -> {
            assertThat(claim.statement()).isNotBlank().doesNotContain("{");
            assertThat(claim.source()).as(claim.id()).isNotBlank();
            assertThat(claim.criterion()).as(claim.id()).contains("held: ").doesNotContain("{");
            assertThat(claim.verdict()).as(claim.id()).isEqualTo(Claim.Verdict.NOT_MEASURED);
          });
    }
  }

  @Test
  void everyCounterIsOneThatTheReferenceLists() throws IOException {
    String reference = Files.readString(Path.of("../docs/use/statistics.md"));
    Set<String> counters = new TreeSet<>();
    try (var files = Files.list(FILES)) {
      for (Path file : files.toList()) {
        for (MatchResult formula : FORMULA.matcher(Files.readString(file)).results().toList()) {
          COUNTER
              .matcher(formula.group(1))
              .results()
              .map(MatchResult::group)
              .forEach(counters::add);
        }
      }
    }
    assertThat(counters).contains("network.messages");
    assertThat(counters).allSatisfy(counter -> assertThat(reference).contains(counter));
  }

  /** Criteria in the stored tables were printed from the files as they are. */
  @Test
  void storedClaimsHaveTheCriteriaOfTheFiles() throws IOException {
    for (Paper paper : Papers.all()) {
      Map<String, String> criteria = new LinkedHashMap<>();
      paper
          .claims(ResultGrid.of(List.of(), Map.of()))
          .forEach(claim -> criteria.put(claim.id(), CsvText.line(List.of(claim.criterion()))));
      try (var files = Files.list(Path.of("../docs/data"))) {
        for (Path file :
            files
                .filter(path ->
                    path.getFileName()
                        .toString()
                        .matches("fidelity-" + paper.name() + ".*-claims.csv"))
                .toList()) {
          for (String row : Files.readAllLines(file).stream().skip(1).toList()) {
            String id = row.substring(0, row.indexOf(','));
            if (!id.startsWith("order-")) {
              assertThat(row)
                  .as("%s: %s", file, id)
                  .contains(criteria.getOrDefault(id, "?").strip());
            }
          }
        }
      }
    }
  }
}
