package dev.syncopate.machine.config;

import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/**
 * The copy unit of a compute unit, which performs bulk copies, and the mbarriers that count them.
 * Kernels without either do not depend on it.
 */
public record CopyConfig(
    @Setting(
            value = "Cycles for which a warp's bulk copy occupies address generation.",
            unit = Unit.CYCLES,
            min = 1,
            max = 10_000,
            absent = "32")
        int issueCycles,
    @Setting(
            value = "Cycles from the issue of a bulk copy to its first access.",
            unit = Unit.CYCLES,
            min = 1,
            max = 100_000,
            absent = "170")
        int latency,
    @Setting(
            value = "Lines that the copy unit has on their way at a time.",
            unit = Unit.COUNT,
            min = 1,
            max = 4096,
            absent = "32")
        int lines,
    @Setting(
            value =
                "Cycles until the copy unit sees what a thread has written to shared memory, if no"
                    + " proxy fence comes before.",
            unit = Unit.CYCLES,
            max = 1 << 20,
            absent = "1000")
        int storeDelay,
    @Setting(
            value =
                "Cycles by which loads of shared memory return later in kernels with bulk copies:"
                    + " what the copy unit writes meanwhile overtakes them, if no proxy fence waits.",
            unit = Unit.CYCLES,
            max = 1 << 20,
            absent = "0")
        int loadDelay,
    @Setting(
            value = "Cycles for which fence.proxy.async stops its warp.",
            unit = Unit.CYCLES,
            min = 1,
            max = 10_000,
            absent = "20")
        int fenceCycles,
    @Setting(
            value = "Cycles for which an arrival at an mbarrier occupies shared memory.",
            unit = Unit.CYCLES,
            min = 1,
            max = 10_000,
            absent = "1")
        int arriveCycles,
    @Setting(
            value =
                "Cycles from a test of an mbarrier to its result; 0: as a load of shared memory.",
            unit = Unit.CYCLES,
            max = 10_000,
            absent = "0")
        int waitCycles,
    @Setting(
            value =
                "Tensor maps of global memory that the copy unit keeps: changes are not seen before"
                    + " an acquire fence of the tensormap proxy.",
            unit = Unit.COUNT,
            max = 4096,
            absent = "16")
        int maps,
    @Setting(
            value =
                "Cycles by which bytes of global memory come later to the CTAs of a cluster that a"
                    + " multicast copies to, or a copy to another CTA than its own.",
            unit = Unit.CYCLES,
            min = 1,
            max = 100_000,
            absent = "99")
        int multicastLatency) {}
