package dev.syncopate.check.sync;

import dev.syncopate.machine.warp.Grid;

/**
 * A barrier or an exchange that was not used as it must be.
 *
 * @param grid the launch
 * @param pc the instruction
 * @param cta of the thread
 * @param thread that executed it, in its CTA, counted by whole warps
 * @param problem what was wrong
 * @param count how often it was seen
 */
public record SyncError(Grid grid, int pc, int cta, int thread, Problem problem, long count) {
  /** Kind of the error. */
  public sealed interface Problem {}

  /**
   * Lanes took part in an instruction of their warp that should not, or did not that should.
   *
   * @param misuse as the machine has told of it
   */
  public record Exchange(Misused misuse, String text) implements Problem {}

  /** Kinds of {@link Exchange}, as rules name them. */
  public enum Misused {
    LANE_NOT_NAMED,
    ABSENT_SOURCE,
    ABSENT_LANE,
    EXITED_LANE,
    BARRIER_DIVERGENT
  }

  /**
   * A barrier of all threads was complete without threads that had exited.
   *
   * @param times how often the thread has passed barriers of all threads, this one included
   * @param goneThread one that had exited, in its CTA, counted by whole warps
   * @param goneTimes how often that one had
   * @param otherCount how many more had exited
   */
  public record Left(int times, int goneThread, int goneTimes, int otherCount) implements Problem {}

  /**
   * Threads have met in one barrier by different instructions.
   *
   * @param otherPc the other instruction
   * @param otherThread a thread that waited there
   * @param oneWarp whether both are of one warp
   */
  public record Branches(int otherPc, int otherThread, boolean oneWarp) implements Problem {}

  /**
   * An mbarrier object was used as PTX leaves undefined.
   *
   * @param otherPc the other instruction that takes part; negative for none
   * @param otherCta of the thread that executed it
   * @param otherThread that thread, in its CTA, counted by whole warps
   * @param fact what was counted; empty for nothing
   */
  public record OnObject(
      ObjectMisuse misuse, int otherPc, int otherCta, int otherThread, String fact)
      implements Problem {}

  /** Kinds of {@link OnObject}. */
  public enum ObjectMisuse {
    /** There is no object, or none any more: the other instruction made it invalid. */
    NO_OBJECT("mbarrier-no-object"),
    /** An object is initialised over another, which the other instruction initialised. */
    REINIT("mbarrier-reinit"),
    /** A plain access to the bytes of an object, which the other instruction initialised. */
    PLAIN("mbarrier-plain-access"),
    /** An arrival counts more than its phase waits for; the other instruction arrived before. */
    OVER_ARRIVAL("mbarrier-over-arrival"),
    /** An arrival though no thread has waited for the phase that the other instruction ended. */
    NOT_AWAITED("mbarrier-not-awaited"),
    /** A wait for a phase that is over since the one before the last, which the other ended. */
    LAPPED("mbarrier-lapped-wait"),
    /** Bytes that were expected and those that have come do not add up. */
    BYTES("mbarrier-bytes"),
    /** An arrival that promised not to end the phase has. */
    COMPLETES("mbarrier-no-complete");

    private final String rule;

    ObjectMisuse(String rule) {
      this.rule = rule;
    }

    /** The rule of its findings. */
    public String rule() {
      return rule;
    }
  }

  /**
   * Registers of a warpgroup's product were accessed as PTX leaves undefined.
   *
   * @param otherPc the other instruction that takes part; negative for none
   * @param latestWait the wait between the two that is not for the product's group; negative for
   *     none
   */
  public record OnRegisters(RegisterMisuse misuse, int otherPc, int latestWait)
      implements Problem {}

  /** Kinds of {@link OnRegisters}. */
  public enum RegisterMisuse {
    /** A product without a fence behind the other instruction, which accesses its registers. */
    NO_FENCE("wgmma-no-fence"),
    /** An access to registers of the other instruction's product before a wait for its group. */
    IN_FLIGHT("wgmma-in-flight");

    private final String rule;

    RegisterMisuse(String rule) {
      this.rule = rule;
    }

    /** The rule of its findings. */
    public String rule() {
      return rule;
    }
  }

  /**
   * Warps of a warpgroup did not set their limits of registers alike.
   *
   * @param otherPc of the other warp the limit that it set in place of this one, or of this warp
   *     the limit before; negative for none
   * @param otherThread first thread of the other warp, in its CTA, counted by whole warps
   */
  public record OnLimit(LimitMisuse misuse, int otherPc, int otherThread) implements Problem {}

  /** Kinds of {@link OnLimit}. */
  public enum LimitMisuse {
    /** The other warp has set another limit. */
    DIFFERENT,
    /** The other warp has not set the limit before yet. */
    AHEAD,
    /** The other warp has ended without it. */
    MISSING
  }

  SyncError counted(long times) {
    return new SyncError(grid, pc, cta, thread, problem, times);
  }
}
