package dev.syncopate.study.paper.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.yaml.YamlException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Claims files: every kind of claim, groups, and errors with their place. */
class ClaimFileTest {
  private static Verdicts judged(String text) {
    return ClaimFile.judge("tiny.yaml", text, TestClaims.vocabulary(), TestClaims.published());
  }

  private static Claim claim(String text) {
    List<Claim> claims =
        judged("claims:\n- section: §1\n  claims:\n" + text.indent(2).stripTrailing()).claims();
    assertThat(claims).hasSize(1);
    return claims.getFirst();
  }

  @Test
  void aStatementAboutSeveralCasesIsCounted() {
    assertThat(
            claim(
                """
                - id: fast
                  says: It is fast
                  each: [all, [fast]]
                  measure: time over the base's
                  value: time / time[base] + 0.01 * (time - 5)
                  holds: at most 0.5
                """))
        .isEqualTo(
            new Claim(
                "fast",
                "§1",
                "It is fast",
                "time over the base's at most 0.5; " + Criterion.SHARE,
                "-",
                "1 of 2, only A fast (0.50); 0.50 to 0.55",
                Claim.Verdict.NOT_HELD));
  }

  @Test
  void exceptionsCanBeNamedWithoutTheirNumbers() {
    Verdicts verdicts =
        judged(
            """
            exceptions: named
            lists: {two: [B, C]}
            claims:
            - id: short
              section: §2
              says: It is short
              shows: {each: [all], value: time, measure: time}
              each: [[two, A], base]
              except: [A; base]
              otherwise: {each: [A], holds: above 11}
              measure: time
              value: time
              holds: at most 20
            """);
    Claim claim = verdicts.claims().getFirst();
    assertThat(claim.statement()).isEqualTo("It is short (time: A 10.000×, B 20.000×)");
    assertThat(claim.measured()).as("in the paper's order").isEqualTo("1 of 2, not A");
    assertThat(claim.criterion()).startsWith("time at most 20; of A above 11; held: ");
  }

  @Test
  void everyConditionOfACaseMustHold() {
    Claim claim =
        claim(
            """
            - id: both
              says: It is short and not too short
              each: [known]
              measure: time
              value: time
              holds: at most 20
              also: [{measure: half of it, value: time / 2, holds: above 6}]
            """);
    assertThat(claim.criterion()).startsWith("time at most 20, and half of it above 6; held: ");
    assertThat(claim.measured()).isEqualTo("1 of 2, only B (20.00); 10.00 to 20.00");
  }

  @Test
  void casesCanHaveNames() {
    Claim claim =
        claim(
            """
            - id: named
              says: One is longer
              measure: the ratio
              cases: {A/B: "time[A] / time[B]", B/A: "time[B] / time[A]"}
              holds: above 1
            """);
    assertThat(claim.measured()).isEqualTo("1 of 2, only B/A (2.00); 0.50 to 2.00");
  }

  @Test
  void publishedNumbersAreComparedByTheirKind() {
    Claim speedup =
        claim(
            """
            - {id: a, says: s, speedup: "time[A] / time[A; fast]", published: paper(means/fast)}
            """);
    assertThat(List.of(speedup.published(), speedup.measured())).containsExactly("1.20×", "2.00×");
    assertThat(speedup.criterion()).isEqualTo(Criterion.GAIN);
    assertThat(speedup.verdict()).isEqualTo(Claim.Verdict.PARTLY);

    Claim bound =
        claim(
            """
            - {id: a, says: s, speedup-at-least: "time[A] / time[A; fast]", published: paper(means/fast)}
            """);
    assertThat(bound.published()).isEqualTo("at least 1.20×");
    assertThat(bound.verdict()).isEqualTo(Claim.Verdict.HELD);

    Claim mean =
        claim(
            """
            - {id: a, says: s, each: [all], mean-speedup: "time[1] / time[A; 2]", published: paper(means/fast)}
            """);
    assertThat(mean.measured()).isEqualTo("0.71× geometric, 0.75× arithmetic");
    assertThat(mean.criterion()).isEqualTo(Criterion.GAIN + " (geometric mean)");

    Claim share =
        claim("- {id: a, says: s, share: \"time[C]\", published: paper(means/fast) - 1}\n");
    assertThat(List.of(share.published(), share.measured())).containsExactly("20%", "-");
    assertThat(share.verdict()).isEqualTo(Claim.Verdict.NOT_MEASURED);

    Claim graded =
        claim(
            """
            - {id: a, says: s, graded: "time[B] / time[A]", measure: the ratio, holds: at least 5, partly: above 1,
               published: "~10×"}
            """);
    assertThat(graded.criterion()).isEqualTo("held: the ratio at least 5; partly: above 1");
    assertThat(List.of(graded.published(), graded.measured())).containsExactly("~10×", "2.00×");
    assertThat(graded.verdict()).isEqualTo(Claim.Verdict.PARTLY);
  }

