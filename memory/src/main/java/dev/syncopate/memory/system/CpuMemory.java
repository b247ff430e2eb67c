package dev.syncopate.memory.system;

import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.memory.protocol.L1Counters;

/** A CPU's memory side, as its core sees it; times are cycles of the CPU. */
public interface CpuMemory {
  /** Where the core issues its accesses: a thread of one lane, number 0. */
  LoadStoreUnit lsu();

  /** Whether anything has come over the network since the last access was issued. */
  boolean answered();

  /** What its L1 counts. */
  L1Counters l1Counters();
}
