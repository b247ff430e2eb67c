package dev.syncopate.check.scope;

import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.RaceDetector;
import java.util.List;
import java.util.Map;

/** Changes of lines, and a detector that takes a run for one with them. */
final class LineChangeTrial {
  final Map<InstructionSite, Replacement> changes;
  final RaceDetector detector;

  /**
   * @param scopes of the machine
   */
  LineChangeTrial(Map<InstructionSite, Replacement> changes, Scopes scopes) {
    this.changes = changes;
    this.detector =
        new RaceDetector(scopes.unitsPerGpu, scopes.ctaScopeIsUnit, new LineRewriting(changes));
  }

  /**
   * Threads that scopes include.
   *
   * @param unitsPerGpu as of {@link RaceDetector#RaceDetector(int, boolean)}; likewise the other
   */
  record Scopes(int unitsPerGpu, boolean ctaScopeIsUnit) {}

  /** What races with the changes, and did not before. */
  ExposedRaces races(List<Race> knownRaces) {
    return ExposedRaces.of(detector, changes.keySet(), knownRaces);
  }

  /** Whether all could be checked. */
  boolean complete() {
    return detector.unchecked().isEmpty();
  }
}
