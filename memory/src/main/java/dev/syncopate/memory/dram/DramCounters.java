package dev.syncopate.memory.dram;

import dev.syncopate.sim.stats.Counter;

/** Counters of one DRAM channel. Hits, misses and conflicts add up to reads and writes. */
public final class DramCounters {
  @Counter(name = "dram.reads", doc = "Read requests served.")
  public long reads;

  @Counter(name = "dram.writes", doc = "Write requests served.")
  public long writes;

  @Counter(name = "dram.bytes", doc = "Bytes moved over the data buses, both ways.")
  public long bytes;

  @Counter(name = "dram.rowHits", doc = "Requests that found their row open.")
  public long rowHits;

  @Counter(
      name = "dram.rowMisses",
      doc = "Requests for which a bank without an open row was activated.")
  public long rowMisses;

  @Counter(
      name = "dram.rowConflicts",
      doc = "Requests for which another row was closed before theirs could be activated.")
  public long rowConflicts;

  @Counter(name = "dram.activates", doc = "Rows opened.")
  public long activates;

  @Counter(
      name = "dram.refreshes",
      doc = "Refreshes of all banks of a channel, up to each channel's last request.")
  public long refreshes;

  @Counter(
      name = "dram.turnarounds",
      doc = "Times a data bus turned from reading to writing or from writing to reading.")
  public long turnarounds;

  @Counter(
      name = "dram.busyBeats",
      doc = "Halves of a memory clock in which a data bus moved data, summed over the channels.")
  public long busyBeats;

  @Counter(
      name = "dram.latencyCycles",
      doc =
          "Core cycles from a request's arrival at its channel to its completion, summed over the"
              + " requests.")
  public long latencyCycles;
}
