package dev.syncopate.memory.config;

import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/**
 * The CPU of a machine with one GPU. Its L1 is like those of the compute units ({@code l1};
 * heterosync Table III gives one size for both) and runs DeNovo coherence under every GPU protocol.
 */
public record CpuConfig(
    @Setting(
            value = "CPU cores that run host code during kernels.",
            unit = Unit.COUNT,
            max = 1,
            absent = "0")
        int cores,
    @Setting(
            value =
                "Clock of the CPU and its L1, in whose cycles l1.hitLatency and l1.invalidateCycles"
                    + " are for it; core.clock is the GPU's.",
            unit = Unit.MEGAHERTZ,
            min = 1,
            max = 100_000,
            absent = "2GHz")
        int clock) {}
