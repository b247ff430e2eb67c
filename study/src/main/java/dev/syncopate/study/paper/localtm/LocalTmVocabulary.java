package dev.syncopate.study.paper.localtm;

import dev.syncopate.study.paper.Published;
import dev.syncopate.study.paper.claim.ClaimFile;
import dev.syncopate.study.paper.claim.Place;
import dev.syncopate.study.paper.claim.Verdicts;
import dev.syncopate.study.paper.claim.Vocabulary;
import java.util.List;
import java.util.Map;

/**
 * The names in {@code claims/localtm.yaml}: tables, and versions of the program under a reading of
 * the paper.
 */
final class LocalTmVocabulary {
  private LocalTmVocabulary() {}

  /** The claims under a reading; that of the abstract is about no reading but the standard one. */
  static Verdicts judged(Measured measured, Reading reading) {
    return ClaimFile.judge("localtm", of(measured, reading), Published.data("localtm"));
  }

  private static Vocabulary of(Measured measured, Reading reading) {
    Map<String, Scenario> versions =
        Map.of(
            Scenario.TM.label(), reading.transactional(),
            Scenario.FGL.label(), reading.locked(),
            Scenario.SERIAL.label(), reading.serial(),
            Scenario.COARSE.label(), Scenario.COARSE);
    return new Vocabulary(
            (place, counter) -> measured.counter(table(place), scenario(versions, place), counter))
        .subjects(labels(Program.TABLES))
        .scenarios(versions.keySet())
        .list("tables", labels(Program.TABLES.stream().filter(reading::suits).toList()))
        .list("larger-tables", labels(Program.TABLES.subList(1, Program.TABLES.size())))
        .label(
            "half-as-many",
            place ->
                place.subject(Program.TABLES.get(Program.TABLES.indexOf(table(place)) - 1).label()))
        .quantity("time", place -> measured.time(table(place), scenario(versions, place)));
  }

  private static List<String> labels(List<Program> tables) {
    return tables.stream().map(Program::label).toList();
  }

  private static Program table(Place place) {
    return Program.TABLES.stream()
        .filter(program -> program.label().equals(place.subject()))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("expected a table at '%s'".formatted(place)));
  }

  private static Scenario scenario(Map<String, Scenario> versions, Place place) {
    Scenario version = versions.get(place.scenario());
    if (version == null) {
      throw new IllegalArgumentException(
          "expected a version of the program at '%s'".formatted(place));
    }
    return version;
  }
}
