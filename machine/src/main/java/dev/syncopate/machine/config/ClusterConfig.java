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
        int unitsPerGpc) {}
