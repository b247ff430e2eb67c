package dev.syncopate.memory.transaction;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * A wavefront's state of its transaction (localtm §III-A). A lane of the group runs, is doomed, is
 * about to retry, or has committed. Masks have a bit for each lane.
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
  long reportedLanes;

  /** The mask at the end of the attempt before, and attempts in a row that ended so. */
  long previousMask;

  int equal;

  /** Attempts that have ended without the last commit. */
  int failed;

  /** The lane that runs alone. */
  int soleLane = -1;

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

  private Wavefront(Wavefront original) {
    state = original.state;
    group = original.group;
    running = original.running;
    mask = original.mask;
    stopped = original.stopped;
    retrying = original.retrying;
    outside = original.outside;
    reportedLanes = original.reportedLanes;
    previousMask = original.previousMask;
    equal = original.equal;
    failed = original.failed;
    soleLane = original.soleLane;
    aborted = original.aborted;
    depth = original.depth.clone();
    lost = original.lost.clone();
  }

  Wavefront copy() {
    return new Wavefront(this);
  }

  /** Its first attempt. */
  void begin(long lanes) {
    group = lanes;
    running = lanes;
    previousMask = 0;
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
  void deepen(long lanes, int amount) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      depth[Long.numberOfTrailingZeros(rest)] += (byte) amount;
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
    previousMask = 0;
    equal = 0;
    failed = 0;
    soleLane = -1;
    aborted = false;
    Arrays.fill(lost, (byte) 0);
  }

  /**
   * Attempts of lanes have ended in a conflict.
   *
   * @param limit as far as they count
   */
  void lose(long lanes, int limit) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      lost[lane] = (byte) Math.min(lost[lane] + 1, limit);
    }
  }

  /** Of the mask, lanes with so many such attempts. */
  long losers(int limit) {
    long losers = 0;
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      losers |= lost[lane] >= limit ? 1L << lane : 0;
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

  void write(LongConsumer sink) {
    sink.accept(state.number() + (aborted ? 16 : 0));
    sink.accept(equal);
    sink.accept(soleLane);
    sink.accept(group);
    sink.accept(running);
    sink.accept(mask);
    sink.accept(stopped);
    sink.accept(retrying);
    sink.accept(outside);
    sink.accept(previousMask);
    for (byte level : depth) {
      sink.accept(level);
    }
    for (byte count : lost) {
      sink.accept(count);
    }
  }
}
