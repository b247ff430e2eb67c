package dev.syncopate.memory.transaction;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * What a wavefront knows of its transaction (localtm §III-A). A lane of the group runs, is doomed,
 * is about to retry, or has committed. Masks have a bit for each lane.
 */
final class Wavefront {
  WavefrontState state = WavefrontState.OUTSIDE;

  /** Lanes that began together: EXEC as it was at {@code tx.begin}. */
  long group;

  /** Lanes that make the attempt. */
  long running;

  /** The transaction conflict mask: lanes that have failed in this attempt or not been let run. */
  long mask;

  /** Of the mask, lanes that the driver knows have stopped. */
  long stopped;

  /** Lanes that the driver has sent back to {@code tx.begin}. */
  long retrying;

  /** Lanes whose transaction was given up and that have not come to {@code tx.commit}. */
  long outside;

  /** Of these, lanes that read 1 in {@code %tx_failed}. */
  long told;

  /** The mask at the end of the attempt before, and attempts in a row that ended so. */
  long before;

  int equal;

  /** Attempts that have ended without the last commit. */
  int failed;

  /** The lane that runs alone. */
  int alone = -1;

  /** Whether the attempt was ended by another wavefront's work-group serialisation. */
  boolean aborted;

  /** {@code tx.begin}s without a commit, for each lane. */
  final byte[] depth;

  /** Attempts of each lane's transaction that ended in a conflict, as far as they count. */
  final byte[] lost;

  Wavefront(int width) {
    depth = new byte[width];
    lost = new byte[width];
  }

  private Wavefront(Wavefront of) {
    state = of.state;
    group = of.group;
    running = of.running;
    mask = of.mask;
    stopped = of.stopped;
    retrying = of.retrying;
    outside = of.outside;
    told = of.told;
    before = of.before;
    equal = of.equal;
    failed = of.failed;
    alone = of.alone;
    aborted = of.aborted;
    depth = of.depth.clone();
    lost = of.lost.clone();
  }

  Wavefront copy() {
    return new Wavefront(this);
  }

  /** Its first attempt. */
  void begin(long lanes) {
    group = lanes;
    running = lanes;
    before = 0;
    equal = 0;
    failed = 0;
    Arrays.fill(lost, (byte) 0);
    run(lanes);
  }

  /** Lanes make an attempt. */
  void run(long lanes) {
    running |= lanes;
    enter(lanes);
  }

  /** Lanes go on behind {@code tx.begin} outside of any transaction. */
  void runOutside(long lanes) {
    outside |= lanes;
    enter(lanes);
  }

  private void enter(long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      depth[Long.numberOfTrailingZeros(rest)] = 1;
    }
  }

  /** Lanes come into a transaction inside another, or out of one. */
  void deepen(long lanes, int by) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      depth[Long.numberOfTrailingZeros(rest)] += (byte) by;
    }
  }

  /** Those of some lanes that are in no transaction inside another. */
  long outermost(long lanes) {
    long outermost = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      outermost |= depth[lane] == 1 ? 1L << lane : 0;
    }
    return outermost;
  }

  /** All lanes have committed. */
  void end() {
    group = 0;
    before = 0;
    equal = 0;
    failed = 0;
    alone = -1;
    aborted = false;
    Arrays.fill(lost, (byte) 0);
  }

  /**
   * Attempts of lanes have ended in a conflict.
   *
   * @param most as far as they count
   */
  void lose(long lanes, int most) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      lost[lane] = (byte) Math.min(lost[lane] + 1, most);
    }
  }

  /** Of the mask, lanes with so many such attempts. */
  long losers(int most) {
    long losers = 0;
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      losers |= lost[lane] >= most ? 1L << lane : 0;
    }
    return losers;
  }

  /** Ends the attempt of lanes. */
  void fail(long lanes) {
    running &= ~lanes;
    mask |= lanes;
  }

  /** Has lanes go back to {@code tx.begin}. */
  void sendBack(long lanes) {
    retrying = lanes;
    mask &= ~lanes;
    stopped = mask;
  }

  boolean isOver() {
    return (running | outside | retrying) == 0 && mask == stopped;
  }

  void write(LongConsumer to) {
    to.accept(state.number() + (aborted ? 16 : 0));
    to.accept(equal);
    to.accept(alone);
    to.accept(group);
    to.accept(running);
    to.accept(mask);
    to.accept(stopped);
    to.accept(retrying);
    to.accept(outside);
    to.accept(before);
    for (byte level : depth) {
      to.accept(level);
    }
    for (byte count : lost) {
      to.accept(count);
    }
  }
}
