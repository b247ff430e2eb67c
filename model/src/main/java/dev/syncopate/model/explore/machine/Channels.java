package dev.syncopate.model.explore.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ways that messages take, each from one part to another; messages on one stay in order.
 *
 * <pre>
 *   tile &lt;--&gt; banks of its GPU &lt;--&gt; banks of the memory side --&gt; tile      (the last two with several GPUs)
 *             bank --&gt; bank beside it
 * </pre>
 */
public final class Channels {
  private record Channel(int from, int to, boolean answers) {}

  private final List<Channel> channels = new ArrayList<>();
  private final int[][] numbers;

  Channels(int parts) {
    numbers = new int[parts][parts];
    for (int[] row : numbers) {
      Arrays.fill(row, -1);
    }
  }

  /**
   * Adds a way.
   *
   * @param answers whether it leads from the memory side to a GPU's bank
   */
  void add(int from, int to, boolean answers) {
    numbers[from][to] = channels.size();
    channels.add(new Channel(from, to, answers));
  }

  /** The way from one part to another. */
  int between(int from, int to) {
    int number = numbers[from][to];
    if (number < 0) {
      throw new IllegalStateException("part " + from + " cannot send to part " + to);
    }
    return number;
  }

  /** How many there are. */
  public int count() {
    return channels.size();
  }

  /** The number of the part that a channel comes from. */
  public int sender(int channel) {
    return channels.get(channel).from();
  }

  /** The number of the part that a channel leads to. */
  public int receiver(int channel) {
    return channels.get(channel).to();
  }

  /** Whether a channel leads from the memory side to a GPU's bank. */
  public boolean answers(int channel) {
    return channels.get(channel).answers();
  }
}
