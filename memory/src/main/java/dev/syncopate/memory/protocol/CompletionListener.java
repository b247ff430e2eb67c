package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;

/** Issuer of the accesses and steps of an L1 controller, notified of their completion. */
public interface CompletionListener {
  /**
   * A line access is done: its values are in the result registers; its store is in the L1, or
   * acknowledged when its instruction blocks.
   */
  void performed(LineAccess access);

  /** A step for which {@link ControllerOutcome#PENDING} was returned is done. */
  void stepDone(WarpAccess access);

  /**
   * A line access was not performed and is not to be here: it goes on by its instruction's next
   * list of steps.
   */
  void diverted(LineAccess access);
}
