package dev.syncopate.machine.spin;

import dev.syncopate.machine.divergence.LaneMemoryActivity;
import java.util.Arrays;

/**
 * Dependences between the lanes of a warp through memory: a lane that polls a word needs the lanes
 * that hold it. With independent thread scheduling this decides which lanes go on while others
 * spin: {@link dev.syncopate.machine.divergence.IndependentScheduling} lets the needed ones leave
 * the join at which they wait.
 */
public final class LaneNeeds implements LaneMemoryActivity {
  /** Words that lanes hold. */
  public final HeldWords heldWords = new HeldWords();

  /** Each lane's latest address, generic, of a load or atomic that may have polled; 0 for none. */
  private final long[] polled;

  public LaneNeeds(int width) {
    polled = new long[width];
  }

  /** A warp moves in: nothing is polled or held. */
  public void start() {
    Arrays.fill(polled, 0);
    heldWords.clear();
  }

  /**
   * Lanes issue a load or atomic that may poll.
   *
   * @param base added to each lane's address to make it generic
   */
  public void polls(long lanes, long[] address, long base) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      poll(lane, address[lane] + base);
    }
  }

  /** The same of one lane and a generic address. */
  public void poll(int lane, long address) {
    polled[lane] = address;
  }

  @Override
  public long needed(long spinning, long waiting, boolean leftLoop) {
    long needed = 0;
    for (long rest = spinning; rest != 0; rest &= rest - 1) {
      long word = polled[Long.numberOfTrailingZeros(rest)];
      needed |= heldWords.holders(word) & waiting;
      for (long remainingLanes = leftLoop ? waiting : 0;
          remainingLanes != 0;
          remainingLanes &= remainingLanes - 1) {
        int waitingLane = Long.numberOfTrailingZeros(remainingLanes);
        needed |= polled[waitingLane] == word ? 1L << waitingLane : 0;
      }
      if (leftLoop && needed != 0) {
        return needed; // one is enough
      }
    }
    return needed;
  }
}