  @Test
  void aComputationIsJudgedByThePapersCode() {
    Claim claim =
        claim(
            "- {id: a, says: s, computed: search(A; B), judged: as the search finds, published: many}\n");
    assertThat(List.of(claim.criterion(), claim.published(), claim.measured()))
        .containsExactly("as the search finds", "many", "3 of 4 A and B");
    assertThat(claim.verdict()).isEqualTo(Claim.Verdict.PARTLY);
  }

  @Test
  void aGroupGivesItsClaimsASectionAndVariables() {
    Verdicts verdicts =
        judged(
            """
            words: {time: the whole time}
            measures: {growth: "time[2] / time[1]"}
            claims:
            - section: §1
              claims:
              - for: [{label: A, nth: 1}, {label: B, nth: 2}]
                claims:
                - id: less-{label}
                  says: '{text(shape[is fast])}: {label}, {100 * (paper(means/fast) - 1)}% of {time}'
                  reduction: 1 - 1 / growth[{label}]
                  published: paper(points[bench=SC,cus=4]/statement percent {nth})
              - for: {label: [A, B]}
                reading: other
                claims:
                - {id: 'more-{label}', section: §2, says: s, increase: 'growth[{label}] - 1', published: '0.5'}
            """);
    assertThat(verdicts.claims())
        .extracting(Claim::id)
        .containsExactly("less-A", "less-B", "more-A", "more-B");
    assertThat(verdicts.claims()).extracting(Claim::source).containsExactly("§1", "§1", "§2", "§2");
    Claim second = verdicts.claims().get(1);
    assertThat(second.statement()).isEqualTo("all of it is fast: B, 20% of the whole time");
    assertThat(List.of(second.published(), second.measured())).containsExactly("22%", "50%");
    assertThat(verdicts.percentages())
        .as("without those of another reading")
        .containsExactly(
            new Verdicts.Percentage("less-A", 36, 50), new Verdicts.Percentage("less-B", 22, 50));
  }

  @Test
  void anErrorHasItsPlace() {
    refused("claims:\n- says: s\n", "2:3: lacks the key id");
    refused(
        "claims:\n- {id: a, says: s}\n", "2:3: found no kind of claim, expected one of computed");
    refused(
        "claims:\n- {id: a, says: s, speedup: '1', share: '1', published: '1'}\n",
        "2:3: found speedup and share, expected one of");
    refused(
        "claims:\n- {id: a, says: s, speedup: '1', publishd: '1'}\n",
        "2:44: found the key publishd, expected one of id, published, says, section, shows, speedup; did you"
            + " mean published?");
    refused(
        "claims:\n- id: a\n  says: s\n  speedup: tme[A]\n  published: paper(means/fast)\n",
        "4:12: found 'tme' in the formula 'tme[A]', expected a quantity; did you mean time?");
    refused(
        "claims:\n- id: a\n  says: s\n  each: [all, quick]\n  measure: m\n  value: time\n  holds: above 1\n",
        "4:15: found 'quick', expected a label or a list of labels");
    refused(
        "claims:\n- id: a\n  says: s\n  each: [all]\n  measure: m\n  value: time\n  holds: over 1\n",
        "7:10: found the condition 'over 1', expected above N by more than N%");
    refused(
        "claims:\n- {id: a, says: s, computed: serch, judged: so}\n",
        "2:30: found 'serch', expected a computation; did you mean search?");
    refused(
        "claims:\n- {id: a, says: s, share: '1', published: '1'}\n- {id: a, says: s, share: '1', published: '1'}\n",
        "3:8: found the claim a again");
    refused("claims:\n- id: a\n  id: b\n", "3:3: found the key id again");
    refused("measures: {time: '1'}\nclaims: []\n", "1:18: found a second meaning of time");
    refused(
        "claims:\n- {id: a, says: s, share: units, published: '1'}\n",
        "2:3: For input string: \"\"");
    refused(
        "lists: {few: [A, D]}\nclaims: []\n",
        "1:18: found 'D', expected a label or a list of labels");
    refused(
        "claims:\n- id: a\n  says: s\n  each: [all]\n  measure: over fast's\n  value: time / time[base]\n  holds: above 1\n",
        "5:12: found no base in the words, expected what the formula compares");
    refused("claims: yes\n", "1:9: expected a list");
    refused("exceptions: all\nclaims: []\n", "1:13: found all, expected named");
    refused("", "1:1: found an empty file, expected keys with values");
    refused("claims: [\n", "2:1: not YAML: ");
  }

  private static void refused(String text, String message) {
    assertThatThrownBy(() -> judged(text))
        .isInstanceOf(YamlException.class)
        .hasMessageStartingWith("tiny.yaml:" + message);
  }
}
