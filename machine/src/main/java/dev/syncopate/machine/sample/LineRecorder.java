package dev.syncopate.machine.sample;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.system.MemorySystem;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Records the lines that a launch without time uses, and what the CTAs of a subset find in the L2
 * when they first use a line.
 */
final class LineRecorder implements LaunchObserver {
  private final RecentLines l2;
  private final int number;
  private final CtaSubset subset;

  /** Lines that the subset uses, with the sectors found at the first use: valid and dirty. */
  private final Map<Long, Integer> foundSectors = new LinkedHashMap<>();

  /** Lines of the L2 when the launch begins, or the CTA in the middle of a subset. */
  private final LineList start = new LineList();

  private final long startCta;
  private boolean started;

  private long cta = -1;
  private boolean selected;

  /**
   * @param l2 at the beginning of the launch, then at its end
   * @param number of the launch
   * @param subset CTAs that will run in cycles
   */
  LineRecorder(RecentLines l2, int number, CtaSubset subset) {
    this.l2 = l2;
    this.number = number;
    this.subset = subset;
    this.startCta = subset.isPart() ? subset.at(subset.count() / 2) : 0;
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    if (warp.owner().index != cta) {
      cta = warp.owner().index;
      if (!started && cta >= startCta) {
        started = true;
        l2.forEach(0, start);
      }
      selected = subset.isPart() && subset.at(subset.position(cta)) == cta;
    }
  }

  @Override
  public void coalesced(int unit, int pc, WarpAccess access) {
    boolean writes = access.operation.kind() != AccessKind.LOAD;
    for (LineAccess line : access.lines) {
      int sectorsBefore = l2.use(line.line, sectors(line), writes, number);
      if (selected) {
        foundSectors.putIfAbsent(line.line, sectorsBefore);
      }
    }
  }

  private static int sectors(LineAccess line) {
    int sectors = 0;
    for (int i = 0; i < Long.SIZE / MemorySystem.SECTOR; i++) {
      long mask = ((1L << MemorySystem.SECTOR) - 1) << (i * MemorySystem.SECTOR);
      sectors |= (line.maskLow & mask) == 0 ? 0 : 1 << i;
      sectors |= (line.maskHigh & mask) == 0 ? 0 : 4 << i;
    }
    return sectors;
  }

  /** Lines that the L2 has when half of the subset has run; of a whole launch at its beginning. */
  LineList start() {
    return start;
  }

  /** Whether a CTA of the subset uses a line. */
  boolean uses(long line) {
    return foundSectors.containsKey(line);
  }

  /** Gives the lines of which CTAs of the subset find something at their first use, in order. */
  void forEachFound(RecentLines.LineConsumer consumer) {
    foundSectors.forEach((line, sectors) -> {
      if (sectors != 0) {
        consumer.accept(line, sectors % RecentLines.DIRTY, sectors / RecentLines.DIRTY);
      }
    });
  }
}
