package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Latest accesses of other CTAs' threads to the shared memory of a CTA of a cluster. That memory is
 * gone when the CTA's last thread has exited, so that each access must be over before. It is if it
 * happens before the exit of some thread of the CTA. A strong write is over as well if a thread of
 * the CTA has read it, at any order and scope. So is an arrival at an mbarrier if a thread of the
 * CTA has waited for the end of its phase. What a thread did before its latest access is over no
 * later.
 */
final class PeerAccesses {
  /**
   * An access.
   *
   * @param node latest node of the lane then
   * @param address offset in the CTA's shared memory
   * @param elementBytes of an element that it touches, of which the address is the first
   * @param place of a strong write, or the mbarrier object of an arrival; null for another access
   * @param steps of the place before the access
   */
  record Access(
      WarpClock warp,
      int lane,
      int node,
      int pc,
      long address,
      int elementBytes,
      @Nullable SyncLocation place,
      int steps) {
    private boolean isSeen() {
      return place != null && place.stepsSeen() > steps;
    }
  }

  /** A thread, and the place of accesses that can be seen there. */
  private record Key(int thread, @Nullable SyncLocation place) {}

  private final Map<Key, Access> latest = new LinkedHashMap<>();

  /**
   * A lane accesses the CTA's memory.
   *
   * @param place of a strong write, or the mbarrier object of an arrival; null for another access
   */
  void add(
      WarpClock warp,
      int pc,
      int lane,
      long address,
      int elementBytes,
      @Nullable SyncLocation place) {
    latest.put(
        new Key(warp.firstThread + lane, place),
        new Access(
            warp,
            lane,
            warp.now[lane],
            pc,
            address,
            elementBytes,
            place,
            place == null ? 0 : place.steps()));
  }

  /** Accesses that may come when the CTA has exited. */
  List<Access> unordered(CtaClock cta, SyncGraph graph) {
    List<Access> unordered = new ArrayList<>();
    for (Access access : latest.values()) {
      if (!access.isSeen() && !isBeforeExit(access, cta, graph)) {
        unordered.add(access);
      }
    }
    return unordered;
  }

  private static boolean isBeforeExit(Access access, CtaClock cta, SyncGraph graph) {
    int previous = -1;
    for (WarpClock warp : cta.warps) {
      for (long rest = warp.lanes; rest != 0; rest &= rest - 1) {
        int node = warp.now[Long.numberOfTrailingZeros(rest)];
        if (node != previous
            && graph.before(access.warp.firstThread, 1L << access.lane, access.node, node)) {
          return true;
        }
        previous = node;
      }
    }
    return false;
  }
}
