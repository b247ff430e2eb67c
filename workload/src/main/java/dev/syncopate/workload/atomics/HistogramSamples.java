package dev.syncopate.workload.atomics;

import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.input.Flower;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;

/** Values to be counted, one after the other; their low bits are the bin. */
final class HistogramSamples {
  static final WorkloadOption.Choice OPTION =
      new WorkloadOption.Choice(
          "pixels",
          "Values: random words; a gradient that meets every bin equally often; skewed ones, half of"
              + " them in a sixteenth of the bins; or the grey values of a picture.",
          List.of("random", "uniform", "skewed", "picture"));

  /** A picture has 16 columns to 9 rows. */
  private static final double ASPECT = 16.0 / 9;

  private HistogramSamples() {}

  /**
   * An endless source.
   *
   * @param kind one of the option's words
   * @param n values that will be taken at most
   * @param bins a power of two
   */
  static IntSupplier of(String kind, int n, int bins, long seed) {
    RandomGenerator random = RandomInputs.random(seed);
    return switch (kind) {
      case "uniform" -> new Gradient(bins);
      case "skewed" -> () -> (int) (bins * fourthPower((random.nextLong() >>> 11) * 0x1p-53));
      case "picture" -> {
        int columns = Math.max(1, (int) Math.ceil(Math.sqrt(n * ASPECT)));
        Flower flower = new Flower(columns, Math.ceilDiv(n, columns), seed);
        yield () -> (int) (((long) flower.next() * bins) >>> 16);
      }
      default -> () -> (int) (random.nextLong() >>> 32);
    };
  }

  private static double fourthPower(double value) {
    double square = value * value;
    return square * square;
  }

  /** Each bin in turn. */
  private static final class Gradient implements IntSupplier {
    private final int bins;
    private int next;

    Gradient(int bins) {
      this.bins = bins;
    }

    @Override
    public int getAsInt() {
      int value = next;
      next = (next + 1) % bins;
      return value;
    }
  }
}
