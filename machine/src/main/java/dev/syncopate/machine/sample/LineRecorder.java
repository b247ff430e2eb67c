package dev.syncopate.machine.sample;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.system.MemorySystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Records the lines that a launch without time uses, and what the CTAs of a subset find in the L2
 * when they first use a line. CTAs that run at the same time in cycles use their lines in a random
 * order, which is another one in each launch, as in cycles.
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

  /** CTAs that run at the same time in cycles. */
  private final long slots;

  /** Such CTAs, by their numbers. */
  private final Map<Long, CtaUses> wave = new LinkedHashMap<>();

  private final SplittableRandom random;
  private @Nullable CtaUses running;

  /**
   * @param l2 at the beginning of the launch, then at its end
   * @param number of the launch
   * @param subset CTAs that will run in cycles
   * @param slots CTAs that the machine holds at once
   */
  LineRecorder(RecentLines l2, int number, CtaSubset subset, long slots) {
    this.slots = slots;
    this.random = new SplittableRandom(number);
    this.l2 = l2;
    this.number = number;
    this.subset = subset;
    this.startCta = subset.isPart() ? subset.at(subset.count() / 2) : 0;
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    long cta = warp.owner().index;
    if (running == null || running.cta != cta) {
      if (wave.size() == slots && !wave.containsKey(cta)) {
        useWave();
      }
      running = wave.computeIfAbsent(cta, CtaUses::new);
    }
  }

  @Override
  public void coalesced(int unit, int pc, WarpAccess access) {
    boolean writes = access.operation.kind() != AccessKind.LOAD;
    if (running != null) {
      for (LineAccess line : access.lines) {
        running.add(line.line, sectors(line), writes);
      }
    }
  }

  /** Uses the lines of the CTAs of a wave, of one after the other in an arbitrary order. */
  private void useWave() {
    List<CtaUses> ctas = new ArrayList<>(wave.values());
    wave.clear();
    if (!started && ctas.stream().anyMatch(cta -> cta.cta >= startCta)) {
      started = true;
      l2.forEach(0, start);
    }
    while (!ctas.isEmpty()) {
      int chosen = random.nextInt(ctas.size());
      CtaUses uses = ctas.get(chosen);
      if (uses.hasNext()) {
        use(uses);
        uses.advance();
      } else {
        CtaUses last = ctas.removeLast();
        if (chosen < ctas.size()) {
          ctas.set(chosen, last);
        }
      }
    }
  }

  private void use(CtaUses uses) {
    int sectorsBefore = l2.use(uses.line(), uses.sectors(), uses.writes(), number);
    if (subset.isPart() && subset.at(subset.position(uses.cta)) == uses.cta) {
      foundSectors.putIfAbsent(uses.line(), sectorsBefore);
    }
  }

  /** The launch has ended. */
  void finish() {
    useWave();
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

  /** Whether it would find something of the line at its first use. */
  boolean finds(long line) {
    return foundSectors.getOrDefault(line, 0) != 0;
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
