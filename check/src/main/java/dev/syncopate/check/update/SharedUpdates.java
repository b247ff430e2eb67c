package dev.syncopate.check.update;

import dev.syncopate.check.update.AccessOrder.Standing;
import dev.syncopate.check.update.MemoryElement.PlacedWrite;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.MemoryOperation;
import java.util.HashMap;
import java.util.Map;

/** Updates of a CTA's shared memory, whose accesses happen one after the other. */
final class SharedUpdates {
  private final UpdateSites sites;
  private final AccessOrder order;
  private final UpdateTracking updates;
  private final ReadsOfWarps reads;

  /** By CTA and offset. */
  private final Map<Integer, Map<Long, MemoryElement>> places = new HashMap<>();

  private long readings;

  SharedUpdates(UpdateSites sites, AccessOrder order, UpdateTracking updates, ReadsOfWarps reads) {
    this.sites = sites;
    this.order = order;
    this.updates = updates;
    this.reads = reads;
  }

  /** A CTA has ended. */
  void finished(int cta) {
    places.remove(cta);
  }

  /** Lanes have accessed shared memory, and no transaction holds them together. */
  void accessed(Standing standing, SharedAccess access) {
    MemoryOperation operation = access.operation();
    boolean strong = UpdateTracking.isStrong(operation);
    if ((operation.kind() == AccessKind.LOAD && !strong) || order.full()) {
      return;
    }
    Map<Long, MemoryElement> ctaPlaces =
        places.computeIfAbsent(standing.cta, fresh -> new HashMap<>());
    if (!strong && ctaPlaces.isEmpty()) {
      return;
    }
    int bytes = operation.type().bytes();
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        long offset = access.offset(lane, e);
        MemoryElement place = ctaPlaces.get(offset);
        if (place == null && strong && operation.kind() != AccessKind.LOAD) {
          place = new MemoryElement(offset, bytes);
          ctaPlaces.put(offset, place);
        }
        if (place != null && place.bytes != bytes) {
          place.mix();
        }
        if (place != null) {
          access(place, standing, lane, access, e, strong);
        }
        if (operation.kind() != AccessKind.LOAD) {
          reads.wrote(standing, lane, offset);
        } else if (sites.load(access.pc()) >= 0) {
          reads.add(access.pc(), standing, lane, offset, ++readings);
        }
      }
    }
  }

  private void access(
      MemoryElement place,
      Standing standing,
      int lane,
      SharedAccess access,
      int element,
      boolean strong) {
    int pc = access.pc();
    AtomicOp atomic = access.operation().atomic();
    int predecessor = place.last();
    if (access.operation().kind() != AccessKind.STORE) {
      order.acquire(standing, lane, pc, predecessor);
    }
    if (access.operation().kind() == AccessKind.LOAD) {
      return;
    }
    PlacedWrite write = updates.write(place, standing, lane, pc);
    if (atomic == null || atomic == AtomicOp.EXCH) {
      int width = standing.now.length;
      long stored = access.stored()[element * width + lane];
      write.value = GlobalUpdates.truncated(stored, place.bytes);
      write.valueKnown = true;
    }
    // Whether a compare-and-swap has written is not told.
    if (strong && atomic != AtomicOp.CAS) {
      updates.judge(place, standing, write, reads.begin(pc, standing, lane, place.address));
    }
  }
}
