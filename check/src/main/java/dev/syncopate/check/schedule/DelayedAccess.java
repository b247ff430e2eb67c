package dev.syncopate.check.schedule;

/**
 * Access of a warp to memory, or several in a row by one instruction, as of a polling loop.
 *
 * @param pc of the instruction
 * @param first cycle in which it was issued
 * @param last cycle in which it was issued last; the same for a single access
 * @param times how often it was issued in a row
 * @param operation of it, as in {@code weak store}
 * @param line where it stands: the CUDA line if it is known, else the PTX line
 * @param object name of the first element that it accesses; empty for a fence
 */
public record DelayedAccess(
    int pc, long first, long last, int times, String operation, String line, String object) {
  /** As in {@code weak store to data[0] at box.cu:14}. */
  @Override
  public String toString() {
    return (object.isEmpty() ? operation : operation + " of " + object) + " at " + line;
  }
}
