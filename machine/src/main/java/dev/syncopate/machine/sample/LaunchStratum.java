package dev.syncopate.machine.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Launches of one kernel and shape that issue about as many warp instructions. Cycles of launches
 * without time are estimated from the timed ones.
 *
 * <p>The sequence of launches is divided into blocks, of each of which one launch is timed, chosen
 * at random. The first two blocks have one launch each. At a fixed rate the others have as many as
 * the rate says. Else a block has twice as many launches as came before it if the error is small
 * enough, so that the number of timed launches grows with the logarithm of the number of launches.
 * A block has one launch as long as the error is too large.
 *
 * <p>A timed launch has the length of its block as its weight w. Estimated cycles are the weighted
 * mean. From five timed launches on they are a regression on the instructions x, whose slope b is
 * limited to the range from 0 to mean(y)/mean(x): cycles grow no faster than instructions. With
 * residuals e, σ² is Σwe²/Σw · n/(n − p), with p = 1 or 2 parameters. Of N launches n are timed;
 * the error is that of the u = N − n others alone, whose instructions have the mean m: Var = σ² (u
 * + u² Σw²/(Σw)²) + u² (m − mean(x))² Var(b), the last term for a regression, with Var(b) = σ²
 * Σw²(x − mean(x))² / (Σw(x − mean(x))²)². The limits of b also limit its variance, to a quarter of
 * the square of their distance. With equal weights and a mean that is N² (1 − n/N) σ²/n, with its
 * finite population correction (Cochran, Sampling Techniques, 1977, chapters 2, 5 and 7).
 */
final class LaunchStratum {
  /**
   * Launches belong to a stratum whose first launch has up to so many times as many instructions.
   */
  private static final double WIDTH = 1.25;

  /** Half of the 95 % interval of a stratum that is small enough, over its cycles. */
  private static final double TARGET = 0.05;

  /** Standard errors in that half. */
  private static final double STANDARD_ERRORS = 2;

  private static final int GROWTH = 2;

  /** Launches before a timed one whose lines may still be in the L2. */
  private static final int SOON = 8;

  /** Timed launches from which on a slope is estimated. */
  private static final int REGRESSION = 5;

  /**
   * Estimated cycles by instructions.
   *
   * @param sumWeights Σw
   * @param meanX weighted
   * @param meanY weighted
   * @param spread Σw(x − meanX)²
   * @param slope 0 where it is not estimated
   */
  private record Line(
      double sumWeights, double meanX, double meanY, double spread, double slope, int parameters) {
    double at(double x) {
      return meanY + slope * (x - meanX);
    }
  }

  /**
   * A timed launch.
   *
   * @param error half of the 95 % interval of {@code y}, if not all its CTAs were timed
   */
  private record Timed(
      double weight,
      double x,
      double y,
      double error,
      long ctas,
      SortedMap<String, Long> counters) {}

  private final SamplingRate rate;
  private final SplittableRandom random;
  private final double firstX;
  private final long ctas;
  private final List<Timed> timed = new ArrayList<>();
  private int launches;
  private double untimedX;
  private int blockEnd;
  private int blockLength;
  private int chosen = -1;

  /** Number of the latest launch among all of the device, and distance to the one before. */
  private int latest = -1;

  private int gap;

  /**
   * @param x warp instructions of its first launch
   * @param ctas of each launch
   */
  LaunchStratum(SamplingRate rate, SplittableRandom random, long x, long ctas) {
    this.ctas = ctas;
    this.rate = rate;
    this.random = random;
    this.firstX = instructions(x);
  }

  private static double instructions(long x) {
    return (double) Math.max(1, x);
  }

  /** By what factor a launch differs from the first one, at least 1. */
  double distance(long x) {
    double ratio = instructions(x) / firstX;
    return Math.max(ratio, 1 / ratio);
  }

  /** Whether a launch belongs here. */
  boolean includes(long x) {
    return distance(x) <= WIDTH;
  }

  /** Whether the next launch is to be timed; {@link #timed} or {@link #untimed} follows. */
  boolean choosesNext() {
    return nextChosen() == launches;
  }

  /** The launch to be timed next: the next one or a later one. */
  private int nextChosen() {
    if (chosen < launches) {
      blockLength = nextBlock();
      chosen = blockEnd + random.nextInt(blockLength);
      blockEnd += blockLength;
    }
    return chosen;
  }

  private int nextBlock() {
    if (timed.size() < 2) {
      return 1;
    }
    if (!rate.automatic()) {
      return rate.every();
    }
    Line line = line();
    double deviation = line.meanY == 0 ? 0 : Math.sqrt(variance(line)) / line.meanY;
    double ratio = STANDARD_ERRORS * deviation / TARGET;
    double needed = ratio * ratio; // of an infinite population
    double population = (1.0 + GROWTH) * blockEnd;
    return timed.size() < needed / (1 + needed / population) ? 1 : GROWTH * blockEnd;
  }

  // ---- when the next launch is expected ----

  /**
   * A launch of the stratum begins.
   *
   * @param number of the launch among all of the device
   */
  void begins(int number) {
    gap = latest < 0 ? 1 : number - latest;
    latest = number;
  }

