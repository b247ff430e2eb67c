package dev.syncopate.app.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Processor times of two versions, by turns: each round measures both, in the other order than the
 * round before.
 */
public final class VersionComparison {
  private final BuiltVersion ownVersion;
  private final BuiltVersion otherVersion;
  private final int rounds;
  private final Consumer<String> progress;
  private final BooleanSupplier stop;

  /**
   * @param rounds that count, at least 1
   * @param progress hears what is measured
   */
  public VersionComparison(
      BuiltVersion ownVersion,
      BuiltVersion otherVersion,
      int rounds,
      Consumer<String> progress,
      BooleanSupplier stop) {
    this.ownVersion = ownVersion;
    this.otherVersion = otherVersion;
    this.rounds = rounds;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Whole runs, each in a new process, after one that does not count.
   *
   * @param commands arguments of the program
   */
  public List<RatioSample> wholeRuns(List<List<String>> commands)
      throws IOException, InterruptedException {
    List<RatioSample> samples = new ArrayList<>();
    for (List<String> command : commands) {
      RatioSample sample = new RatioSample(String.join(" ", command));
      for (int round = -1; round < rounds; round++) {
        progress.accept(
            round < 0 ? sample.name() : "%s, round %d".formatted(sample.name(), round + 1));
        double[] times =
            byTurns(
                round,
                version -> ColdRun.of(version.launcher().toString(), command, stop).cpuSeconds());
        if (round >= 0) {
          sample.add(times[0], times[1]);
        }
      }
      samples.add(sample);
    }
    return samples;
  }

  /**
   * Micro-benchmarks that both versions have.
   *
   * @param pattern regular expression for their names
   */
  public List<RatioSample> microBenchmarks(String pattern)
      throws IOException, InterruptedException {
    progress.accept("building micro-benchmarks");
    Path ours = ownVersion.benchmarks(stop);
    Path theirs = otherVersion.benchmarks(stop);
    Map<String, RatioSample> samples = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      progress.accept("micro-benchmarks, round " + (round + 1));
      List<Map<String, Double>> scores = new ArrayList<>(List.of(new TreeMap<>(), new TreeMap<>()));
      double[] _ =
          byTurns(
              round,
              version -> {
                boolean isOurs = version == ownVersion;
                scores.set(
                    isOurs ? 0 : 1, MicroBenchmarks.run(isOurs ? ours : theirs, pattern, stop));
                return 0;
              });
      scores
          .getFirst()
          .forEach((name, our) -> {
            Double their = scores.getLast().get(name);
            if (their != null) {
              samples.computeIfAbsent(name, RatioSample::new).add(our, their);
            }
          });
    }
    return List.copyOf(samples.values());
  }

  private interface Measurement {
    double of(BuiltVersion version) throws IOException, InterruptedException;
  }

  /** Measures both: of this version first, of the other second. */
  private double[] byTurns(int round, Measurement measurement)
      throws IOException, InterruptedException {
    double[] times = new double[2];
    for (int turn = 0; turn < 2; turn++) {
      int place = (round & 1) == 0 ? turn : 1 - turn;
      times[place] = measurement.of(place == 0 ? ownVersion : otherVersion);
    }
    return times;
  }
}
