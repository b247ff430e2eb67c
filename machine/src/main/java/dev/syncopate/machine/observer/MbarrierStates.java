package dev.syncopate.machine.observer;

/**
 * What lanes give an instruction on mbarrier objects, and what they find there and leave behind.
 * All by lane, as {@link dev.syncopate.memory.local.Mbarrier} reads a state.
 *
 * @param operand the count, the bytes, or the state or parity that is waited for
 * @param oldState of the object before the lane
 * @param newState of the object after the lane
 */
public record MbarrierStates(long[] operand, long[] oldState, long[] newState) {
  /**
   * None so far.
   *
   * @param width lanes of a warp
   */
  public MbarrierStates(int width) {
    this(new long[width], new long[width], new long[width]);
  }
}
