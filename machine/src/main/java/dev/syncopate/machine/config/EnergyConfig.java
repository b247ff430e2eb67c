package dev.syncopate.machine.config;

import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/**
 * Energy of each event, where published for a machine (lab Table II). The energy of a run is the
 * sum of counters times these. All zero for a machine without published figures.
 */
public record EnergyConfig(
    @Setting(
            value = "What counts as an operation: the work of one lane, or of a whole warp.",
            absent = "lanes")
        Operations operations,
    @Setting(
            value = "Energy of an instruction that accesses no memory.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long operation,
    @Setting(
            value = "Energy of a lookup in the instruction cache.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long icacheRead,
    @Setting(
            value = "Energy of filling a line of the instruction cache.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long icacheWrite,
    @Setting(
            value = "Energy of a pass of a load through the banks of shared memory.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long sharedRead,
    @Setting(
            value = "Energy of a pass of a store through the banks of shared memory.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long sharedWrite,
    @Setting(
            value = "Energy of reading a line of the L1.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long l1Read,
    @Setting(
            value = "Energy of writing a line of the L1.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long l1Write,
    @Setting(
            value = "Energy of reading a line of the L2.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long l2Read,
    @Setting(
            value = "Energy of writing a line of the L2.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long l2Write,
    @Setting(
            value = "Energy of a message on the network.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long message,
    @Setting(
            value = "Energy of a read or write of memory.",
            unit = Unit.ATTOJOULES,
            max = EnergyConfig.MOST,
            absent = "0pJ")
        long memory) {
  static final long MOST = 1_000_000_000_000L;

  /** Unit of work that {@code operation} is the energy of. */
  public enum Operations {
    LANES,
    WARPS
  }

  /** Whether anything is known. */
  public boolean isKnown() {
    return !equals(new EnergyConfig(operations, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  }
}
