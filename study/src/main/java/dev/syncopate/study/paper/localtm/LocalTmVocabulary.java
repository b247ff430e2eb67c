package dev.syncopate.study.paper.localtm;

import dev.syncopate.study.paper.PublishedText;
import dev.syncopate.study.paper.claim.ClaimFile;
import dev.syncopate.study.paper.claim.ClaimVocabulary;
import dev.syncopate.study.paper.claim.SimulationLabels;
import dev.syncopate.study.paper.claim.Verdicts;
import java.util.List;
import java.util.Map;

/**
 * The names in {@code claims/localtm.yaml}: tables, and versions of the program under a reading of
 * the paper.
 */
final class LocalTmVocabulary {
  private LocalTmVocabulary() {}

  /** The claims under a reading; that of the abstract is about no reading but the standard one. */
  static Verdicts judged(LocaltmMeasurements measured, LocaltmReading reading) {
    return ClaimFile.judge("localtm", of(measured, reading), PublishedText.data("localtm"));
  }

  private static ClaimVocabulary of(LocaltmMeasurements measured, LocaltmReading reading) {
    Map<String, LocaltmScenario> versions =
        Map.of(
            LocaltmScenario.TM.label(), reading.transactional(),
            LocaltmScenario.FGL.label(), reading.locked(),
            LocaltmScenario.SERIAL.label(), reading.serial(),
            LocaltmScenario.COARSE.label(), LocaltmScenario.COARSE);
    return new ClaimVocabulary(
            (place, counter) -> measured.counter(table(place), scenario(versions, place), counter))
        .subjects(labels(LocaltmProgram.TABLES))
        .scenarios(versions.keySet())
        .list("tables", labels(LocaltmProgram.TABLES.stream().filter(reading::suits).toList()))
        .list(
            "larger-tables", labels(LocaltmProgram.TABLES.subList(1, LocaltmProgram.TABLES.size())))
        .label(
            "half-as-many",
            place ->
                place.subject(
                    LocaltmProgram.TABLES
                        .get(LocaltmProgram.TABLES.indexOf(table(place)) - 1)
                        .label()))
        .quantity("time", place -> measured.time(table(place), scenario(versions, place)));
  }

  private static List<String> labels(List<LocaltmProgram> tables) {
    return tables.stream().map(LocaltmProgram::label).toList();
  }

  private static LocaltmProgram table(SimulationLabels place) {
    return LocaltmProgram.TABLES.stream()
        .filter(program -> program.label().equals(place.subject()))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("expected a table at '%s'".formatted(place)));
  }

  private static LocaltmScenario scenario(
      Map<String, LocaltmScenario> versions, SimulationLabels place) {
    LocaltmScenario version = versions.get(place.scenario());
    if (version == null) {
      throw new IllegalArgumentException(
          "expected a version of the program at '%s'".formatted(place));
    }
    return version;
  }
}
