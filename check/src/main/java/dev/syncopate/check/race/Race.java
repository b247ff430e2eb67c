package dev.syncopate.check.race;

import dev.syncopate.machine.warp.Grid;
import org.jspecify.annotations.Nullable;

/**
 * Two instructions whose accesses to the same bytes conflict, are not ordered by causality and are
 * not morally strong (PTX ISA, "Conflict and Data-races"), with the first two accesses that were
 * seen.
 *
 * @param grid the launch
 * @param shared whether in shared memory
 * @param address of a byte that both touch: a device address, or an offset in shared memory
 * @param elementBytes of the later access
 * @param name what the launch calls that element of global memory, which may be freed later; null
 *     where it has no name
 * @param earlier the access that was seen first
 * @param later the other
 * @param kind what makes it a race
 * @param passed synchronisation between the two threads that could have ordered them and did not;
 *     null for none
 * @param awaited whether the earlier access is an asynchronous copy that the thread which asked for
 *     it has waited for
 * @param count of the pairs of accesses by these instructions
 */
public record Race(
    Grid grid,
    boolean shared,
    long address,
    int elementBytes,
    @Nullable String name,
    RaceSide earlier,
    RaceSide later,
    Kind kind,
    @Nullable Passed passed,
    boolean awaited,
    long count) {
  /** Kind of a race. */
  public enum Kind {
    /** Neither is strong. */
    WEAK,
    /** Neither is strong, and both write the same. */
    SAME_VALUE,
    /** One is strong, the other is not. */
    MIXED_STRENGTH,
    /** Both are strong, and one's scope does not take in the other's thread. */
    SCOPE,
    /** Both are strong, and they overlap in part only. */
    SIZE,
    /** One is by the generic proxy, the other by the async proxy, and there is no proxy fence. */
    PROXY,
    /** One is the read of a tensor map, and the fences of the tensormap proxy are missing. */
    MAP_PROXY,
    /** One is the exit of the CTA of whose shared memory the other is. */
    EXIT,
    /** One is a non-coherent load, in order with the other or not. */
    NON_COHERENT
  }

  /**
   * A strong read behind which the later access is, of a write that comes behind the earlier one:
   * what they lack.
   *
   * @param write the write, {@code read} the read
   * @param writerCta of the write's thread
   * @param readerCta of the read's thread
   * @param oneCluster whether the two CTAs are of one cluster
   * @param strong whether the write is strong
   * @param release the instruction by which the write releases what the earlier access did: itself
   *     or a fence between the two; -1 for none
   * @param releasesWidely whether at a scope that includes the read's thread, if it is of another
   *     CTA
   * @param fence the reader's fence behind the read; -1 for none
   * @param fencesWidely whether its scope includes the write's thread, if it is of another CTA
   */
  public record Passed(
      int write,
      int read,
      int writerCta,
      int readerCta,
      boolean oneCluster,
      boolean strong,
      int release,
      boolean releasesWidely,
      int fence,
      boolean fencesWidely) {}

  /** The same with another count. */
  public Race counted(long times) {
    return new Race(
        grid, shared, address, elementBytes, name, earlier, later, kind, passed, awaited, times);
  }
}
