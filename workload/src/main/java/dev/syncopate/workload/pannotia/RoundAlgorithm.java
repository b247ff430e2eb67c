package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.runtime.Device;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm that goes in rounds over all vertices, on the host and on the device. The host's
 * side is the reference, and shares no code with the kernel.
 */
interface RoundAlgorithm {
  /** Whether the host's state is final: another round would change nothing of interest. */
  boolean done();

  /** Takes the host's state one round further. */
  void step();

  /** Copies the host's state to the device, for rounds to go on from there. */
  void upload(Device device);

  /**
   * The kernel's structure for the next round; what it writes is the state of the round after.
   *
   * @param round its number from 1, counted from the start of the algorithm
   */
  byte[] work(int round);

  /** Whether the round that the device has just finished leaves nothing to do. */
  boolean finished();

  /** The device's state against the host's, and against what any right answer must be. */
  Comparison check();

  /** What {@link #upload} has made. */
  static <T> T uploaded(@Nullable T made) {
    if (made == null) {
      throw new IllegalStateException("nothing is on a device yet");
    }
    return made;
  }
}
