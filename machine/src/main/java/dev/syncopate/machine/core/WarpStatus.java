package dev.syncopate.machine.core;

import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a resident warp stands, for reports.
 *
 * @param unit compute unit
 * @param slot warp slot
 * @param cta number of its CTA
 * @param ctaIndex its CTA's indices as {@code (x,y,z)}
 * @param warp its number in the CTA
 * @param waiting what it waits to be told
 * @param live lanes that have not exited
 * @param splits sets of its lanes with one position each, the one that runs first
 * @param barrier the barrier at which lanes of it wait, or -1
 * @param barrierLanes which
 * @param arrived threads that have arrived there
 * @param expected threads that must
 * @param accessAt its latest load or atomic, null before the first
 * @param accessAddress the first lane's generic address of that access
 * @param sharedWord if that is in shared memory, the word there
 * @param held words it has taken and not written since
 */
public record WarpStatus(
    int unit,
    int slot,
    long cta,
    String ctaIndex,
    int warp,
    Wait waiting,
    long live,
    List<Split> splits,
    int barrier,
    long barrierLanes,
    int arrived,
    int expected,
    @Nullable Position accessAt,
    long accessAddress,
    int sharedWord,
    List<Held> held) {

  /**
   * Lanes at one place.
   *
   * @param at the next instruction
   * @param doing what the lanes do
   */
  public record Split(Position at, long lanes, Doing doing) {}

  /**
   * A word that a lane has taken by a compare-and-swap or an exchange.
   *
   * @param address generic
   * @param at the instruction that did
   */
  public record Held(long address, int lane, Position at) {}

  /** Lanes that wait where a branch's sides meet. */
  public long waitingToMeet() {
    long waiting = live;
    for (Split split : splits) {
      waiting &= ~split.lanes();
    }
    return waiting;
  }

  /** What a split does. */
  public enum Doing {
    /** It is the one that runs. */
    RUNS,
    /** It could run. */
    RUNNABLE,
    /** It waits at a CTA barrier. */
    AT_BARRIER,
    /** It waits for other lanes that the instruction names. */
    GATHERS
  }

  static List<WarpStatus> of(Tile tile) {
    List<WarpStatus> status = new ArrayList<>();
    for (Warp warp : tile.unit().warps) {
      Cta cta = warp.cta;
      if (cta != null) {
        status.add(of(tile.unit(), warp, cta));
      }
    }
    return status;
  }

  private static int sharedWord(ComputeUnit unit, Cta cta, long address) {
    return AddressMap.space(address) == StateSpace.SHARED
        ? (int) unit.shared.get(cta.sharedBase + (int) (address - AddressMap.SHARED_BASE & -4), 4)
        : 0;
  }

  /** Whether {@link #accessAddress} is in shared memory. */
  public boolean accessesShared() {
    return AddressMap.space(accessAddress) == StateSpace.SHARED;
  }

  private static WarpStatus of(ComputeUnit unit, Warp warp, Cta cta) {
    Op[] code = unit.grid().kernel().code;
    LaneSchedule schedule = warp.schedule;
    List<Split> splits = new ArrayList<>();
    if (schedule.active() != 0) {
      splits.add(new Split(code[schedule.pc()].position, schedule.active(), Doing.RUNS));
    }
    for (int i = 0; i < schedule.otherSplits(); i++) {
      Doing doing =
          switch (schedule.otherState(i)) {
            case RUNNABLE -> Doing.RUNNABLE;
            case BLOCKED -> Doing.AT_BARRIER;
            case GATHERING -> Doing.GATHERS;
          };
      splits.add(new Split(code[schedule.otherPc(i)].position, schedule.otherLanes(i), doing));
    }
    List<Held> held = new ArrayList<>();
    for (int i = 0; i < warp.held.count; i++) {
      held.add(new Held(warp.held.address[i], warp.held.lane[i], code[warp.held.pc[i]].position));
    }
    int barrier = cta.barriers.waitingAt(warp);
    return new WarpStatus(
        unit.index,
        warp.slot,
        cta.index,
        "(" + cta.x + "," + cta.y + "," + cta.z + ")",
        warp.indexInCta,
        warp.waiting,
        schedule.live(),
        splits,
        barrier,
        barrier < 0 ? 0 : cta.barriers.lanesAt(barrier, warp),
        barrier < 0 ? 0 : cta.barriers.arrived(barrier),
        barrier < 0 ? 0 : cta.barriers.expected(barrier),
        warp.accessPc < 0 ? null : code[warp.accessPc].position,
        warp.accessAddress,
        sharedWord(unit, cta, warp.accessAddress),
        List.copyOf(held));
  }
}
