package dev.syncopate.check.scope;

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
 */
public record ExposedRaces(long pairs, long ownCount, @Nullable String example) {
  /** A pair of instructions that races. */
  private record Pair(String kernel, int first, int second, Race.Kind kind) {
    static Pair of(Race race) {
      int a = race.earlier().pc();
      int b = race.later().pc();
      return new Pair(
          race.grid().kernel().program.name(), Math.min(a, b), Math.max(a, b), race.kind());
    }
  }

  /**
   * What races in a trial alone.
   *
   * @param changed lines of the trial
   * @param knownRaces the races of the run as it is
   */
  static ExposedRaces of(
      RaceDetector trial, Set<SynchronisationSite> changed, List<Race> knownRaces) {
    Set<Pair> old = new HashSet<>();
    knownRaces.forEach(race -> old.add(Pair.of(race)));
    long pairs = 0;
    long ownCount = 0;
    Race worst = null;
    for (Race race : trial.races()) {
      if (old.contains(Pair.of(race))) {
        continue;
      }
      boolean isChanged = isOf(race, changed);
      if (isChanged) {
        ownCount += race.count();
      } else {
        pairs += race.count();
      }
      boolean better =
          worst == null
              || (isOf(worst, changed) != isChanged ? !isChanged : race.count() > worst.count());
      worst = better ? race : worst;
    }
    return new ExposedRaces(pairs, ownCount, worst == null ? null : example(worst));
  }

  private static boolean isOf(Race race, Set<SynchronisationSite> changed) {
    Program program = race.grid().kernel().program;
    SynchronisationSite earlier = SynchronisationSite.of(program, race.earlier().pc());
    SynchronisationSite later = SynchronisationSite.of(program, race.later().pc());
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
