package dev.syncopate.memory.dram;

import java.util.Arrays;

/**
 * The row that is open in each bank of a channel, and from when the next command may come. Opening
 * rows is limited over all banks: tRRD from one activation to the next, four in any tFAW.
 *
 * <p>Refresh closes all rows. It is computed lazily, at the next access ({@link #refreshed}), so
 * that an idle channel does no work.
 */
final class BankRows {
  static final long CLOSED = -1;

  /** Activations that tFAW bounds. */
  private static final int WINDOW = 4;

  private final DramTiming timing;
  private final DramCounters counters;
  private final long[] open;

  /** First cycle for a column command to the open row. */
  private final long[] columnFrom;

  /** First cycle in which the open row may be precharged, or the closed bank activated. */
  private final long[] readyFrom;

  /** The latest activations in a ring; the next one replaces the oldest. */
  private final long[] activations = new long[WINDOW];

  private int oldestActivation;

  /** First cycle for an activation as far as the other banks are concerned. */
  private long activateFrom;

  private long refreshDue;

  BankRows(DramTiming timing, DramCounters counters, int banks) {
    this.timing = timing;
    this.counters = counters;
    open = new long[banks];
    columnFrom = new long[banks];
    readyFrom = new long[banks];
    Arrays.fill(open, CLOSED);
    Arrays.fill(activations, -timing.faw());
    refreshDue = timing.refi() == 0 ? Long.MAX_VALUE : timing.refi();
  }

  boolean isClosed(int bank) {
    return open[bank] == CLOSED;
  }

  /** The open row of a bank, or {@link #CLOSED}. */
  long open(int bank) {
    return open[bank];
  }

  /** First cycle for a column command to a bank's open row, the bus aside. */
  long columnFrom(int bank) {
    return columnFrom[bank];
  }

  /**
   * First cycle in which a bank may be precharged when a row is open, or activated when none is.
   */
  long rowCommandFrom(int bank) {
    return open[bank] == CLOSED ? Math.max(readyFrom[bank], activateFrom) : readyFrom[bank];
  }

  /** First cycle for an activation as far as the other banks are concerned. */
  long activateFrom() {
    return activateFrom;
  }

  /** Closes a bank's row. */
  void precharge(int bank, long now) {
    open[bank] = CLOSED;
    readyFrom[bank] = now + timing.rp();
  }

  /** Opens a row of a closed bank. */
  void activate(int bank, long row, long now) {
    open[bank] = row;
    columnFrom[bank] = now + timing.rcd();
    readyFrom[bank] = now + timing.ras();
    activations[oldestActivation] = now;
    oldestActivation = (oldestActivation + 1) % WINDOW;
    activateFrom = Math.max(now + timing.rrd(), activations[oldestActivation] + timing.faw());
    counters.activates++;
  }

  /** The open row of a bank is in use by an access: its last beat moves in cycle {@code end}. */
  void used(int bank, boolean write, long end) {
    long free = write ? end + timing.wr() : end - timing.cl();
    readyFrom[bank] = Math.max(readyFrom[bank], free);
  }

  /**
   * Catches up with the refreshes that were due by now. A refresh begins when it is due or, if
   * later, when every row has been precharged.
   *
   * @return whether there was one, so that all rows are closed
   */
  boolean refreshed(long now) {
    if (now < refreshDue) {
      return false;
    }
    long begin = refreshDue;
    for (int bank = 0; bank < open.length; bank++) {
      boolean closed = open[bank] == CLOSED;
      long precharged =
          closed ? readyFrom[bank] : Math.max(readyFrom[bank], refreshDue) + timing.rp();
      begin = Math.max(begin, precharged);
    }
    long end = begin + timing.rfc();
    long missed = (now - refreshDue) / timing.refi();
    if (missed > 0) {
      refreshDue += missed * timing.refi();
      end = Math.max(end, refreshDue + timing.rfc());
    }
    counters.refreshes += 1 + missed;
    refreshDue += timing.refi();
    Arrays.fill(open, CLOSED);
    Arrays.fill(readyFrom, end);
    return true;
  }
}
