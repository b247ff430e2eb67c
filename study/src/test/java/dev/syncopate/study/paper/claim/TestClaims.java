package dev.syncopate.study.paper.claim;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.json.JsonReader;
import java.util.List;
import java.util.Map;

/** A small paper: three subjects, two scenarios, two sizes. */
final class TestClaims {
  private TestClaims() {}

  static JsonNode published() {
    return JsonReader.tree(
        """
        {"means": {"fast": 1.2},
         "points": [{"bench": "SC", "cus": 4, "value": 3, "statement": "36% less, 22% less"},
                    {"bench": "SC", "cus": 8}],
         "shape": ["all of it is fast", "none is slow"],
         "table": {"A": [4, 5]}}
        """);
  }

  static ClaimVocabulary vocabulary() {
    return new ClaimVocabulary((_, counter) -> counter.equals("net.messages") ? 7 : 0)
        .subjects(List.of("A", "B", "C"))
        .scenarios(List.of("base", "fast"))
        .sizes(List.of("1", "2"))
        .list("all", List.of("A", "B", "C"))
        .list("known", List.of("A", "B"))
        .label("other", place -> place.subject(place.subject().equals("A") ? "B" : "A"))
        .quantity(
            "time",
            place ->
                Map.of("A", 10.0, "B", 20.0).getOrDefault(place.subject(), Double.NaN)
                    * (place.scenario().equals("fast") ? 0.5 : 1)
                    * (place.size().equals("2") ? 2 : 1))
        .quantity("units", place -> Integer.parseInt(place.size()))
        .computed(
            "search",
            names ->
                ClaimOutcome.of("3 of 4 " + String.join(" and ", names), Claim.Verdict.PARTLY));
  }
}
