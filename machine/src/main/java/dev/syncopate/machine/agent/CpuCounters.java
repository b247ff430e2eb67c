package dev.syncopate.machine.agent;

import dev.syncopate.sim.stats.Counter;

/** Counters of a CPU; of a machine that has one. */
public final class CpuCounters {
  @Counter(name = "cpu.cycles", doc = "Cycles of the CPU's clock in which it ran a host program.")
  public long cycles;

  @Counter(name = "cpu.loads", doc = "Loads of host programs, of any order.")
  public long loads;

  @Counter(name = "cpu.stores", doc = "Stores of host programs, of any order.")
  public long stores;

  @Counter(name = "cpu.atomics", doc = "Read-modify-writes of host programs.")
  public long atomics;

  @Counter(name = "cpu.fences", doc = "Fences of host programs.")
  public long fences;

  @Counter(
      name = "cpu.l1.hits",
      doc =
          "Of the CPU's loads and atomics, those done in its L1 without an answer from elsewhere.")
  public long hits;

  @Counter(
      name = "cpu.l1.misses",
      doc = "Of the CPU's loads and atomics, those that waited for an answer from elsewhere.")
  public long misses;

  @Counter(
      name = "cpu.waitCycles",
      doc = "Of the CPU's cycles, those in which it waited for a load, an atomic or a fence.")
  public long waitCycles;

  @Counter(
      name = "cpu.pauseCycles",
      doc = "Of the CPU's cycles, those that its program passed without memory.")
  public long pauseCycles;
}
