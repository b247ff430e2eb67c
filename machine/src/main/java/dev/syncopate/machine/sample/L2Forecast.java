package dev.syncopate.machine.sample;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.gpu.Gpu;
import dev.syncopate.machine.warp.CtaSubset;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongToIntFunction;

/**
 * Contents that the L2 would have if all launches ran in cycles. A timed launch leaves them itself
 * if it runs whole. A launch without time that comes before a timed one tells the lines that it
 * uses, which the L2 is given.
 *
 * <p>Once only some CTAs of a launch have run in cycles, a model has the contents. Before a launch
 * runs in cycles the L2 gets those of the model. If only some CTAs of it run, others would come
 * between. Then a line that one of these CTAs uses is in the L2 if the CTA would find it at its
 * first use. Lines that none of them uses fill the rest: those that the L2 would have when half of
 * these CTAs have run, or lines in the place of such that must not be found.
 */
final class L2Forecast {
  private static final long NONE = -1;

  /** How often the last CTAs of a launch fill the L2. */
  private static final double FILLS = 3;

  private final LongToIntFunction setOfLine;
  private final RecentLines l2;
  private final int sets;
  private final int ways;
  private final int lineBytes;

  /** How many of its last CTAs a launch needs to fill the L2. */
  private final Map<LaunchFamily, Long> lastCtas = new HashMap<>();

  private boolean active;
  private int number;

  L2Forecast(MachineConfig machine, Gpu gpu) {
    ways = machine.memory().l2().ways();
    lineBytes = machine.l1().line();
    sets = machine.memory().l2().size() / lineBytes / ways;
    setOfLine = gpu::setOfL2;
    l2 = emptyL2();
  }

  private RecentLines emptyL2() {
    return new RecentLines(setOfLine, sets, ways);
  }

  /** Whether the model has the contents: then every timed launch is recorded. */
  boolean isActive() {
    return active;
  }

  /**
   * The recorder of a launch that will not be timed.
   *
   * @param slots CTAs that the machine holds at once
   */
  LineRecorder<UsedLines> untimed(long slots) {
    number++;
    return new LineRecorder<>(new UsedLines(emptyL2()), number, slots);
  }

  /**
   * The first CTA of a launch that has to be recorded. Those from there on fill the L2 several
   * times, if each uses as many lines as those that were recorded in an earlier launch.
   *
   * @param ctas of the launch
   */
  long firstToRecord(LaunchFamily family, long ctas) {
    return Math.max(0, ctas - lastCtas.getOrDefault(family, ctas));
  }

  /**
   * A launch that will not be timed has used lines.
   *
   * @param ctas that were recorded
   */
  void use(UsedLines lines, LaunchFamily family, long ctas, Gpu gpu) {
    double linesOfCta = (double) Math.max(1, lines.misses()) / ctas;
    lastCtas.put(family, (long) Math.ceil(FILLS * sets * ways / linesOfCta));
    lines.forEach((line, valid, dirty) -> {
      if (active) {
        int _ = l2.use(line, valid, false);
        if (dirty != 0) {
          int _ = l2.use(line, dirty, true);
        }
      } else {
        install(gpu, line, valid, dirty);
      }
    });
  }

  /**
   * The recorder of a launch that will be timed.
   *
   * @param subset CTAs that will run in cycles
   * @param slots CTAs that the machine holds at once
   */
  LineRecorder<SubsetLines> timed(CtaSubset subset, long slots) {
    active = true;
    number++;
    return new LineRecorder<>(new SubsetLines(l2, subset), number, slots);
  }

  /** A launch has run without time, and will run in cycles. */
  void prepare(SubsetLines recorded, Gpu gpu) {
    int[] takenWays = new int[sets];
    recorded.forEachFound((line, valid, dirty) -> takenWays[gpu.setOfL2(line)]++);
    LineList otherLines = new LineList();
    int[] visited = new int[sets];
    recorded
        .start()
        .forEachBackwards((line, valid, dirty) -> {
          int set = gpu.setOfL2(line);
          boolean cached = visited[set]++ < ways;
          long filler =
              !recorded.uses(line)
                  ? line
                  : cached && !recorded.finds(line) ? substitute(line, visited[set], gpu) : NONE;
          if (filler != NONE && takenWays[set] < ways) {
            takenWays[set]++;
            otherLines.accept(filler, valid, dirty);
          }
        });
    gpu.emptyL2();
    otherLines.forEachBackwards((line, valid, dirty) -> install(gpu, line, valid, dirty));
    recorded.forEachFound((line, valid, dirty) -> install(gpu, line, valid, dirty));
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
