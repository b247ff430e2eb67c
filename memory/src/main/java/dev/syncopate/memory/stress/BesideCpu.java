package dev.syncopate.memory.stress;

import dev.syncopate.memory.stress.RaceFreeProgram.Barrier;
import dev.syncopate.memory.stress.RaceFreeProgram.Episode;
import dev.syncopate.memory.stress.RaceFreeProgram.Mode;
import dev.syncopate.memory.stress.RaceFreeProgram.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the last tile of a program a CPU. Promotion is among compute units. The preceding tile
 * therefore makes the CPU's accesses under a promoted lock, and a barrier of remote operations
 * meets the CPU by plain ones at the widest scope. The CPU shares everything else with the compute
 * units.
 */
final class BesideCpu {
  private BesideCpu() {}

  static RaceFreeProgram of(RaceFreeProgram program) {
    List<Phase> phases = new ArrayList<>();
    for (Phase phase : program.phases()) {
      phases.add(phase(program, phase));
    }
    return new RaceFreeProgram(
        program.gpus(),
        program.tiles(),
        program.threadsPerTile(),
        program.groups(),
        program.locations(),
        phases);
  }

  private static Phase phase(RaceFreeProgram program, Phase phase) {
    int cpu = program.tiles() - 1;
    List<Integer> owners = new ArrayList<>(phase.owners());
    for (int group = 0; group < owners.size(); group++) {
      if (isPromoted(phase, group) && owners.get(group) == cpu) {
        owners.set(group, cpu - 1);
      }
    }
    List<Episode> episodes = new ArrayList<>();
    for (Episode episode : phase.episodes()) {
      boolean moves =
          isPromoted(phase, episode.group()) && episode.thread() >= cpu * program.threadsPerTile();
      int thread = episode.thread() - (moves ? program.threadsPerTile() : 0);
      episodes.add(new Episode(thread, episode.group(), episode.delay(), episode.accesses()));
    }
    Barrier barrier =
        phase.barrier() == Barrier.REMOTE ? Barrier.REMOTE_BUT_THE_LAST : phase.barrier();
    return new Phase(phase.modes(), owners, episodes, barrier);
  }

  private static boolean isPromoted(Phase phase, int group) {
    return phase.modes().get(group) == Mode.PROMOTED_LOCK;
  }
}
