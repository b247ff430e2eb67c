package dev.syncopate.machine.sample;

import dev.syncopate.machine.warp.CtaSubset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines that a launch uses, and what the CTAs of a subset find in the L2 when they first use a
 * line.
 */
final class SubsetLines implements LineRecorder.LineListener {
  private final RecentLines l2;
  private final CtaSubset subset;

  /** Lines that the subset uses, with the sectors found at the first use: valid and dirty. */
  private final Map<Long, Integer> foundSectors = new LinkedHashMap<>();

  /** Lines of the L2 when the launch begins, or the CTA in the middle of a subset. */
  private final LineList start = new LineList();

  private final long startCta;
  private boolean started;

  /**
   * @param l2 at the beginning of the launch, then at its end
   * @param subset CTAs that will run in cycles
   */
  SubsetLines(RecentLines l2, CtaSubset subset) {
    this.l2 = l2;
    this.subset = subset;
    this.startCta = subset.isPart() ? subset.at(subset.count() / 2) : 0;
  }

  @Override
  public void begins(List<CtaUses> wave) {
    if (subset.isPart()) {
      wave.forEach(cta -> cta.chosen = subset.at(subset.position(cta.cta)) == cta.cta);
    }
    if (!started && wave.stream().anyMatch(cta -> cta.cta >= startCta)) {
      started = true;
      l2.forEach(start);
    }
  }

  @Override
  public void use(CtaUses cta) {
    int sectorsBefore = l2.use(cta.line(), cta.sectors(), cta.writes());
    if (cta.chosen) {
      foundSectors.putIfAbsent(cta.line(), sectorsBefore);
    }
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
