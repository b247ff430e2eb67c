package dev.syncopate.machine.config;

import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;
import java.util.ArrayList;
import java.util.List;

/** A compute unit (streaming multiprocessor). */
public record CoreConfig(
    @Setting(value = "Compute units.", unit = Unit.COUNT, min = 1, max = 1024) int units,
    @Setting(value = "Core clock.", unit = Unit.MEGAHERTZ, min = 1, max = 100_000) int clock,
    @Setting(
            value = "Lanes of a warp (wavefront): 32 or 64.",
            unit = Unit.COUNT,
            min = 32,
            max = 64,
            powerOfTwo = true)
        int warpWidth,
    @Setting(
            value =
                "SIMD units, each with a scheduler that issues at most one instruction a cycle.",
            unit = Unit.COUNT,
            min = 1,
            max = 16)
        int simds,
    @Setting(
            value =
                "Lanes a SIMD unit executes in a cycle; a warp occupies it for warpWidth /"
                    + " simdLanes cycles.",
            unit = Unit.COUNT,
            min = 1,
            max = 64,
            powerOfTwo = true)
        int simdLanes,
    @Setting("Which ready warp a scheduler picks.") SchedulerPolicy scheduler,
    @Setting("How diverged lanes of a warp are run.") DivergenceModel divergence,
    @Setting("Which compute unit runs which CTA.") CtaPlacement placement,
    @Setting(value = "Warps resident in a compute unit.", unit = Unit.COUNT, min = 1, max = 64)
        int maxWarps,
    @Setting(value = "CTAs resident in a compute unit.", unit = Unit.COUNT, min = 1, max = 64)
        int maxCtas,
    @Setting(
            value = "32-bit registers of a compute unit.",
            unit = Unit.COUNT,
            min = 1024,
            max = 1 << 24)
        int registers,
    @Setting(value = "Local data share (shared memory).", unit = Unit.BYTES, min = 0, max = 1 << 20)
        int sharedBytes,
    @Setting(
            value = "Shared memory that one CTA may have; 0 for all that there is.",
            unit = Unit.BYTES,
            max = 1 << 20,
            absent = "0B")
        int ctaSharedBytes,
    @Setting(
            value = "Banks of the local data share, four bytes wide.",
            unit = Unit.COUNT,
            min = 1,
            max = 128,
            powerOfTwo = true)
        int sharedBanks,
    @Setting(
            value = "Latency of a conflict-free shared access.",
            unit = Unit.CYCLES,
            min = 1,
            max = 10_000)
        int sharedLatency,
    @Setting(
            value = "Lanes whose addresses the coalescer examines in a cycle.",
            unit = Unit.COUNT,
            min = 1,
            max = 64)
        int coalescerLanes,
    @Setting(
            value =
                "Requests that a warp's atomics on one line become: one a line, or one a sector of"
                    + " the L1 with each word once, so that lanes which name one word take a request"
                    + " each.",
            absent = "line")
        AtomicRequests atomicRequests,
    @Setting(
            value = "Latency of integer and logic instructions.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int integerLatency,
    @Setting(value = "Latency of integer multiplication.", unit = Unit.CYCLES, min = 1, max = 1000)
        int multiplyLatency,
    @Setting(value = "Latency of division and remainder.", unit = Unit.CYCLES, min = 1, max = 1000)
        int divideLatency,
    @Setting(
            value = "Latency of single-precision arithmetic.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int floatLatency,
    @Setting(
            value = "Latency of double-precision arithmetic.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int doubleLatency,
    @Setting(
            value = "Latency of transcendental functions.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int specialLatency,
    @Setting(
            value = "Cycles between two double-precision warp instructions on a SIMD unit.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int doubleInterval,
    @Setting(
            value =
                "Cycles between two transcendental, division or remainder warp instructions on a"
                    + " SIMD unit.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int specialInterval,
    @Setting(
            value = "Cycles from a taken branch to the next issue of the warp.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int branchLatency,
    @Setting(
            value = "Latency of constant and parameter loads.",
            unit = Unit.CYCLES,
            min = 1,
            max = 1000)
        int constantLatency,
    @Setting(
            value = "Cycles from a CTA's dispatch to its first issue.",
            unit = Unit.CYCLES,
            min = 1,
            max = 100_000)
        int launchLatency,
    @Setting(
            value =
                "Cycles from the last arrival at a CTA barrier to the next instruction of the warps"
                    + " that wait there.",
            unit = Unit.CYCLES,
            min = 1,
            max = 10_000)
        int barrierLatency,
    @Setting(
            value =
                "Executions of a backward branch that may spin before lanes that hold what it polls"
                    + " stop waiting for reconvergence; others do after 512 times as many.",
            unit = Unit.COUNT,
            min = 1,
            max = 1 << 20)
        int spinPatience,
    @Setting(
            value = "Latency of a matrix multiplication that the tensor core does in one cycle.",
            unit = Unit.CYCLES,
            min = 1,
            max = 10_000,
            absent = "32")
        int tensorLatency,
    @Setting(
            value =
                "Multiply-adds of 16-bit numbers that the tensor core of a SIMD unit does in a"
                    + " cycle; of 8 bits it does twice as many, of TF32 half, of 64 bits one in 32.",
            unit = Unit.COUNT,
            min = 1,
            max = 65_536,
            absent = "128")
        int tensorOperations)
    implements CheckedConfig {
  @Override
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    if (simdLanes > warpWidth) {
      problems.add(new Problem("simdLanes", simdLanes + " is more than the warp's " + warpWidth));
    }
    if (coalescerLanes > warpWidth) {
      problems.add(
          new Problem("coalescerLanes", coalescerLanes + " is more than the warp's " + warpWidth));
    }
    return problems;
  }

  /** Oldest job first, or round robin. */
  public enum SchedulerPolicy {
    OLDEST_FIRST,
    ROUND_ROBIN
  }

  /** Coalescing of a warp's atomics on one line. */
  public enum AtomicRequests {
    /** One request for any words that the lanes name. */
    LINE,
    /**
     * One for each sector, in which each word is named once. GPGPU-Sim's coalescer divides them so.
     */
    SECTOR
  }

  /** Independent thread scheduling, or a reconvergence stack at immediate post-dominators. */
  public enum DivergenceModel {
    ITS,
    IPDOM
  }

  /** CTA i on unit i mod n for the whole run, or wherever room comes free first. */
  public enum CtaPlacement {
    STATIC,
    DYNAMIC
  }
}
