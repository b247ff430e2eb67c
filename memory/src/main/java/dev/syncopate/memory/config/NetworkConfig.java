package dev.syncopate.memory.config;

import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/** Network between compute units and L2 banks. */
public record NetworkConfig(
    @Setting(
            "Crossbar, each node to each in the same time; or mesh, as its own section says, which"
                + " takes of this one headerBytes alone.")
        Kind kind,
    @Setting(
            value =
                "Cycles a message travels between ports, bandwidth aside; also the longest window"
                    + " simulated apart.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int latency,
    @Setting(
            value = "Bytes a port injects or ejects in a cycle.",
            unit = Unit.BYTES_PER_CYCLE,
            min = 1,
            max = 4096)
        int portBandwidth,
    @Setting(
            value = "Bytes of address and control in every message.",
            unit = Unit.BYTES,
            min = 0,
            max = 256)
        int headerBytes) {

  /** Topology of the network. */
  public enum Kind {
    CROSSBAR,
    MESH
  }
}
