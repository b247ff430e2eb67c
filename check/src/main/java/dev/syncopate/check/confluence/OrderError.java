package dev.syncopate.check.confluence;

import dev.syncopate.machine.warp.Grid;
import java.util.List;

/**
 * What goes wrong at an mbarrier object in another order than that of the run.
 *
 * @param grid the launch
 * @param kind what goes wrong
 * @param step the operation that goes wrong; of a deadlock a wait that never ends
 * @param owner the CTA whose object it is
 * @param offset of the object in that CTA's shared memory, in bytes
 * @param fact numbers, in a clause; empty for none
 * @param witness operations on the object in this order, the last of them in front of {@code step}
 * @param count how many instructions of the kernel or CTAs show the same
 */
public record OrderError(
    Grid grid,
    Kind kind,
    OrderStep step,
    int owner,
    long offset,
    String fact,
    List<OrderStep> witness,
    long count) {
  /** Keeps a copy. */
  public OrderError {
    witness = List.copyOf(witness);
  }

  /** Kind of the error. */
  public enum Kind {
    /** An operation on an object that is not initialised. */
    NO_OBJECT,
    /** An object is initialised over a valid one. */
    REINIT,
    /** More arrivals than the phase waits for. */
    OVER_ARRIVAL,
    /** An arrival though no thread has seen the end of the last phase. */
    NOT_AWAITED,
    /** A wait for a phase that ended before the last one. */
    LAPPED,
    /** Bytes or the arrival of a copy are counted in another phase than in the run. */
    COUNTED_ELSEWHERE,
    /** A wait sees the end of another phase than in the run. */
    OTHER_PHASE,
    /** All threads that are left wait. */
    DEADLOCK;

    /** The rule of its findings. */
    public String rule() {
      return switch (this) {
        case NO_OBJECT, REINIT, OVER_ARRIVAL, NOT_AWAITED, LAPPED -> "order-error";
        case COUNTED_ELSEWHERE, OTHER_PHASE -> "order-result";
        case DEADLOCK -> "order-deadlock";
      };
    }
  }

  /**
   * An operation and who performed it in the run.
   *
   * @param pc of the instruction
   * @param cta of the thread
   * @param thread in its CTA, counted by whole warps; the first of several
   */
  public record OrderStep(int pc, int cta, int thread) {
    static OrderStep of(MbarrierEvent event) {
      return new OrderStep(event.pc, event.cta, event.thread);
    }
  }

  OrderError counted(long times) {
    return new OrderError(grid, kind, step, owner, offset, fact, witness, times);
  }
}
