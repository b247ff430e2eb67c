package dev.syncopate.memory.dram;

import dev.syncopate.memory.config.DramConfig;

/**
 * A channel's times in core cycles. Each command time is rounded up to a whole core cycle once,
 * here. Time on the data bus is not rounded: a burst often takes only a few cycles, and rounding
 * each would cost up to half of the bandwidth. It is kept in <em>ticks</em>; both a core cycle and
 * a beat (half a memory clock) are whole numbers of ticks.
 *
 * @param refi 0 when memory is never refreshed
 * @param rtwTicks ticks the data bus rests between reading and writing
 * @param ticksPerCycle ticks of a core cycle: twice the memory clock in MHz
 * @param ticksPerBeat ticks of a beat of the data bus: the core clock in MHz
 */
record DramTiming(
    int cl,
    int cwl,
    int rcd,
    int rp,
    int ras,
    int wr,
    int wtr,
    int rrd,
    int faw,
    int refi,
    int rfc,
    int controller,
    long rtwTicks,
    int ticksPerCycle,
    int ticksPerBeat) {

  static DramTiming of(DramConfig config, int coreMegahertz) {
    int ticksPerCycle = 2 * config.clock();
    return new DramTiming(
        cycles(config.tCL(), coreMegahertz),
        cycles(config.tCWL(), coreMegahertz),
        cycles(config.tRCD(), coreMegahertz),
        cycles(config.tRP(), coreMegahertz),
        cycles(config.tRAS(), coreMegahertz),
        cycles(config.tWR(), coreMegahertz),
        cycles(config.tWTR(), coreMegahertz),
        cycles(config.tRRD(), coreMegahertz),
        cycles(config.tFAW(), coreMegahertz),
        cycles(config.tREFI(), coreMegahertz),
        cycles(config.tRFC(), coreMegahertz),
        cycles(config.controllerLatency(), coreMegahertz),
        Math.ceilDiv((long) config.tRTW() * coreMegahertz * ticksPerCycle, 1_000_000L),
        ticksPerCycle,
        coreMegahertz);
  }

  /** Core cycles that cover a time. */
  static int cycles(long picoseconds, int coreMegahertz) {
    return Math.toIntExact(Math.ceilDiv(picoseconds * coreMegahertz, 1_000_000L));
  }

  /** The first cycle that begins no earlier than a tick. */
  long cycleAfter(long ticks) {
    return Math.ceilDiv(ticks, (long) ticksPerCycle);
  }
}
