package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.observer.BulkTransfer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Latest accesses to the shared memory of a CTA that its own threads do not perform: those of other
 * CTAs' threads, and of bulk copies. That memory is gone when the CTA's last thread has exited, so
 * that each access must be over before. It is if it happens before the exit of some thread of the
 * CTA. A strong write is over as well if a thread of the CTA has read it, at any order and scope.
 * So is an arrival at an mbarrier, or a copy whose bytes an mbarrier has counted, if a thread of
 * the CTA has waited for the end of that phase. What a thread did before its latest access is over
 * no later.
 */
final class LateAccesses {
  /**
   * An access.
   *
   * @param node latest node of the lane then
   * @param address offset in the CTA's shared memory
   * @param elementBytes of an element that it touches, of which the address is the first
   * @param place of a strong write, or the mbarrier object of an arrival or of a copy that is
   *     complete; null for another access
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

    /** The same, which a thread may see from now on. */
    private Access countedBy(SyncLocation object) {
      return new Access(warp, lane, node, pc, address, elementBytes, object, object.steps());
    }
  }

  /** A thread, and the place of accesses that can be seen there. */
  private record Key(int thread, @Nullable SyncLocation place) {}

  /** An instruction that copies, and the mbarrier object that has counted the bytes. */
  private record Counted(int pc, SyncLocation place) {}

  private final Map<Key, Access> latest = new LinkedHashMap<>();

  /** Copies to this memory whose bytes an mbarrier object of the CTA will count. */
  private final Map<BulkTransfer, Access> inFlight = new LinkedHashMap<>();

  /** Those that are complete: the latest of each. */
  private final Map<Counted, Access> counted = new LinkedHashMap<>();

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

  /** A copy to the CTA's memory has been issued, which completes on an mbarrier of the CTA. */
  void issued(BulkTransfer transfer, WarpClock writer, int elementBytes) {
    int lane = transfer.lane;
    inFlight.put(
        transfer,
        new Access(
            writer, lane, writer.now[lane], transfer.pc, transfer.shared, elementBytes, null, 0));
  }

  /** It is complete, and the mbarrier object has not counted its bytes yet. */
  void completed(BulkTransfer transfer, SyncLocation object) {
    Access access = inFlight.remove(transfer);
    if (access != null) {
      counted.put(new Counted(access.pc, object), access.countedBy(object));
    }
  }

  /** Accesses that may come when the CTA has exited. */
  List<Access> unordered(CtaClock cta, SyncGraph graph) {
    List<Access> unordered = new ArrayList<>();
    for (Access access : latest.values()) {
      if (!access.isSeen() && !isBeforeExit(access, cta, graph)) {
        unordered.add(access);
      }
    }
    unordered.addAll(inFlight.values());
    counted.values().stream().filter(access -> !access.isSeen()).forEach(unordered::add);
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
