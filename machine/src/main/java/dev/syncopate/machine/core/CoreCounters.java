package dev.syncopate.machine.core;

import dev.syncopate.machine.warp.Stall;
import dev.syncopate.sim.stats.Counter;

/**
 * Counters of a compute unit. Stall counters are in warp-cycles: a cycle in which one resident warp
 * does not issue.
 */
public final class CoreCounters {
  @Counter(
      name = "instructions.warp",
      doc = "Instructions issued, each once for all lanes of its warp.")
  public long warpInstructions;

  @Counter(
      name = "instructions.thread",
      doc = "Instructions executed, counted once for every lane whose guard holds.")
  public long threadInstructions;

  @Counter(
      name = "instructions.memory",
      doc = "Warp instructions that access global or local memory.")
  public long memoryInstructions;

  @Counter(name = "instructions.shared", doc = "Warp instructions that access shared memory.")
  public long sharedInstructions;

  @Counter(
      name = "instructions.accessThread",
      doc = "Instructions that access any memory but constants, once for every lane that does.")
  public long accessLanes;

  @Counter(name = "instructions.atomicThread", doc = "Global atomics, counted once a lane.")
  public long atomicLanes;

  @Counter(
      name = "instructions.globalThread",
      doc = "Global memory accesses of any kind, counted once a lane.")
  public long globalLanes;

  @Counter(
      name = "coalescer.lines",
      doc = "Line accesses that the coalescer made of global and local accesses.")
  public long lines;

  @Counter(
      name = "shared.reads",
      doc = "Passes of loads and atomics through the banks of shared memory.")
  public long sharedReads;

  @Counter(
      name = "shared.writes",
      doc = "Passes of stores and atomics through the banks of shared memory.")
  public long sharedWrites;

  @Counter(
      name = "shared.conflictCycles",
      doc = "Cycles that bank conflicts added to shared accesses.")
  public long conflictCycles;

  @Counter(
      name = "cluster.messages",
      doc =
          "Messages to the shared memory of CTAs of a cluster: accesses to other CTAs, and parts of"
              + " bulk copies, each once for every CTA that it goes to.")
  public long clusterMessages;

  @Counter(name = "cluster.bytes", doc = "Data bytes of these messages, answers left out.")
  public long clusterBytes;

  @Counter(
      name = "branch.divergent",
      doc = "Branches at which lanes of a warp went different ways.")
  public long divergentBranches;

  @Counter(
      name = "barrier.arrivals",
      doc = "Arrivals of warps, or parts of warps, at CTA barriers.")
  public long barrierArrivals;

  @Counter(
      name = "events.warp",
      doc = "Executions of pmevent, each once for all lanes of its warp.")
  public long events;

  @Counter(
      name = "events.cycles",
      doc = "Cycles between the first and the last pmevent of each CTA, summed over CTAs.")
  public long eventCycles;

  @Counter(name = "icache.hits", doc = "Lookups of an instruction line that were hits.")
  public long fetchHits;

  @Counter(name = "icache.misses", doc = "Lookups of an instruction line that were misses.")
  public long fetchMisses;

  @Counter(name = "ctas", doc = "CTAs that have finished.")
  public long ctas;

  @Counter(
      name = "unit.activeCycles",
      doc = "Cycles in which a compute unit issued at least one instruction, summed over units.")
  public long activeCycles;

  @Counter(
      name = "stall.memory",
      doc = "Warp-cycles waiting for a value from global or local memory.")
  public long stallMemory;

  @Counter(
      name = "stall.scoreboard",
      doc = "Warp-cycles waiting for the result of arithmetic, shared or constant memory.")
  public long stallScoreboard;

  @Counter(name = "stall.barrier", doc = "Warp-cycles waiting at a CTA barrier.")
  public long stallBarrier;

  @Counter(name = "stall.fetch", doc = "Warp-cycles waiting for instructions.")
  public long stallFetch;

  @Counter(
      name = "stall.loadStoreUnit",
      doc = "Warp-cycles waiting for room in the load-store unit or for the memory pipe.")
  public long stallLoadStoreUnit;

  @Counter(
      name = "stall.fence",
      doc =
          "Warp-cycles in which a fence or synchronising access held back the next memory"
              + " instruction or barrier.")
  public long stallFence;

  @Counter(
      name = "stall.sharedBusy",
      doc = "Warp-cycles waiting for the shared memory pipe, which bank conflicts hold.")
  public long stallShared;

  @Counter(
      name = "stall.simdBusy",
      doc =
          "Warp-cycles ready to issue while the SIMD unit issued another warp or its pipe was"
              + " taken.")
  public long stallSimd;

  @Counter(name = "stall.branch", doc = "Warp-cycles after taken branches.")
  public long stallBranch;

  @Counter(name = "stall.sleep", doc = "Warp-cycles in nanosleep.")
  public long stallSleep;

  @Counter(
      name = "stall.transaction",
      doc =
          "Warp-cycles of tx.begin and tx.commit, and waiting for a work-group that is serialised.")
  public long stallTransaction;

  @Counter(name = "stall.launch", doc = "Warp-cycles from a CTA's dispatch to its first issue.")
  public long stallLaunch;

  void stalled(Stall cause, long cycles) {
    switch (cause) {
      case MEMORY -> stallMemory += cycles;
      case SCOREBOARD -> stallScoreboard += cycles;
      case BARRIER -> stallBarrier += cycles;
      case FETCH -> stallFetch += cycles;
      case LOAD_STORE_UNIT -> stallLoadStoreUnit += cycles;
      case FENCE -> stallFence += cycles;
      case BRANCH -> stallBranch += cycles;
      case SLEEP -> stallSleep += cycles;
      case TRANSACTION -> stallTransaction += cycles;
      case LAUNCH -> stallLaunch += cycles;
      case SHARED_BUSY -> stallShared += cycles;
      case SIMD_BUSY -> stallSimd += cycles;
    }
  }
}
