package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;

/** What an L1 controller acts through. */
public interface L1Environment extends Environment {
  /**
   * A line access is done: its values are in the result registers; its store is in the L1, or
   * acknowledged when its instruction blocks.
   */
  void performed(LineAccess access);

  /** A step for which {@link Outcome#PENDING} was returned is done. */
  void stepDone(WarpAccess access);

  /**
   * A line access was not performed and is not to be here: it goes on by its instruction's next
   * list of steps.
   */
  void diverted(LineAccess access);

  /** The cache is busy with what a message asks for so many cycles, not with accesses. */
  void occupy(int cycles);
}
