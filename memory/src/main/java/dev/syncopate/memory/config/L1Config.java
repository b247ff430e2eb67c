package dev.syncopate.memory.config;

import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;
import java.util.ArrayList;
import java.util.List;

/** The data cache of a compute unit and its channel to the network. */
public record L1Config(
    @Setting(value = "Capacity.", unit = Unit.BYTES, min = 64, max = 16 << 20) int size,
    @Setting(value = "Line size.", unit = Unit.BYTES, min = 32, max = 128, powerOfTwo = true)
        int line,
    @Setting(
            value = "Granularity of a fill; at most the line.",
            unit = Unit.BYTES,
            min = 32,
            max = 128,
            powerOfTwo = true)
        int sector,
    @Setting(
            value = "Associativity; the number of sets is size / line / ways.",
            unit = Unit.COUNT,
            min = 1,
            max = 4096)
        int ways,
    @Setting(
            value = "Latency of a load hit, issue to use.",
            unit = Unit.CYCLES,
            min = 1,
            max = 10_000)
        int hitLatency,
    @Setting(value = "Lines that may be awaited at once.", unit = Unit.COUNT, min = 1, max = 65_536)
        int mshrs,
    @Setting(
            value = "Accesses that may wait on one line.",
            unit = Unit.COUNT,
            min = 1,
            max = 65_536)
        int mshrTargets,
    @Setting(
            value = "Dirty lines the sFIFO holds before the oldest is written through.",
            unit = Unit.COUNT,
            min = 1,
            max = 1 << 20)
        int sfifoEntries,
    @Setting(
            value = "Line accesses that may wait in front of the cache.",
            unit = Unit.COUNT,
            min = 1,
            max = 65_536)
        int queue,
    @Setting(
            value = "Write-throughs and atomics that may await an answer at once.",
            unit = Unit.COUNT,
            min = 1,
            max = 65_536)
        int outstandingWrites,
    @Setting(
            value =
                "When a relaxed atomic without a result is complete for its warp. Posted: at once."
                    + " Awaited: the warp's next memory instruction waits until it is performed."
                    + " Blocking: no instruction of the warp issues before.",
            absent = "posted")
        RelaxedAtomics relaxedAtomics,
    @Setting(
            value = "Cycles a flash invalidation takes.",
            unit = Unit.CYCLES,
            min = 1,
            max = 10_000)
        int invalidateCycles)
    implements CheckedConfig {
  /** The same of another size and associativity. */
  public L1Config with(int otherSize, int otherWays) {
    return new L1Config(
        otherSize,
        line,
        sector,
        otherWays,
        hitLatency,
        mshrs,
        mshrTargets,
        sfifoEntries,
        queue,
        outstandingWrites,
        relaxedAtomics,
        invalidateCycles);
  }

  @Override
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    if (size % (line * ways) != 0) {
      problems.add(
          new Problem(
              "size",
              size + " bytes are not a whole number of sets of " + ways + " lines of " + line));
    }
    if (sector > line) {
      problems.add(
          new Problem("sector", sector + " bytes are more than the line's " + line + " bytes"));
    }
    return problems;
  }
}
