package dev.syncopate.memory.config;

import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/** Memory channels; times in picoseconds, converted to core cycles when a machine is built. */
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
    @Setting(value = "Column access (CL).", unit = Unit.PICOSECONDS, min = 1, max = 10_000_000)
        int tCL,
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
            value =
                "Requests among which the scheduler prefers row hits (first ready, first come).",
            unit = Unit.COUNT,
            min = 1,
            max = 4096)
        int queue,
    @Setting(
            value = "Latency of the controller on top of the bank's.",
            unit = Unit.PICOSECONDS,
            min = 0,
            max = 10_000_000)
        int controllerLatency) {}
