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
 * half of these CTAs have run.
 */
final class L2Forecast {
  private final RecentLines l2;
  private final int sets;
  private final int ways;
  private final Map<LaunchFamily, LineList> usedLines = new HashMap<>();
  private boolean active;
  private int number;

  L2Forecast(MachineConfig machine, Gpu gpu) {
    ways = machine.memory().l2().ways();
    sets = machine.memory().l2().size() / machine.l1().line() / ways;
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
   */
  LineRecorder recorder(CtaSubset subset) {
    active = true;
    number++;
    return new LineRecorder(l2, number, subset);
  }

  /** The launch of the last recorder has run without time, and will run in cycles. */
  void prepare(LaunchFamily family, LineRecorder recorder, Gpu gpu) {
    LineList used = new LineList();
    l2.forEach(number, used);
    usedLines.put(family, used);
    int[] takenWays = new int[sets];
    recorder.forEachFound((line, valid, dirty) -> takenWays[gpu.setOfL2(line)]++);
    LineList otherLines = new LineList();
    recorder
        .start()
        .forEachBackwards((line, valid, dirty) -> {
          if (!recorder.uses(line) && takenWays[gpu.setOfL2(line)]++ < ways) {
            otherLines.accept(line, valid, dirty);
          }
        });
    gpu.emptyL2();
    otherLines.forEachBackwards((line, valid, dirty) -> install(gpu, line, valid, dirty));
    recorder.forEachFound((line, valid, dirty) -> install(gpu, line, valid, dirty));
  }

  private static void install(Gpu gpu, long line, int valid, int dirty) {
    gpu.installL2(line, valid, false);
    if (dirty != 0) {
      gpu.installL2(line, dirty, true);
    }
  }
}