  /**
   * Whether a launch may be followed soon by a timed one of this stratum, if launches of the
   * stratum keep their distance.
   *
   * @param number of the launch among all of the device
   * @param inFamily whether it belongs to the same family
   */
  boolean isTimedSoonAfter(int number, boolean inFamily) {
    int due = latest + gap;
    if (number == due && inFamily) {
      return gap <= SOON && nextChosen() == launches + 1;
    }
    return number >= due - SOON && number <= due + gap && nextChosen() == launches;
  }

  /** The launch ran in cycles. */
  void timed(long x, long cycles, SortedMap<String, Long> counters) {
    timed(new Timed(blockLength, instructions(x), (double) cycles, 0, ctas, counters));
  }

  /** Some CTAs of the launch ran in cycles. */
  void timed(long x, PartialLaunch estimate, SortedMap<String, Long> counters) {
    timed(
        new Timed(
            blockLength,
            instructions(x),
            estimate.cycles(),
            estimate.error(),
            estimate.ran(),
            counters));
  }

  private void timed(Timed launch) {
    timed.add(launch);
    launches++;
  }

  /** The launch ran without time. */
  void untimed(long x) {
    untimedX += instructions(x);
    launches++;
  }

  /** Estimated cycles of a launch with so many warp instructions. */
  double predict(long x) {
    return line().at(instructions(x));
  }

  /** Counters of a launch that was not timed: those that it counted, the others estimated. */
  SortedMap<String, Long> counters(long x, SortedMap<String, Long> counted) {
    double scale = predict(x) / line().meanY;
    double weights = timed.stream().mapToDouble(Timed::weight).sum();
    SortedMap<String, Double> sums = new TreeMap<>();
    for (Timed launch : timed) {
      launch.counters.forEach(
          (name, value) -> sums.merge(name, launch.weight * value, Double::sum));
    }
    SortedMap<String, Long> counters = new TreeMap<>();
    sums.forEach((name, sum) -> counters.put(name, Math.round(sum / weights * scale)));
    counters.putAll(counted);
    return counters;
  }

  private Line line() {
    double weights = 0;
    double sumX = 0;
    double sumY = 0;
    for (Timed launch : timed) {
      weights += launch.weight;
      sumX += launch.weight * launch.x;
      sumY += launch.weight * launch.y;
    }
    double meanX = sumX / weights;
    double meanY = sumY / weights;
    double spread = 0;
    double product = 0;
    for (Timed launch : timed) {
      spread += launch.weight * (launch.x - meanX) * (launch.x - meanX);
      product += launch.weight * (launch.x - meanX) * (launch.y - meanY);
    }
    if (timed.size() < REGRESSION || spread == 0) {
      return new Line(weights, meanX, meanY, spread, 0, 1);
    }
    double slope = Math.clamp(product / spread, 0, meanY / meanX);
    return new Line(weights, meanX, meanY, spread, slope, 2);
  }

  /** Of the residuals. */
  private double variance(Line line) {
    double squares = 0;
    for (Timed launch : timed) {
      double residual = launch.y - line.at(launch.x);
      squares += launch.weight * residual * residual;
    }
    int n = timed.size();
    return squares / line.sumWeights * n / (n - line.parameters);
  }

  /** Cycles of all its launches. */
  CycleEstimate estimate() {
    double timedCycles = timed.stream().mapToDouble(Timed::y).sum();
    double ctaError = timed.stream().mapToDouble(Timed::error).sum();
    long timedCtas = timed.stream().mapToLong(Timed::ctas).sum();
    int n = timed.size();
    if (n == launches) {
      return new CycleEstimate(n, n, n * ctas, timedCtas, timedCycles, 0, 0, ctaError);
    }
    Line line = line();
    int untimedLaunches = launches - n;
    double meanOthers = untimedX / untimedLaunches;
    double ofMean = 0;
    double ofSlope = 0;
    for (Timed launch : timed) {
      double distance = launch.x - line.meanX;
      ofMean += launch.weight * launch.weight;
      ofSlope += launch.weight * launch.weight * distance * distance;
    }
    double away = meanOthers - line.meanX;
    double residuals = variance(line);
    double perLaunch = residuals * ofMean / (line.sumWeights * line.sumWeights);
    if (line.parameters == 2) {
      double steepest = line.meanY / line.meanX;
      perLaunch +=
          away
              * away
              * Math.min(
                  residuals * ofSlope / (line.spread * line.spread), steepest * steepest / 4);
    }
    double variance =
        residuals * untimedLaunches + (double) untimedLaunches * untimedLaunches * perLaunch;
    double cycles = timedCycles + untimedLaunches * line.at(meanOthers);
    double weightedErrors = timed.stream().mapToDouble(l -> l.weight * l.error).sum();
    return new CycleEstimate(
        launches,
        n,
        launches * ctas,
        timedCtas,
        cycles,
        variance,
        n - line.parameters,
        ctaError + untimedLaunches * weightedErrors / line.sumWeights);
  }
}
