package dev.syncopate.study.sweep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Work of a study's shards.
 *
 * @param simulations of the study
 * @param left simulations that no result is there of
 * @param isMeasured whether a result tells how long a simulation takes; if not, the seconds below
 *     are weights
 * @param longest seconds of a processor that the longest simulation left takes
 * @param seconds of a processor that each shard takes
 */
public record ShardForecast(
    int simulations, int left, boolean isMeasured, double longest, List<Double> seconds) {
  public ShardForecast {
    seconds = List.copyOf(seconds);
  }

  /**
   * The forecast of two studies that the same shards run one after the second.
   *
   * @param second of as many shards
   */
  public ShardForecast and(ShardForecast second) {
    List<Double> sums = new ArrayList<>();
    for (int i = 0; i < seconds.size(); i++) {
      sums.add(seconds.get(i) + second.seconds.get(i));
    }
    return new ShardForecast(
        simulations + second.simulations,
        left + second.left,
        (isMeasured || left == 0) && (second.isMeasured || second.left == 0),
        Math.max(longest, second.longest),
        sums);
  }

  /**
   * Seconds of the clock that the shard with the most to do takes.
   *
   * @param cores on which a shard runs simulations at once
   */
  public double busiest(int cores) {
    return Math.max(longest, Collections.max(seconds) / cores);
  }
}
