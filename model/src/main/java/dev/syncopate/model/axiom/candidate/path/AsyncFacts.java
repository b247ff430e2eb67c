package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.litmus.AsyncInstruction.FenceSpace;
import dev.syncopate.model.litmus.AsyncInstruction.MbarrierAction;
import java.util.BitSet;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Facts about an event of asynchronous synchronisation. Events are numbered within their thread.
 *
 * @param sets the sets of a model that it belongs to, other than {@code R} and {@code W}
 * @param inProgram whether it is in program order
 * @param issue the issue of the operation that it is part of; -1 for none
 * @param awaited the accesses that it waits for: of a completion its operation's, of a wait for
 *     groups those of the groups
 * @param step what it does to an mbarrier; null for nothing
 * @param space the state space of a proxy fence; null for other events
 */
public record AsyncFacts(
    SortedSet<String> sets,
    boolean inProgram,
    int issue,
    BitSet awaited,
    @Nullable MbarrierStep step,
    @Nullable FenceSpace space) {
  /**
   * Step of an mbarrier.
   *
   * @param action what is done
   * @param number count of arrivals, bytes, or parity
   * @param succeeds of a wait whether it says that the phase is complete
   */
  public record MbarrierStep(MbarrierAction action, long number, boolean succeeds) {
    /** Whether it says nothing of the mbarrier: a try that failed may fail at any time. */
    public boolean isVoid() {
      return action == MbarrierAction.TRY_WAIT && !succeeds;
    }
  }

  /** Keeps copies. */
  public AsyncFacts {
    sets = Collections.unmodifiableSortedSet(new TreeSet<>(sets));
    awaited = (BitSet) awaited.clone();
  }

  /** Whether it is a wait that says that a phase is not complete. */
  boolean failedWait() {
    return step != null && step.action().waits() && !step.succeeds();
  }
}
