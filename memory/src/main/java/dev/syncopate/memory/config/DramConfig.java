package dev.syncopate.memory.config;

import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory channels; times in picoseconds, converted to core cycles when a machine is built. Names of
 * times are JEDEC's (JESD79-3 for DDR3, JESD235 for HBM).
 */
public record DramConfig(
    @Setting(value = "Device memory.", unit = Unit.BYTES, min = 1 << 20, max = 1L << 40) long size,
    @Setting(value = "Channels.", unit = Unit.COUNT, min = 1, max = 256) int channels,
    @Setting(value = "Banks a channel.", unit = Unit.COUNT, min = 1, max = 1024) int banks,
    @Setting(
            value = "Row size of a bank.",
            unit = Unit.BYTES,
            min = 256,
            max = 1 << 20,
            powerOfTwo = true)
        int rowBytes,
    @Setting(
            value = "Memory clock; data move on both edges.",
            unit = Unit.MEGAHERTZ,
            min = 1,
            max = 100_000)
        int clock,
    @Setting(value = "Width of a channel's data bus.", unit = Unit.BYTES, min = 1, max = 1024)
        int busBytes,
    @Setting(
            value = "Read command to its first data (CL).",
            unit = Unit.PICOSECONDS,
            min = 1,
            max = 10_000_000)
        int tCL,
    @Setting(
            value = "Write command to its first data (CWL).",
            unit = Unit.PICOSECONDS,
            min = 1,
            max = 10_000_000)
        int tCWL,
    @Setting(value = "Row to column delay.", unit = Unit.PICOSECONDS, min = 1, max = 10_000_000)
        int tRCD,
    @Setting(value = "Row precharge.", unit = Unit.PICOSECONDS, min = 1, max = 10_000_000) int tRP,
    @Setting(value = "Row active at least.", unit = Unit.PICOSECONDS, min = 1, max = 10_000_000)
        int tRAS,
    @Setting(
            value = "Write recovery before precharge.",
            unit = Unit.PICOSECONDS,
            min = 1,
            max = 10_000_000)
        int tWR,
    @Setting(
            value = "Last data written to the next read command, in any bank.",
            unit = Unit.PICOSECONDS,
            min = 1,
            max = 10_000_000)
        int tWTR,
    @Setting(
            value = "Gap on the data bus between the last data read and the first written.",
            unit = Unit.PICOSECONDS,
            min = 0,
            max = 10_000_000)
        int tRTW,
    @Setting(
            value = "Activation to the next activation, in any bank.",
            unit = Unit.PICOSECONDS,
            min = 1,
            max = 10_000_000)
        int tRRD,
    @Setting(
            value = "Time in which at most four banks are activated.",
            unit = Unit.PICOSECONDS,
            min = 1,
            max = 10_000_000)
        int tFAW,
    @Setting(
            value = "Refresh of all banks to the next; 0: memory is never refreshed.",
            unit = Unit.PICOSECONDS,
            min = 0,
            max = 1_000_000_000)
        int tREFI,
    @Setting(
            value = "Time a refresh takes, all rows closed.",
            unit = Unit.PICOSECONDS,
            min = 1,
            max = 10_000_000)
        int tRFC,
    @Setting(
            value =
                "Requests among which the scheduler prefers row hits (first ready, first come).",
            unit = Unit.COUNT,
            min = 1,
            max = 4096)
        int queue,
    @Setting(
            value =
                "Writes, in percent of the queue, that make reads wait until a batch is written.",
            unit = Unit.COUNT,
            min = 1,
            max = 100)
        int writeHigh,
    @Setting(
            value = "Writes, in percent of the queue, left over by a batch when reads wait.",
            unit = Unit.COUNT,
            min = 0,
            max = 99)
        int writeLow,
    @Setting(
            value = "Latency of the controller on top of the bank's.",
            unit = Unit.PICOSECONDS,
            min = 0,
            max = 10_000_000)
        int controllerLatency)
    implements CheckedConfig {
  @Override
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    // Between two refreshes at least one request has to come through.
    long busy = (long) tRFC + tRAS + tRP + tRCD + tFAW + tRRD + tWTR + tRTW;
    if (tREFI > 0 && tREFI < 2 * busy) {
      problems.add(
          new Problem(
              "tREFI",
              "%d ps between refreshes leave no time for requests: with the other times given,"
                      .formatted(tREFI)
                  + " expected 0 or at least "
                  + 2 * busy
                  + " ps"));
    }
    if (writeLow >= writeHigh) {
      problems.add(
          new Problem(
              "writeLow",
              "found %d percent, expected less than the %d percent of writeHigh"
                  .formatted(writeLow, writeHigh)));
    }
    return problems;
  }
}
