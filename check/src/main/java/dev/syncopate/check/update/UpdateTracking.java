package dev.syncopate.check.update;

import dev.syncopate.check.update.AccessOrder.Standing;
import dev.syncopate.check.update.MemoryElement.Ended;
import dev.syncopate.check.update.MemoryElement.PlacedWrite;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Update;
import org.jspecify.annotations.Nullable;

/** Updates made of strong accesses, in any memory. */
final class UpdateTracking {
  /** Receiver of lost updates. */
  @FunctionalInterface
  interface Lost {
    void lost(
        MemoryElement place,
        Update update,
        LatestReads.Read read,
        PlacedWrite store,
        PlacedWrite rival);
  }

  private final UpdateSites sites;
  private final AccessOrder order;
  private final Lost lost;

  UpdateTracking(UpdateSites sites, AccessOrder order, Lost lost) {
    this.sites = sites;
    this.order = order;
    this.lost = lost;
  }

  /** Commutative atomics have no order, and are strong at their scope all the same. */
  static boolean isStrong(MemoryOperation operation) {
    return operation.order() != Order.WEAK || operation.commutative();
  }

  /** A lane writes to a place. Returns the write, as it is kept. */
  PlacedWrite write(MemoryElement place, Standing standing, int lane, int pc) {
    int time = standing.now[lane];
    PlacedWrite write =
        new PlacedWrite(standing, lane, pc, time, order.release(standing, lane, pc));
    place.add(write, order);
    return write;
  }

  /**
   * A write of which the value is known, or that has no result: does it end an update, and may
   * another one undo it?
   *
   * @param read with which an update by this store begins; null for none
   */
  void judge(
      MemoryElement place, Standing standing, PlacedWrite write, LatestReads.@Nullable Read read) {
    write.counts = true;
    Update update = read == null ? null : sites.update(write.pc);
    if (read != null && update != null) {
      PlacedWrite rival =
          place.between(order, write, read, standing.meetings[write.lane], this::loseNothing);
      if (rival != null) {
        lost.lost(place, update, read, write, rival);
      }
      place.ended(new Ended(write, read));
      return;
    }
    Ended undoing = place.undoing(order, write, standing.now[write.lane], this::loseNothing);
    Update undoneUpdate = undoing == null ? null : sites.update(undoing.store().pc);
    if (undoing != null && undoneUpdate != null) {
      lost.lost(place, undoneUpdate, undoing.read(), undoing.store(), write);
    }
  }

  /** Whether nothing is lost because both write the same. */
  private boolean loseNothing(Ended ended, PlacedWrite rival) {
    PlacedWrite store = ended.store();
    Update update = sites.update(store.pc);
    boolean repeats =
        ended.read().origin().computed()
            ? update != null && UpdateSites.repeats(update)
            : !ended.read().origin().acts();
    return repeats && store.valueKnown && rival.valueKnown && store.value == rival.value;
  }
}
