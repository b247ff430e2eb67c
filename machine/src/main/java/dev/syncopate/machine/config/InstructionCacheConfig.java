package dev.syncopate.machine.config;

import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;
import java.util.List;

/** The instruction cache of a compute unit; an instruction takes 8 bytes. */
public record InstructionCacheConfig(
    @Setting(value = "Capacity.", unit = Unit.BYTES, min = 128, max = 16 << 20) int size,
    @Setting(value = "Line size.", unit = Unit.BYTES, min = 32, max = 1024, powerOfTwo = true)
        int line,
    @Setting(value = "Associativity.", unit = Unit.COUNT, min = 1, max = 4096) int ways,
    @Setting(
            value = "Compute units that share one cache; each is given its share of the capacity.",
            unit = Unit.COUNT,
            min = 1,
            max = 64)
        int sharedBy,
    @Setting(
            value = "Latency of a hit after a jump out of the line.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int hitLatency,
    @Setting(value = "Latency of a miss.", unit = Unit.CYCLES, min = 1, max = 10_000)
        int missLatency)
    implements CheckedConfig {
  @Override
  public List<Problem> problems() {
    return size % (sharedBy * line * ways) == 0
        ? List.of()
        : List.of(
            new Problem(
                "size",
                String.format(
                    "%d bytes are not a whole number of sets of %d lines of %d for each of %d"
                        + " sharers",
                    size, ways, line, sharedBy)));
  }
}
