package dev.syncopate.machine.core;

import dev.syncopate.memory.access.WarpAccess;
import java.util.List;

/** A part of a compute unit that works for no warp's instruction at hand, as its time comes. */
public interface CopyEngine {
  /**
   * Does what is due.
   *
   * @return the next cycle in which something is; {@link Long#MAX_VALUE} for none that is known
   */
  long tick(long now);

  /** Whether anything is on its way. */
  boolean busy();

  /** For a report of a hang: a line for each thing that is on its way. */
  List<String> waiting();

  /** Action on the completion of an access. */
  interface Completion {
    /** The access is complete. */
    void completed(WarpAccess access);
  }
}
