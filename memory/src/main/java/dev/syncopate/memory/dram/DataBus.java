package dev.syncopate.memory.dram;

/**
 * The data bus of a channel: one burst after another, with a rest where reading turns into writing
 * and the write-to-read delay (tWTR) where writing turns into reading.
 */
final class DataBus {
  private final DramTiming timing;
  private final DramCounters counters;

  /** The tick from which no data move. */
  private long freeFrom;

  private boolean wrote;

  /**
   * First cycles for a column command whose data find the bus free before the cycle in which they
   * start has passed.
   */
  private long readFrom;

  private long writeFrom;

  DataBus(DramTiming timing, DramCounters counters) {
    this.timing = timing;
    this.counters = counters;
    freeFrom = -timing.rtwTicks();
  }

  /** First cycle for a read or a write command. */
  long commandFrom(boolean write) {
    return write ? writeFrom : readFrom;
  }

  /**
   * Moves a burst.
   *
   * @param command cycle of the column command, not before {@link #commandFrom}
   * @return the cycle in which the last beat has moved
   */
  long move(long command, boolean write, int beats) {
    int ticksPerCycle = timing.ticksPerCycle();
    boolean turns = write && !wrote;
    long start =
        Math.max(
            (command + (write ? timing.cwl() : timing.cl())) * ticksPerCycle,
            freeFrom + (turns ? timing.rtwTicks() : 0));
    if (write != wrote) {
      counters.turnarounds++;
    }
    wrote = write;
    freeFrom = start + (long) beats * timing.ticksPerBeat();
    long end = timing.cycleAfter(freeFrom);
    long rest = write ? 0 : timing.rtwTicks();
    writeFrom = (freeFrom + rest) / ticksPerCycle - timing.cwl();
    readFrom = write ? end + timing.wtr() : freeFrom / ticksPerCycle - timing.cl();
    return end;
  }
}
