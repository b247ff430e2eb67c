package dev.syncopate.machine.status;

import dev.syncopate.machine.barrier.AtBarrier;
import dev.syncopate.machine.barrier.BarrierSet;
import dev.syncopate.machine.barrier.ClusterBarrier;
import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.ptx.ir.Position;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Position and waits of a resident warp, for reports.
 *
 * @param grid the launch
 * @param unit compute unit
 * @param slot warp slot
 * @param cta number of its CTA
 * @param ctaIndex its CTA's indices as {@code (x,y,z)}
 * @param warp its number in the CTA
 * @param waiting what it waits to be told
 * @param live lanes that have not exited
 * @param splits sets of its lanes with one position each, the one that runs first
 * @param meetings lanes that wait where a branch's sides meet, by place
 * @param barriers at which lanes of it wait
 * @param clusterNumber of its CTA's cluster in the grid; -1 in launches without clusters
 * @param rank of its CTA in the cluster
 * @param cluster its CTA's standing at the barrier of its cluster; null in kernels without
 * @param accessPc index of its latest load or atomic, -1 before the first; local memory left out
 * @param accessLanes its lanes
 * @param accessAddress the first lane's generic address of that access
 * @param heldWords words it has taken and not written since
 * @param transaction of its lanes, or for which they wait; null where there is none
 * @param insight into its registers
 */
public record WarpStatus(
    Grid grid,
    int unit,
    int slot,
    long cta,
    String ctaIndex,
    int warp,
    Wait waiting,
    long live,
    List<Split> splits,
    List<Meeting> meetings,
    List<AtBarrier> barriers,
    long clusterNumber,
    int rank,
    @Nullable ClusterStanding cluster,
    int accessPc,
    long accessLanes,
    long accessAddress,
    List<WarpTraces.Word> heldWords,
    @Nullable TransactionStatus transaction,
    Insight insight) {

  /**
   * Lanes at one place.
   *
   * @param pc index of the next instruction
   * @param position where that stands
   * @param doing what the lanes do
   * @param wants for {@link Doing#GATHERS}: the live lanes that they wait for
   */
  public record Split(int pc, Position position, long lanes, Doing doing, long wants) {}

  /**
   * Lanes that wait for others where the sides of a branch meet.
   *
   * @param pc index of the instruction there
   */
  public record Meeting(int pc, long lanes) {}

  /** Activity of a split. */
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

  /** A stopped warp's registers and its CTA's shared memory. */
  public interface Insight {
    /**
     * Value of an operand in a lane.
     *
     * @param operand code as in {@link dev.syncopate.ptx.ir.Operand}
     */
    long value(int operand, int lane);

    /** The lanes for which a predicate register holds. */
    long predicate(int register);

    /** Bytes of the CTA's shared memory, little-endian; 0 beyond its end. */
    long shared(long offset, int bytes);
  }

  /** Where a warp of compute unit {@code unit} stands. */
  public static WarpStatus of(
      int unit,
      Grid grid,
      Cta cta,
      Warp warp,
      BarrierSet barriers,
      @Nullable ClusterBarrier clusterBarrier,
      LocalStore local) {
    TransactionStatus transaction =
        TransactionStatus.of(local.transactions(warp.slot), warp.indexInCta(), warp.width);
    long stopped = transaction == null ? 0 : transaction.stopped();
    return new WarpStatus(
        grid,
        unit,
        warp.slot,
        cta.index,
        grid.indices(cta.index),
        warp.indexInCta(),
        warp.waiting(),
        warp.schedule.live(),
        splits(grid.kernel(), warp.schedule),
        meetings(warp, stopped),
        waitingAt(warp, barriers, clusterBarrier),
        cta.cluster == null ? -1 : cta.cluster.number(),
        cta.clusterRank,
        clusterBarrier == null ? null : ClusterStanding.of(grid, cta, clusterBarrier),
        warp.accesses.latestPc(),
        warp.accesses.latestLanes(),
        warp.accesses.latestAddress(),
        WarpTraces.of(unit, grid, cta, warp).heldWords(),
        transaction,
        new WarpInsight(grid, cta, warp, local));
  }

  private static List<Split> splits(HotKernel kernel, LaneSchedule schedule) {
    List<Split> splits = new ArrayList<>();
    if (schedule.active() != 0) {
      int pc = schedule.pc();
      splits.add(new Split(pc, kernel.position(pc), schedule.active(), Doing.RUNS, 0));
    }
    for (int i = 0; i < schedule.otherSplits(); i++) {
      Doing doing =
          switch (schedule.otherState(i)) {
            case RUNNABLE -> Doing.RUNNABLE;
            case BLOCKED -> Doing.AT_BARRIER;
            case GATHERING -> Doing.GATHERS;
          };
      int pc = schedule.otherPc(i);
      long wants = doing == Doing.GATHERS ? schedule.otherWants(i) : 0;
      splits.add(new Split(pc, kernel.position(pc), schedule.otherLanes(i), doing, wants));
    }
    return List.copyOf(splits);
  }

  private static List<AtBarrier> waitingAt(
      Warp warp, BarrierSet barriers, @Nullable ClusterBarrier clusterBarrier) {
    long lanes = clusterBarrier == null ? 0 : clusterBarrier.waiting(warp);
    if (clusterBarrier == null || lanes == 0) {
      return barriers.waitingAt(warp);
    }
    List<AtBarrier> waiting = new ArrayList<>(barriers.waitingAt(warp));
    waiting.add(
        new AtBarrier(
            AtBarrier.OF_CLUSTER,
            lanes,
            clusterBarrier.arrivedCtas(),
            clusterBarrier.size(),
            false,
            false));
    return waiting;
  }

  private static List<Meeting> meetings(Warp warp, long stopped) {
    LaneSchedule schedule = warp.schedule;
    long rest = schedule.live() & ~schedule.active() & ~stopped;
    for (int i = 0; i < schedule.otherSplits(); i++) {
      rest &= ~schedule.otherLanes(i);
    }
    List<Meeting> meetings = new ArrayList<>();
    while (rest != 0) {
      int pc = schedule.meetingPc(Long.numberOfTrailingZeros(rest));
      long meetingLanes = 0;
      for (long remainingLanes = rest; remainingLanes != 0; remainingLanes &= remainingLanes - 1) {
        int lane = Long.numberOfTrailingZeros(remainingLanes);
        meetingLanes |= schedule.meetingPc(lane) == pc ? 1L << lane : 0;
      }
      meetings.add(new Meeting(pc, meetingLanes));
      rest &= ~meetingLanes;
    }
    return List.copyOf(meetings);
  }
}
