package dev.syncopate.machine.warp;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.divergence.Needs;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A warp slot of a compute unit and the warp that lives in it. Arrays are made once and used by one
 * warp after another.
 *
 * <p>Register {@code r} of lane {@code l} is {@code registers[r * width + l]}; behind the program's
 * registers lies one more that takes results nobody wants. Predicate {@code p} is a mask of lanes,
 * again with one to spare. Scoreboard entries are the value registers, the spare one, then the
 * predicates: the cycle from which an instruction that names it may issue, {@link #UNKNOWN} while a
 * load is out.
 */
public final class Warp implements Needs {
  public static final long UNKNOWN = Long.MAX_VALUE;

  public final int slot;
  public final int simd;
  public final int width;

  /** All lanes of the warp's width. */
  public final long fullMask;

  public final LaneSchedule schedule;

  public long[] registers = new long[0];
  public long[] predicates = new long[0];
  public long[] scoreboard = new long[0];

  public @Nullable Cta cta;
  public int indexInCta;

  /** Lanes that have a thread. */
  long lanes;

  /** Next instruction; the pipe whose mask has the warp's bit. */
  public @Nullable Op op;

  public int pipe;

  /** Why it cannot issue; {@link Wait#NONE} when it can, now or at {@link #wakeAt}. */
  public Wait waiting = Wait.ABSENT;

  /** From when it can issue, and since when and for what it has waited: for statistics. */
  public long wakeAt;

  public long since;
  public Stall stall = Stall.SCOREBOARD;

  /** No instruction issues before this cycle ({@code nanosleep}). */
  public long notBefore;

  /** Why. */
  public Stall resting = Stall.SLEEP;

  /** Line of the instruction cache it runs in, or -1. */
  public int line;

  /** Cycle from which that line is there. */
  public long fetched;

  /** Lanes that have done their part of an instruction that cannot issue for all at once. */
  public long partDone;

  /** Fences and synchronising accesses that are not complete. */
  public int synchronising;

  public @Nullable AsyncCopies copies;

  /** The latest load or atomic, for reports: instruction, lanes, first lane's generic address. */
  public int accessPc;

  public long accessLanes;
  public long accessAddress;

  /** Each lane's latest address, generic, of a load or atomic that may have polled; 0 for none. */
  final long[] polled;

  /** Locks it seems to hold. */
  public final HeldWords held = new HeldWords();

  /** What it wrote last, for reports. */
  public final LatestWrites wrote = new LatestWrites();

  public Warp(int slot, int simd, int width, LaneSchedule schedule) {
    this.slot = slot;
    this.simd = simd;
    this.width = width;
    this.fullMask = width == 64 ? -1L : (1L << width) - 1;
    this.schedule = schedule;
    this.polled = new long[width];
  }

  /** Makes room for a kernel's registers. */
  public void reserve(HotKernel kernel) {
    int values = (kernel.valueRegisters + 1) * width;
    if (registers.length < values) {
      registers = new long[values];
    }
    if (predicates.length < kernel.predicateRegisters + 1) {
      predicates = new long[kernel.predicateRegisters + 1];
    }
    if (scoreboard.length < kernel.scoreboardEntries()) {
      scoreboard = new long[kernel.scoreboardEntries()];
    }
  }

  /** A new warp moves in. */
  public void start(Cta owner, int index, long threads) {
    cta = owner;
    indexInCta = index;
    lanes = threads;
    Arrays.fill(scoreboard, 0);
    schedule.start(threads);
    waiting = Wait.NONE;
    stall = Stall.LAUNCH;
    notBefore = 0;
    resting = Stall.SLEEP;
    line = -1;
    fetched = 0;
    partDone = 0;
    synchronising = 0;
    copies = null;
    accessPc = -1;
    Arrays.fill(polled, 0);
    held.clear();
    wrote.clear();
  }

  /** Lanes that have a thread, also those that have exited. */
  public long threads() {
    return lanes;
  }

  /**
   * Gives lanes of a register one value.
   *
   * @param register where its first lane is in {@link #registers}
   */
  public void fill(int register, long which, long value) {
    if (which == fullMask) {
      Arrays.fill(registers, register, register + width, value);
      return;
    }
    for (long rest = which; rest != 0; rest &= rest - 1) {
      registers[register + Long.numberOfTrailingZeros(rest)] = value;
    }
  }

  /** Notes what lanes poll. */
  public void polls(long which, long[] address, long base) {
    for (long rest = which; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      polled[lane] = address[lane] + base;
    }
  }

  @Override
  public long needed(long spinning, long waiting, boolean through) {
    long needed = 0;
    for (long rest = spinning; rest != 0; rest &= rest - 1) {
      long word = polled[Long.numberOfTrailingZeros(rest)];
      needed |= held.holders(word) & waiting;
      for (long others = through ? waiting : 0; others != 0; others &= others - 1) {
        int other = Long.numberOfTrailingZeros(others);
        needed |= polled[other] == word ? 1L << other : 0;
      }
      if (through && needed != 0) {
        return needed; // one is enough
      }
    }
    return needed;
  }

  public long bit() {
    return 1L << slot;
  }

  public Cta owner() {
    Cta owner = cta;
    if (owner == null) {
      throw new IllegalStateException("warp slot " + slot + " is empty");
    }
    return owner;
  }
}
