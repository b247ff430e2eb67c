package dev.syncopate.check.profile;

import dev.syncopate.machine.warp.Stall;
import java.util.Arrays;
import java.util.List;

/**
 * Quantity that is counted for each instruction. Most have a counter of the launch that they add up
 * to.
 */
public enum ProfileMeasure {
  /** Issues that executed it, each once for its warp. */
  WARP_INSTRUCTIONS("instructions.warp"),
  /** Lanes that executed it. */
  THREAD_INSTRUCTIONS("instructions.thread"),
  /** Lines that the coalescer made of its global and local accesses. */
  LINES("coalescer.lines"),
  /** Bytes that its lanes asked for in global and local memory. */
  BYTES("bytes"),
  /** Bytes that its lanes asked for in shared memory. */
  SHARED_BYTES("sharedBytes"),
  /** Loads of lines at the L1. */
  L1_LOADS("l1.loads"),
  L1_HITS("l1.hits"),
  L1_MISSES("l1.misses"),
  /** Flushes of the L1 that it began. */
  FLUSHES("sync.flushes"),
  FLUSHED_LINES("sync.flushedLines"),
  /** Invalidations of the whole L1. */
  INVALIDATIONS("sync.invalidations"),
  STALL_MEMORY("stall.memory"),
  STALL_SCOREBOARD("stall.scoreboard"),
  STALL_BARRIER("stall.barrier"),
  STALL_FETCH("stall.fetch"),
  STALL_LOAD_STORE_UNIT("stall.loadStoreUnit"),
  STALL_FENCE("stall.fence"),
  STALL_BRANCH("stall.branch"),
  STALL_SLEEP("stall.sleep"),
  STALL_TRANSACTION("stall.transaction"),
  STALL_LAUNCH("stall.launch"),
  STALL_SHARED_BUSY("stall.sharedBusy"),
  STALL_SIMD_BUSY("stall.simdBusy");

  private static final List<ProfileMeasure> STALLS =
      Arrays.stream(values()).filter(measure -> measure.counter.startsWith("stall.")).toList();

  private final String counter;

  ProfileMeasure(String counter) {
    this.counter = counter;
  }

  /** The launch's counter of the same; or another name, where there is none. */
  public String counter() {
    return counter;
  }

  /** Those that are warp-cycles of waiting, one for each cause. */
  public static List<ProfileMeasure> stalls() {
    return STALLS;
  }

  /** That of a cause. */
  static ProfileMeasure of(Stall cause) {
    return switch (cause) {
      case MEMORY -> STALL_MEMORY;
      case SCOREBOARD -> STALL_SCOREBOARD;
      case BARRIER -> STALL_BARRIER;
      case FETCH -> STALL_FETCH;
      case LOAD_STORE_UNIT -> STALL_LOAD_STORE_UNIT;
      case FENCE -> STALL_FENCE;
      case BRANCH -> STALL_BRANCH;
      case SLEEP -> STALL_SLEEP;
      case TRANSACTION -> STALL_TRANSACTION;
      case LAUNCH -> STALL_LAUNCH;
      case SHARED_BUSY -> STALL_SHARED_BUSY;
      case SIMD_BUSY -> STALL_SIMD_BUSY;
    };
  }
}
