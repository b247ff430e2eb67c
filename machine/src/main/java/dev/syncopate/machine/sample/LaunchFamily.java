package dev.syncopate.machine.sample;

import dev.syncopate.machine.gpu.Launch;
import dev.syncopate.machine.warp.ClusterShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Launches of one kernel and shape. The first one is always timed and stands for itself alone,
 * since it finds its data outside the caches; the others are divided into strata by the number of
 * their warp instructions.
 */
final class LaunchFamily {
  /** Kernel and shape. */
  record Key(
      String kernel,
      int gridX,
      int gridY,
      int gridZ,
      int blockX,
      int blockY,
      int blockZ,
      ClusterShape cluster,
      int shared) {
    static Key of(Launch launch) {
      return new Key(
          launch.program().name(),
          launch.gridX(),
          launch.gridY(),
          launch.gridZ(),
          launch.blockX(),
          launch.blockY(),
          launch.blockZ(),
          launch.cluster(),
          launch.sharedBytes());
    }
  }

  private final SamplingRate rate;
  private final SplittableRandom random;
  private final List<LaunchStratum> strata = new ArrayList<>();
  private final long ctas;
  private int launchesAlone;
  private long ctasAlone;
  private double cyclesAlone;
  private double errorAlone;
  private boolean timesAllCtas;
  private @Nullable LaunchStratum latest;

  /**
   * @param ctas of each launch
   */
  LaunchFamily(SamplingRate rate, SplittableRandom random, long ctas) {
    this.rate = rate;
    this.random = random;
    this.ctas = ctas;
  }

  /** Whether no launch has been made. */
  boolean isNew() {
    return launchesAlone == 0;
  }

  /** Whether all CTAs of launches run in cycles, since too few tell too little. */
  boolean runsWhole() {
    return timesAllCtas;
  }

  /** From now on they do. */
  void runWhole() {
    timesAllCtas = true;
  }

  /** All CTAs of a launch were timed that stands for itself alone. */
  void alone(long cycles) {
    alone((double) cycles, 0, ctas);
  }

  /** Some of its CTAs were timed. */
  void alone(PartialLaunch estimate) {
    alone(estimate.cycles(), estimate.error(), estimate.ran());
  }

  private void alone(double cycles, double error, long timedCtas) {
    launchesAlone++;
    ctasAlone += timedCtas;
    cyclesAlone += cycles;
    errorAlone += error;
  }

  /** The stratum of a launch with so many warp instructions. */
  LaunchStratum stratum(long x) {
    LaunchStratum stratum = nearest(x);
    latest = stratum;
    return stratum;
  }

  /** Whether the next launch will be timed, if it belongs to the stratum of the latest one. */
  boolean choosesNext() {
    return latest != null && latest.choosesNext();
  }

  private LaunchStratum nearest(long x) {
    return strata.stream()
        .filter(stratum -> stratum.includes(x))
        .min(Comparator.comparingDouble(stratum -> stratum.distance(x)))
        .orElseGet(() -> {
          LaunchStratum stratum = new LaunchStratum(rate, random.split(), x, ctas);
          strata.add(stratum);
          return stratum;
        });
  }

  /** Whether one of its strata {@linkplain LaunchStratum#isTimedSoonAfter is timed soon}. */
  boolean isTimedSoonAfter(int number, boolean inFamily) {
    return strata.stream().anyMatch(stratum -> stratum.isTimedSoonAfter(number, inFamily));
  }

  /** Cycles of all its launches. */
  CycleEstimate estimate() {
    List<CycleEstimate> estimates = new ArrayList<>();
    estimates.add(
        new CycleEstimate(
            launchesAlone,
            launchesAlone,
            launchesAlone * ctas,
            ctasAlone,
            cyclesAlone,
            0,
            0,
            errorAlone));
    strata.forEach(stratum -> estimates.add(stratum.estimate()));
    return CycleEstimate.sum(estimates);
  }
}
