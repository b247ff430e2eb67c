package dev.syncopate.machine.warp;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.spin.LaneNeeds;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A warp slot of a compute unit and the warp that lives in it: its registers and their scoreboard,
 * and the parts of its state that others own. All are made once and serve one warp after another.
 *
 * <p>Register {@code r} of lane {@code l} is value {@code r * width + l}; behind the program's
 * registers lies a spare one that takes unused results. Predicate {@code p} is a mask of lanes,
 * again with one to spare. Entries of the scoreboard are the value registers, the spare one, then
 * the predicates: the cycle from which an instruction that names the register may issue.
 *
 * <p>What the issuer owns is a superclass, so that one object has all that an instruction needs to
 * issue: an object more would cost each instruction a cache line.
 */
public final class Warp extends IssueState {
  public final int slot;
  public final int simd;
  public final int width;

  /** All lanes of the warp's width. */
  public final long fullMask;

  /** Control flow: where the lanes are. Instructions change it. */
  public final LaneSchedule schedule;

  /** Memory instructions in flight; execution units of the memory side change it. */
  public final AccessState accesses;

  /** Which lanes need which; accesses change it, the schedule asks. */
  public final LaneNeeds needs;

  private long[] values = new long[0];
  private long[] predicates = new long[0];
  private long[] scoreboard = new long[0];
  private @Nullable Cta cta;
  private @Nullable Grid grid;
  private int indexInCta;
  private long lanes;

  public Warp(int slot, int simd, int width, LaneSchedule schedule) {
    this.slot = slot;
    this.simd = simd;
    this.width = width;
    this.fullMask = width == 64 ? -1L : (1L << width) - 1;
    this.schedule = schedule;
    this.accesses = new AccessState(width);
    this.needs = new LaneNeeds(width);
  }

  /** A new warp moves in. */
  public void start(Cta owner, int index, long threads) {
    cta = owner;
    grid = owner.grid();
    load(owner.grid().kernel());
    indexInCta = index;
    lanes = threads;
    Arrays.fill(scoreboard, 0);
    schedule.start(threads);
    startIssue();
    accesses.start();
    needs.start();
  }

  /** The warp moves out. */
  public void leave() {
    cta = null;
  }

  /** The CTA whose warp lives here; null for none. */
  public @Nullable Cta cta() {
    return cta;
  }

  /** The CTA whose warp lives here, for callers that know of one. */
  public Cta owner() {
    Cta owner = cta;
    if (owner == null) {
      throw new IllegalStateException("warp slot " + slot + " is empty");
    }
    return owner;
  }

  /** The launch of the warp that has come last. */
  public Grid grid() {
    Grid present = grid;
    if (present == null) {
      throw new IllegalStateException("warp slot " + slot + " has had no warp");
    }
    return present;
  }

  /** The warp's number in its CTA. */
  public int indexInCta() {
    return indexInCta;
  }

  /** Lanes that have a thread, also those that have exited. */
  public long threads() {
    return lanes;
  }

  public long bit() {
    return 1L << slot;
  }

  // ---- registers: instructions write them ----

  /** Makes room for a kernel's registers. */
  public void reserve(HotKernel kernel) {
    int needed = (kernel.valueRegisters + 1) * width;
    if (values.length < needed) {
      values = new long[needed];
    }
    if (predicates.length < kernel.predicateRegisters + 1) {
      predicates = new long[kernel.predicateRegisters + 1];
    }
    if (scoreboard.length < kernel.scoreboardEntries()) {
      scoreboard = new long[kernel.scoreboardEntries()];
    }
  }

  /** The value registers, for instructions to read and write. */
  public long[] values() {
    return values;
  }

  /** The predicates, for instructions to read and write. */
  public long[] predicates() {
    return predicates;
  }

  /**
   * Gives lanes of a register one value.
   *
   * @param register index of its first lane in {@link #values}
   */
  public void fill(int register, long laneMask, long value) {
    if (laneMask == fullMask) {
      Arrays.fill(values, register, register + width, value);
      return;
    }
    for (long rest = laneMask; rest != 0; rest &= rest - 1) {
      values[register + Long.numberOfTrailingZeros(rest)] = value;
    }
  }

  // ---- the scoreboard: execution units write it, the issuer reads it ----

  /** Registers have their results from cycle {@code ready} on. */
  public void resultsFrom(int[] entries, long ready) {
    long[] readyCycles = scoreboard;
    for (int entry : entries) {
      readyCycles[entry] = ready;
    }
  }

  /** Registers get their results at an unknown time. */
  public void awaitResults(int[] entries) {
    resultsFrom(entries, UNKNOWN);
  }

  /**
   * The first cycle, not before {@code startCycle}, in which all these registers have their
   * results; {@link #UNKNOWN} while one is awaited.
   */
  public long operandsFrom(int[] entries, long startCycle) {
    long[] readyCycles = scoreboard;
    long readyCycle = startCycle;
    for (int entry : entries) {
      if (readyCycles[entry] > readyCycle) {
        readyCycle = readyCycles[entry];
      }
    }
    return readyCycle;
  }

  /** Whether a result is awaited. */
  public boolean awaitsResults() {
    for (long entry : scoreboard) {
      if (entry == UNKNOWN) {
        return true;
      }
    }
    return false;
  }
}
