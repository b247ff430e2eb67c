package dev.syncopate.study.paper.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.paper.Paper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PapersTest {
  @Test
  void everyHeadlineIsAClaimOfItsPaper() {
    for (Paper paper : Papers.all()) {
      List<Claim> claims = paper.claims(ResultGrid.of(List.of(), Map.of()));
      assertThat(paper.headlines()).as(paper.name()).hasSizeGreaterThan(4).doesNotHaveDuplicates();
      assertThat(claims).as(paper.name()).extracting(Claim::id).containsAll(paper.headlines());
    }
  }
}
