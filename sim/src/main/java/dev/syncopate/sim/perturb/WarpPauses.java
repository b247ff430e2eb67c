package dev.syncopate.sim.perturb;

import dev.syncopate.sim.perturb.Perturbation.AccessPause;
import dev.syncopate.sim.perturb.Perturbation.BeginDelay;
import dev.syncopate.sim.perturb.Perturbation.DrawnOrder;
import dev.syncopate.sim.perturb.Perturbation.OrderKind;
import dev.syncopate.sim.perturb.PerturbationList.WarpDelays;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pauses of the warps of a compute unit, and the order in which they issue: drawn by a seed, or
 * those of a list.
 */
public final class WarpPauses {
  private final int unit;

  /** Draws pauses of a seed, or of a list only the order of warps; null for neither. */
  private final @Nullable Pauses drawn;

  private final int issueSeed;

  /** Null for the pauses of a seed. */
  private final @Nullable PerturbationList list;

  /** By warp slot, where that is of interest. */
  private final @Nullable SlotHistory[] histories;

  private @Nullable PerturbationLog log;
  private int launch;
  private boolean picked;

  /** Executions of a slot's warp so far. */
  private static final class SlotHistory {
    private int launch;
    private long cta;
    private int warp;
    private @Nullable WarpDelays delays;

    /** By instruction. */
    private int[] times = new int[64];

    int count(int pc) {
      if (pc >= times.length) {
        times = Arrays.copyOf(times, Math.max(pc + 1, 2 * times.length));
      }
      return ++times[pc];
    }
  }

  WarpPauses(
      int unit, @Nullable Pauses drawn, int issueSeed, @Nullable PerturbationList list, int slots) {
    this.unit = unit;
    this.drawn = drawn;
    this.issueSeed = issueSeed;
    this.list = list;
    this.histories = new @Nullable SlotHistory[slots];
  }

  /** Logs from now on what is different from the machine's own schedule. */
  public void log(PerturbationLog newLog) {
    log = newLog;
  }

  /**
   * A kernel is launched.
   *
   * @param number of the launch, from 1
   */
  public void launched(int number) {
    launch = number;
  }

  /** Whether warps issue in another order than the machine's. */
  public boolean reorders() {
    return issueSeed != 0;
  }

  /**
   * Cycles before a warp that has moved into a slot begins.
   *
   * @param cta of the grid
   * @param warp of the CTA
   * @param now the cycle in which it would begin
   */
  public int begin(int slot, long cta, int warp, long now) {
    int drawnCycles = drawn == null ? 0 : drawn.begin(slot);
    if (list == null && log == null) {
      return drawnCycles;
    }
    SlotHistory history = histories[slot];
    if (history == null) {
      history = new SlotHistory();
      histories[slot] = history;
    }
    history.launch = launch;
    history.cta = cta;
    history.warp = warp;
    Arrays.fill(history.times, 0);
    WarpDelays delays = list == null ? null : list.warp(launch, cta, warp);
    history.delays = delays;
    int cycles = list == null ? drawnCycles : delays == null ? 0 : delays.begin();
    if (cycles > 0 && log != null) {
      log.add(now, new BeginDelay(launch, cta, warp, cycles));
    }
    return cycles;
  }

  /**
   * Cycles behind an access to memory by the warp of a slot.
   *
   * @param pc of the instruction
   * @param now the cycle in which it has issued
   */
  public int behindAccess(int slot, int pc, long now) {
    int drawnCycles = drawn == null ? 0 : drawn.behindAccess(slot, pc);
    if (list == null && log == null) {
      return drawnCycles;
    }
    SlotHistory history = Objects.requireNonNull(histories[slot]);
    WarpDelays delays = history.delays;
    if (list != null && delays == null) {
      return 0;
    }
    int time = history.count(pc);
    int cycles = delays == null ? drawnCycles : delays.pause(pc, time);
    if (cycles > 0 && log != null) {
      log.add(now, new AccessPause(history.launch, history.cta, history.warp, pc, time, cycles));
    }
    return cycles;
  }

  /** One of so many, each as likely. */
  public int pick(int count) {
    return Objects.requireNonNull(drawn).pick(count);
  }

  /** A warp has issued that the machine's own order might not have picked. */
  public void picked() {
    if (!picked && log != null) {
      picked = true;
      log.add(0, new DrawnOrder(OrderKind.ISSUE, unit, issueSeed));
    }
  }
}
