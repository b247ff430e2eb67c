package dev.syncopate.check.scope;

import dev.syncopate.check.race.InstructionPair;
import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.RaceDetector;
import dev.syncopate.check.report.InstructionDescription;
import dev.syncopate.ptx.ir.Program;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Accesses that race once lines are changed, and did not before.
 *
 * @param pairs of accesses at other lines, which the changed ones have ordered
 * @param ownCount pairs of accesses of which a changed line makes at least one
 * @param example of the first, or if there are none of the second, the instructions that raced most
 *     often; null for none
 * @param instructions of the pairs at other lines
 */
public record ExposedRaces(
    long pairs, long ownCount, @Nullable String example, Set<InstructionPair> instructions) {
  /** Keeps a copy. */
  public ExposedRaces {
    instructions = Set.copyOf(instructions);
  }

  /** Instructions that race, and how. */
  private record RacingPair(InstructionPair instructions, Race.Kind kind) {
    static RacingPair of(Race race) {
      return new RacingPair(instructionsOf(race), race.kind());
    }
  }

  private static InstructionPair instructionsOf(Race race) {
    return InstructionPair.of(
        race.grid().kernel().program.name(), race.earlier().pc(), race.later().pc());
  }

  /**
   * What races in a trial alone.
   *
   * @param changed lines of the trial
   * @param knownRaces the races of the run as it is
   */
  static ExposedRaces of(RaceDetector trial, Set<InstructionSite> changed, List<Race> knownRaces) {
    Set<RacingPair> old = new HashSet<>();
    knownRaces.forEach(race -> old.add(RacingPair.of(race)));
    long pairs = 0;
    long ownCount = 0;
    Race worst = null;
    Set<InstructionPair> racing = new HashSet<>();
    for (Race race : trial.races()) {
      if (old.contains(RacingPair.of(race))) {
        continue;
      }
      boolean isChanged = isOf(race, changed);
      if (isChanged) {
        ownCount += race.count();
      } else {
        pairs += race.count();
        racing.add(instructionsOf(race));
      }
      boolean better =
          worst == null
              || (isOf(worst, changed) != isChanged ? !isChanged : race.count() > worst.count());
      worst = better ? race : worst;
    }
    return new ExposedRaces(pairs, ownCount, worst == null ? null : example(worst), racing);
  }

  private static boolean isOf(Race race, Set<InstructionSite> changed) {
    Program program = race.grid().kernel().program;
    InstructionSite earlier = InstructionSite.synchronising(program, race.earlier().pc());
    InstructionSite later = InstructionSite.synchronising(program, race.later().pc());
    return (earlier != null && changed.contains(earlier))
        || (later != null && changed.contains(later));
  }

  /** Whether nothing races. */
  public boolean none() {
    return pairs + ownCount == 0;
  }

  private static String example(Race race) {
    InstructionDescription text = new InstructionDescription(race.grid().kernel().program);
    int earlier = race.earlier().pc();
    int later = race.later().pc();
    return "%s at %s and %s at %s"
        .formatted(text.what(earlier), text.line(earlier), text.what(later), text.line(later));
  }
}
