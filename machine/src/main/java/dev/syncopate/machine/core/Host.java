package dev.syncopate.machine.core;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;

/** Environment of a compute unit: its clock and the receiver of events of its CTAs. */
public interface Host {
  /** The current cycle. */
  long now();

  /** Makes sure that the compute unit acts in cycle {@code time}. */
  void wake(long time);

  /** A thread of a CTA lets the launch behind its own start. */
  default void released(Cta cta) {}

  /** Whether a launch before this one is not complete, or what it wrote not visible here. */
  default boolean awaitsPredecessors(Grid grid) {
    return false;
  }

  /** Every warp of a CTA has left. */
  void finished(Cta cta);

  /** The writes of the kernel that {@code LoadStoreUnit.kernelEnd} ends first are visible. */
  void kernelEnded();

  /** Nothing that the unit's {@link CopyEngine}s do is on its way any more. */
  default void copied() {}

  /**
   * Sends a message to a compute unit, possibly this one.
   *
   * @param unit its index
   * @param arrival the cycle in which it comes
   */
  void send(int unit, PeerMessage message, long arrival);

  /** The kernel cannot go on: nothing more is to issue here. */
  void fail(KernelFault fault);
}
