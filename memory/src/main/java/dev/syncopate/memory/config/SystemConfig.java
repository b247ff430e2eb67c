package dev.syncopate.memory.config;

import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/**
 * Connection of several GPUs: the memory side, which all of them share, and the links between it
 * and the L2 banks. With one GPU its L2 is the memory side, and only {@code gpus} counts.
 */
public record SystemConfig(
    @Setting(
            value = "GPUs; each has core.units / gpus of the compute units and a separate L2.",
            unit = Unit.COUNT,
            min = 1,
            max = 64)
        int gpus,
    @Setting(
            value = "Cache of the memory side, all banks together; l2 says the rest about it.",
            unit = Unit.BYTES,
            min = 128,
            max = 1L << 30)
        int cacheSize,
    @Setting(
            value = "Cycles a message travels between an L2 bank and the memory side.",
            unit = Unit.CYCLES,
            min = 1,
            max = 100_000)
        int linkLatency,
    @Setting(
            value = "Bytes a bank sends or receives over its link in a cycle, each way.",
            unit = Unit.BYTES_PER_CYCLE,
            min = 1,
            max = 4096)
        int linkBandwidth) {}
