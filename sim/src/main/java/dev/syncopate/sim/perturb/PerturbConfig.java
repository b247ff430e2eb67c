package dev.syncopate.sim.perturb;

import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;
import dev.syncopate.sim.perturb.Perturbation.OrderKind;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A perturbed schedule. Its seed gives every part separate random streams, so that the draws of one
 * part do not depend on the progress of another. The same seed gives the same digits on any number
 * of simulation threads.
 */
public record PerturbConfig(
    @Setting(
            value =
                "Number of the schedule: by it delays of messages, pauses of warps, and the order in"
                    + " which lanes run, warps issue and CTAs start are drawn; 0 for none of these.",
            unit = Unit.COUNT,
            max = Integer.MAX_VALUE,
            absent = "0")
        int seed,
    @Setting(
            value =
                "Longest delay of a message in addition to its latency; messages from one node to"
                    + " another stay in order.",
            unit = Unit.CYCLES,
            max = 1 << 20,
            absent = "1024")
        int messageDelay,
    @Setting(
            value = "Longest pause of a warp behind an access to memory, and before it begins.",
            unit = Unit.CYCLES,
            max = 1 << 20,
            absent = "4096")
        int warpPause,
    @Setting(
            value =
                "Schedule as a list of delays and drawn orders, in place of one that a seed draws;"
                    + " none for the machine's own. See docs/check/shrink.md.",
            absent = "none")
        PerturbationList delays)
    implements CheckedConfig {
  /** A schedule that a seed draws. */
  public PerturbConfig(int seed, int messageDelay, int warpPause) {
    this(seed, messageDelay, warpPause, PerturbationList.NONE);
  }

  /** Purpose of a random stream; no two share their numbers. */
  public enum Stream {
    MESSAGES(1),
    WARPS(2),
    CTAS(3),
    LANES(4),
    PEERS(5);

    private final long number;

    Stream(long number) {
      this.number = number;
    }
  }

  private static final long STREAMS = 0x9e3779b97f4a7c15L;
  private static final long PARTS = 0xc2b2ae3d27d4eb4fL;

  @Override
  public List<Problem> problems() {
    return drawn() && !delays.isEmpty()
        ? List.of(
            new Problem("delays", "found beside seed = %d, expected one of them".formatted(seed)))
        : List.of();
  }

  /** Whether the schedule is another than the machine's own. */
  public boolean on() {
    return seed != 0 || !delays.isEmpty();
  }

  /** Whether its delays are drawn by the seed; else they are those of the list. */
  public boolean drawn() {
    return seed != 0;
  }

  /**
   * Numbers for a part of the machine.
   *
   * @param number the part's, among those that draw from such a stream
   */
  public Random random(Stream stream, int number) {
    return new Random(mixed(seed + STREAMS * mixed(stream.number) + PARTS * mixed(number + 2L)));
  }

  /**
   * Numbers that differ little come to differ in half of their bits (the finaliser of MurmurHash3).
   */
  private static long mixed(long number) {
    long bits = number;
    bits = (bits ^ bits >>> 33) * 0xff51afd7ed558ccdL;
    bits = (bits ^ bits >>> 33) * 0xc4ceb9fe1a85ec53L;
    return bits ^ bits >>> 33;
  }

  /** What kind of schedule it is; none for the machine's own. */
  public PerturbationStyle style() {
    return PerturbationStyle.of(seed);
  }

  /** Whether lanes run, warps issue and CTAs start in another order than the machine's. */
  public boolean reorders() {
    return drawn() && !style().delaysStores();
  }

  /**
   * The seed by which an order is drawn; 0 for the machine's own order.
   *
   * @param unit the compute unit; 0 for the order of CTAs
   */
  public int orderSeed(OrderKind kind, int unit) {
    return drawn() ? reorders() ? seed : 0 : delays.seed(kind, unit);
  }

  /** The schedule that another seed draws, with delays no longer than these. */
  public PerturbConfig withSeed(int newSeed) {
    return new PerturbConfig(newSeed, messageDelay, warpPause);
  }

  /** Delays of the messages that a node sends, where all may be late. */
  public Jitter messages(int node) {
    return jitter(Stream.MESSAGES, node, messageDelay, 1);
  }

  /** The same of those that a compute unit sends to others of a cluster. */
  public Jitter messagesToPeers(int unit) {
    return jitter(Stream.PEERS, unit, messageDelay, 1);
  }

  /**
   * Delays of the stores that nodes send, by the number of the target node: the same for all, or
   * none. Where only some ways are slow, a pair of rounds selects them by one bit of that number,
   * once for each value of the bit. After as many pairs of rounds as node numbers have bits, each
   * of any two nodes has been slow while the other was fast.
   *
   * @param nodes how many there are
   */
  public int[] storeDelays(int nodes) {
    int round = PerturbationStyle.round(seed);
    int late = round < 2 ? messageDelay : messageDelay >> random(Stream.MESSAGES, -1).nextInt(4);
    int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(nodes - 1));
    int[] delays = new int[nodes];
    for (int node = 0; node < nodes; node++) {
      boolean slow =
          style() == PerturbationStyle.LATE_STORES || (node >> (round / 2 % bits) & 1) == round % 2;
      delays[node] = slow ? late : 0;
    }
    return delays;
  }

  /**
   * Pauses of the warps of a compute unit, which has slots for so many, and the order in which they
   * issue; null where both are the machine's own.
   */
  public @Nullable WarpPauses warps(int unit, int slots) {
    int issueSeed = orderSeed(OrderKind.ISSUE, unit);
    if (drawn()) {
      return new WarpPauses(unit, pauses(unit, slots), issueSeed, null, slots);
    }
    return issueSeed == 0 && !delays.delaysWarps()
        ? null
        : new WarpPauses(
            unit,
            issueSeed == 0 ? null : withSeed(issueSeed).pauses(unit, slots),
            issueSeed,
            delays,
            slots);
  }

  /** Drawn pauses of the warps of a compute unit. */
  Pauses pauses(int unit, int slots) {
    return new Pauses(this, jitter(Stream.WARPS, unit, warpPause, 2), slots);
  }

  /** Numbers for the order in which lanes of a compute unit's warps run. */
  public Random lanes(int unit) {
    return random(Stream.LANES, unit);
  }

  /** How rare and how long delays are differs from seed to seed, and is the same for all parts. */
  private Jitter jitter(Stream stream, int number, int maximum, int rarest) {
    Random style = random(stream, -1);
    int oneIn = 1 << (rarest + style.nextInt(3));
    int magnitudes = Integer.SIZE - Integer.numberOfLeadingZeros(maximum);
    int fewest = Math.min(magnitudes, 8);
    int chosen = fewest + style.nextInt(magnitudes - fewest + 1);
    return new Jitter(random(stream, number), oneIn, chosen, maximum);
  }
}
