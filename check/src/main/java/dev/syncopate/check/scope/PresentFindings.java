package dev.syncopate.check.scope;

import dev.syncopate.check.race.HandOver;
import dev.syncopate.check.race.InstructionPair;
import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.RaceDetector;
import dev.syncopate.check.report.InstructionDescription;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Findings of the run as it is, which no change of it is blamed for.
 *
 * @param races its races
 * @param unordered instructions that hand over strong data by a flag which orders nothing
 */
record PresentFindings(List<Race> races, Set<InstructionPair> unordered) {
  static final PresentFindings NONE = new PresentFindings(List.of(), Set.of());

  PresentFindings {
    races = List.copyOf(races);
    unordered = Set.copyOf(unordered);
  }

  static PresentFindings of(RaceDetector detector) {
    Set<InstructionPair> unordered = new HashSet<>();
    detector.handOvers().forEach(handOver -> unordered.add(instructions(handOver)));
    return new PresentFindings(detector.races(), unordered);
  }

  private static InstructionPair instructions(HandOver handOver) {
    return InstructionPair.of(
        handOver.grid().kernel().program.name(), handOver.write().pc(), handOver.read().pc());
  }

  /** The instructions of a hand-over that nothing orders in a changed run alone; null for none. */
  @Nullable String handOverOf(RaceDetector changed) {
    return changed.handOvers().stream()
        .filter(handOver -> !unordered.contains(instructions(handOver)))
        .findFirst()
        .map(PresentFindings::text)
        .orElse(null);
  }

  private static String text(HandOver handOver) {
    InstructionDescription text = new InstructionDescription(handOver.grid().kernel().program);
    int write = handOver.write().pc();
    int read = handOver.read().pc();
    return "%s at %s to %s at %s"
        .formatted(text.what(write), text.line(write), text.what(read), text.line(read));
  }
}
