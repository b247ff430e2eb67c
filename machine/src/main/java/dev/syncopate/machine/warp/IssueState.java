package dev.syncopate.machine.warp;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import org.jspecify.annotations.Nullable;

/**
 * Next instruction of a warp and what it waits for before it issues. The compute unit's issuer
 * ({@code machine.core}) changes it; the rest of the machine and reports read it.
 *
 * <p>A rest is a time in which the warp issues nothing, even with its operands ready. The warp
 * sleeps, has left a barrier, waits for a blocking atomic, or backs off after a failed transaction.
 * Execution units begin a rest; the issuer keeps to it.
 */
public abstract sealed class IssueState permits Warp {
  /** A cycle that is not known yet: later than any. */
  public static final long UNKNOWN = Long.MAX_VALUE;

  private static final Op[] NO_CODE = {};

  private Op[] code = NO_CODE;
  private int kernelNumber;
  private @Nullable Op op;
  private int pipe;
  private int line;
  private long fetched;
  private Wait waiting = Wait.ABSENT;
  private long wakeAt;
  private long waitStart;
  private Stall stall = Stall.SCOREBOARD;
  private long restsUntil;
  private Stall restsFor = Stall.SLEEP;

  IssueState() {}

  /** A warp of a kernel moves in. */
  final void load(HotKernel kernel) {
    code = kernel.code;
    kernelNumber = kernel.number;
  }

  /** A warp moves in. */
  final void startIssue() {
    waiting = Wait.NONE;
    stall = Stall.LAUNCH;
    line = -1;
    rest(0, Stall.SLEEP);
  }

  // ---- for all ----

  /** The instructions of its kernel. */
  public final Op[] code() {
    return code;
  }

  /** The number of its kernel. */
  public final int kernelNumber() {
    return kernelNumber;
  }

  /** The next instruction; null before a warp's first and after its last. */
  public final @Nullable Op op() {
    return op;
  }

  /** The event that lets it issue; {@link Wait#NONE} when it can, now or at {@link #wakeAt}. */
  public final Wait waiting() {
    return waiting;
  }

  /** What the cycles of its waiting count as. */
  public final Stall stall() {
    return stall;
  }

  /** The cycle from which it can issue, if it waits for no event. */
  public final long wakeAt() {
    return wakeAt;
  }

  /** The cycle since which it has waited. */
  public final long since() {
    return waitStart;
  }

  /** The first cycle behind a rest; {@link #UNKNOWN} while its end is open. */
  public final long restsUntil() {
    return restsUntil;
  }

  /** What a rest counts as. */
  public final Stall restsFor() {
    return restsFor;
  }

  // ---- for execution units ----

  /** Rests until a cycle, in the place of any other rest. */
  public final void rest(long endCycle, Stall why) {
    restsUntil = endCycle;
    restsFor = why;
  }

  /** Rests until a cycle, unless the warp already rests as long. */
  public final void extendRest(long endCycle, Stall why) {
    if (endCycle > restsUntil) {
      rest(endCycle, why);
    }
  }

  /** Rests until a cycle or as long as it does already, which counts as {@code why} either way. */
  public final void backOff(long endCycle, Stall why) {
    rest(Math.max(restsUntil, endCycle), why);
  }

  /** Rests until {@link #endRest} says when. */
  public final void restUntilEnd(Stall why) {
    rest(UNKNOWN, why);
  }

  /**
   * Ends a rest whose end was open.
   *
   * @param endCycle the first cycle in which the warp may issue
   * @return whether the warp was in such a rest
   */
  public final boolean endRest(long endCycle) {
    boolean open = restsUntil == UNKNOWN;
    if (open) {
      restsUntil = endCycle;
    }
    return open;
  }

  // ---- for the issuer ----

  /** The pipe whose mask has the warp's bit. */
  public final int pipe() {
    return pipe;
  }

  /** The warp's bit goes to another pipe's mask. */
  public final void pipe(int number) {
    pipe = number;
  }

  /** Line of the instruction cache that the warp runs in, -1 before the first. */
  public final int line() {
    return line;
  }

  /** The cycle from which that line is there. */
  public final long fetched() {
    return fetched;
  }

  /** The warp has come to another line. */
  public final void fetch(int next, long arrival) {
    line = next;
    fetched = arrival;
  }

  /** The warp has come to an instruction, or has ended: null. */
  public final void next(@Nullable Op instruction) {
    op = instruction;
  }

  /** It waits from this cycle on. */
  public final void since(long cycle) {
    waitStart = cycle;
  }

  /** From now on its waiting counts as this. */
  public final void stall(Stall cause) {
    stall = cause;
  }

  /** It waits for an event. */
  public final void await(Wait event) {
    waiting = event;
  }

  /** It waits for an event, which counts as a stall. */
  public final void await(Wait event, Stall cause) {
    waiting = event;
    stall = cause;
  }

  /** The event has come. */
  public final void arrived() {
    waiting = Wait.NONE;
  }

  /** It can issue from a known cycle on. */
  public final void sleep(long wakeCycle) {
    waiting = Wait.NONE;
    wakeAt = wakeCycle;
  }
}
