package dev.syncopate.machine.config;

import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/**
 * Thread-block clusters: CTAs that are resident at once on one GPC (graphics processing cluster).
 */
public record ClusterConfig(
    @Setting(
            value =
                "Compute units of a GPC; the last GPC of a GPU has what is left. All CTAs of a"
                    + " cluster run on one GPC. 0 for a machine without clusters.",
            unit = Unit.COUNT,
            max = 1024,
            absent = "0")
        int unitsPerGpc,
    @Setting(
            value =
                "Cycles of a message between compute units of a GPC: an access to the shared memory"
                    + " of another CTA of the cluster is two of them.",
            unit = Unit.CYCLES,
            min = 1,
            max = 100_000,
            absent = "78")
        int peerLatency,
    @Setting(
            value =
                "Bytes a cycle that a compute unit sends to others of its GPC: of requests, and of"
                    + " answers as many.",
            unit = Unit.BYTES_PER_CYCLE,
            min = 1,
            max = 4096,
            absent = "20")
        int peerBandwidth,
    @Setting(
            value =
                "Cycles from the last arrival at a cluster's barrier until the CTAs of the cluster"
                    + " go on. At least network.latency.",
            unit = Unit.CYCLES,
            min = 1,
            max = 100_000,
            absent = "100")
        int barrierLatency) {}
