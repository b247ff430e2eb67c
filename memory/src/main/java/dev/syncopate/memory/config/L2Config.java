package dev.syncopate.memory.config;

import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;
import java.util.List;

/** The shared cache: banks, each with its slice of memory behind it. */
public record L2Config(
    @Setting(
            value = "Capacity of all banks of a GPU together.",
            unit = Unit.BYTES,
            min = 128,
            max = 1L << 30)
        int size,
    @Setting(
            value =
                "Banks of a GPU; a multiple of dram.channels, each of which serves several, or a divisor, so that a bank has several channels behind it.",
            unit = Unit.COUNT,
            min = 1,
            max = 1024)
        int banks,
    @Setting(value = "Associativity.", unit = Unit.COUNT, min = 1, max = 4096) int ways,
    @Setting(value = "Latency of a hit inside the bank.", unit = Unit.CYCLES, min = 1, max = 10_000)
        int hitLatency,
    @Setting(value = "Lines a bank may await at once.", unit = Unit.COUNT, min = 1, max = 65_536)
        int mshrs,
    @Setting(
            value = "Requests that may wait on one line.",
            unit = Unit.COUNT,
            min = 1,
            max = 65_536)
        int mshrTargets,
    @Setting(
            value =
                "Dirty lines a bank's sFIFO holds before the oldest is written to memory. With as many as the bank has lines, a bank writes back on eviction only.",
            unit = Unit.COUNT,
            min = 1,
            max = 1 << 20)
        int sfifoEntries,
    @Setting(
            value = "Operations on one word that the atomic unit of a bank performs in a cycle.",
            unit = Unit.COUNT,
            min = 1,
            max = 1024)
        int atomicsPerCycle,
    @Setting(
            value = "Words of a line that the atomic unit of a bank works on at once.",
            unit = Unit.COUNT,
            min = 1,
            max = 64)
        int atomicLanes,
    @Setting(value = "Latency an atomic adds to a hit.", unit = Unit.CYCLES, min = 0, max = 10_000)
        int atomicLatency,
    @Setting(
            value =
                "Cycles for which each step of the atomic unit keeps a bank from its next request.",
            unit = Unit.CYCLES,
            min = 1,
            max = 10_000,
            absent = "1")
        int atomicInterval,
    @Setting(
            value = "Consecutive bytes that fall to one bank.",
            unit = Unit.BYTES,
            min = 64,
            max = 1 << 20,
            powerOfTwo = true)
        int interleave)
    implements CheckedConfig {
  /** The same with another capacity. */
  public L2Config withSize(int bytes) {
    return new L2Config(
        bytes,
        banks,
        ways,
        hitLatency,
        mshrs,
        mshrTargets,
        sfifoEntries,
        atomicsPerCycle,
        atomicLanes,
        atomicLatency,
        atomicInterval,
        interleave);
  }

  @Override
  public List<Problem> problems() {
    return size % banks == 0
        ? List.of()
        : List.of(new Problem("banks", size + " bytes cannot be shared out evenly over " + banks));
  }
}
