package dev.syncopate.memory.config;

import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;
import java.util.List;

/**
 * The mesh between compute units, L2 banks and memory controllers, where {@code network.kind} is
 * mesh; of no account with a crossbar.
 */
public record MeshConfig(
    @Setting(
            value =
                "Routers in a row. Each has an L2 bank and a compute unit or the CPU, the first ones where"
                    + " there are fewer.",
            unit = Unit.COUNT,
            min = 1,
            max = 64)
        int width,
    @Setting(value = "Rows of routers.", unit = Unit.COUNT, min = 1, max = 64) int height,
    @Setting(
            value =
                "Cycles of a message's head between the routers of opposite corners, when it meets"
                    + " no other; each hop takes its share, two cycles at least.",
            unit = Unit.CYCLES,
            min = 0,
            max = 10_000)
        int cornerLatency,
    @Setting(
            value =
                "Cycles between a node and its router, each way, bandwidth aside; also the longest"
                    + " window simulated apart.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int interfaceLatency,
    @Setting(
            value = "Bytes that cross a link in a cycle: a flit.",
            unit = Unit.BYTES_PER_CYCLE,
            min = 1,
            max = 4096)
        int linkBytes,
    @Setting(
            value =
                "Flits of each virtual network that a router holds for each of its links; a longer"
                    + " message waits until all of them are free.",
            unit = Unit.COUNT,
            min = 1,
            max = 65_536)
        int bufferFlits)
    implements CheckedConfig {
  /** A message leaves a router two cycles after it came to the one before, at the earliest. */
  public static final int LEAST_HOP = 2;

  /** Routers. */
  public int routers() {
    return width * height;
  }

  /** Links between the routers of opposite corners. */
  public int diameter() {
    return width + height - 2;
  }

  @Override
  public List<Problem> problems() {
    int minimum = LEAST_HOP * diameter();
    return cornerLatency >= minimum
        ? List.of()
        : List.of(
            new Problem(
                "cornerLatency",
                "found %d cycles over %d hops, expected at least %d: %d a hop"
                    .formatted(cornerLatency, diameter(), minimum, LEAST_HOP)));
  }
}
