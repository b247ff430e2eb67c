package dev.syncopate.check.race;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;

/**
 * Finds data races in every launch that it watches (PTX ISA, "Memory Consistency Model"): accesses
 * of different threads to the same bytes, at least one of them a write, that neither causality
 * orders nor moral strength excuses. Launches are ordered one after the other.
 */
public final class RaceDetector implements Observer {
  private final int unitsPerGpu;
  private final boolean ctaScopeIsUnit;
  private final SyncGraph graph = new SyncGraph();
  private final RaceLog log = new RaceLog();
  private final Set<String> unchecked = new TreeSet<>();

  /**
   * @param unitsPerGpu compute units that {@code .gpu} scope takes in
   * @param ctaScopeIsUnit whether {@code .cta} scope takes in all CTAs of a compute unit, as its L1
   *     does (HeteroSync §III), and not a CTA alone
   */
  public RaceDetector(int unitsPerGpu, boolean ctaScopeIsUnit) {
    this.unitsPerGpu = unitsPerGpu;
    this.ctaScopeIsUnit = ctaScopeIsUnit;
  }

  /** What was found in all launches so far, in the order of finding. */
  public List<Race> races() {
    return log.races();
  }

  /** What could not be checked, a sentence each; none for most runs. */
  public List<String> unchecked() {
    List<String> sentences = new ArrayList<>(unchecked);
    if (log.dropped() > 0) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "%,d pairs of instructions race and are told; other pairs raced %,d times and are not",
              RaceLog.MOST,
              log.dropped()));
    }
    return sentences;
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    String refusal = LaunchCheck.refusal(grid);
    if (refusal != null) {
      unchecked.add(refusal);
      return new LaunchObserver() {};
    }
    graph.clear();
    return new LaunchCheck(grid, unitsPerGpu, ctaScopeIsUnit, graph, log, unchecked::add);
  }
}
