package dev.syncopate.machine.sample;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.gpu.Gpu;
import dev.syncopate.machine.warp.CtaSubset;
import java.util.HashMap;
import java.util.Map;

/**
 * Contents that the L2 would have if all launches ran in cycles. Launches that are timed record
 * their lines in a run without time; another launch of a family counts as the one recorded last.
 *
 * <p>Before a launch runs in cycles the L2 gets these contents. If only some CTAs of it run, others
 * would come between. Then a line that one of these CTAs uses is in the L2 if the CTA would find it
 * at its first use. Lines that none of them uses fill the rest: those that the L2 would have when
 * half of these CTAs have run, or lines in the place of such that must not be found.
 */
final class L2Forecast {
  private static final long NONE = -1;

  private final RecentLines l2;
  private final int sets;
  private final int ways;
  private final int lineBytes;
  private final Map<LaunchFamily, LineList> usedLines = new HashMap<>();
  private boolean active;
  private int number;

  L2Forecast(MachineConfig machine, Gpu gpu) {
    ways = machine.memory().l2().ways();
    lineBytes = machine.l1().line();
    sets = machine.memory().l2().size() / lineBytes / ways;
    l2 = new RecentLines(gpu::setOfL2, sets, ways);
  }

  /** Whether a launch has been recorded: from then on all timed launches are. */
  boolean isActive() {
    return active;
  }

  /** A launch runs without time. */
  void untimed(LaunchFamily family) {
    LineList used = usedLines.get(family);
    if (used != null) {
      number++;
      used.forEach((line, valid, dirty) -> {
        int _ = l2.use(line, valid, false, number);
        if (dirty != 0) {
          int _ = l2.use(line, dirty, true, number);
        }
      });
    }
  }

  /**
   * The recorder of a launch that will be timed.
   *
   * @param subset CTAs that will run in cycles
   * @param slots CTAs that the machine holds at once
   */
  LineRecorder recorder(CtaSubset subset, long slots) {
    active = true;
    number++;
    return new LineRecorder(l2, number, subset, slots);
  }

  /** The launch of the last recorder has run without time, and will run in cycles. */
  void prepare(LaunchFamily family, LineRecorder recorder, Gpu gpu) {
    recorder.finish();
    LineList used = new LineList();
    l2.forEach(number, used);
    usedLines.put(family, used);
    int[] takenWays = new int[sets];
    recorder.forEachFound((line, valid, dirty) -> takenWays[gpu.setOfL2(line)]++);
    LineList otherLines = new LineList();
    int[] visited = new int[sets];
    recorder
        .start()
        .forEachBackwards((line, valid, dirty) -> {
          int set = gpu.setOfL2(line);
          boolean cached = visited[set]++ < ways;
          long filler =
              !recorder.uses(line)
                  ? line
                  : cached && !recorder.finds(line) ? substitute(line, visited[set], gpu) : NONE;
          if (filler != NONE && takenWays[set] < ways) {
            takenWays[set]++;
            otherLines.accept(filler, valid, dirty);
          }
        });
    gpu.emptyL2();
    otherLines.forEachBackwards((line, valid, dirty) -> install(gpu, line, valid, dirty));
    recorder.forEachFound((line, valid, dirty) -> install(gpu, line, valid, dirty));
  }

  /**
   * A line that falls to the same set, far from what the host has allocated. It takes the place of
   * one that other CTAs have brought, and that a chosen CTA must not find.
   *
   * @param number from 1, another one for each line of the set
   */
  private long substitute(long line, int number, Gpu gpu) {
    long distance = (long) sets * lineBytes;
    long steps = (gpu.grids().end() - 1 - line) / distance - number;
    long substitute = line + steps * distance;
    return steps > 0 && gpu.setOfL2(substitute) == gpu.setOfL2(line) ? substitute : NONE;
  }

  private static void install(Gpu gpu, long line, int valid, int dirty) {
    gpu.installL2(line, valid, false);
    if (dirty != 0) {
      gpu.installL2(line, dirty, true);
    }
  }
}
