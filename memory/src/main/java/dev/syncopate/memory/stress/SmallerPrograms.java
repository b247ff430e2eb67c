package dev.syncopate.memory.stress;

import dev.syncopate.memory.stress.RaceFreeProgram.Access;
import dev.syncopate.memory.stress.RaceFreeProgram.Episode;
import dev.syncopate.memory.stress.RaceFreeProgram.Phase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes programs smaller. */
final class SmallerPrograms {
  private SmallerPrograms() {}

  /**
   * Every program that lacks one phase, one episode or one access of another, largest cuts first.
   */
  static List<RaceFreeProgram> of(RaceFreeProgram program) {
    List<RaceFreeProgram> result = new ArrayList<>();
    for (int p = 0; p < program.phases().size(); p++) {
      result.add(withPhase(program, p, null));
    }
    for (int p = 0; p < program.phases().size(); p++) {
      Phase phase = program.phases().get(p);
      int size = phase.episodes().size();
      for (int chunk = Math.max(1, size / 2); chunk >= 1; chunk /= 2) {
        for (int start = 0; start + chunk <= size; start += chunk) {
          List<Episode> fewer = new ArrayList<>(phase.episodes());
          fewer.subList(start, start + chunk).clear();
          result.add(withPhase(program, p, withEpisodes(phase, fewer)));
        }
      }
    }
    for (int p = 0; p < program.phases().size(); p++) {
      Phase phase = program.phases().get(p);
      for (int e = 0; e < phase.episodes().size(); e++) {
        Episode episode = phase.episodes().get(e);
        for (int a = 0; a < episode.accesses().size(); a++) {
          List<Access> fewer = new ArrayList<>(episode.accesses());
          fewer.remove(a);
          List<Episode> episodes = new ArrayList<>(phase.episodes());
          episodes.set(e, new Episode(episode.thread(), episode.group(), episode.delay(), fewer));
          result.add(withPhase(program, p, withEpisodes(phase, episodes)));
        }
      }
    }
    return result;
  }

  private static Phase withEpisodes(Phase phase, List<Episode> episodes) {
    return new Phase(phase.modes(), phase.owners(), episodes, phase.barrier());
  }

  private static RaceFreeProgram withPhase(
      RaceFreeProgram program, int index, @Nullable Phase phase) {
    List<Phase> changed = new ArrayList<>(program.phases());
    if (phase == null) {
      changed.remove(index);
    } else {
      changed.set(index, phase);
    }
    return new RaceFreeProgram(
        program.gpus(),
        program.tiles(),
        program.threadsPerTile(),
        program.groups(),
        program.locations(),
        changed);
  }
}
