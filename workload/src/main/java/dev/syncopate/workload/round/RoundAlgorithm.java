package dev.syncopate.workload.round;

import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/**
 * An algorithm that goes in rounds over all vertices, on the host and on the device. The host's
 * side is the reference, and shares no code with the kernels.
 */
public interface RoundAlgorithm {
  /** File of the kernels, without its extension. */
  String source();

  /** Whether the host's state is final: another round would change nothing of interest. */
  boolean done();

  /** Takes the host's state one round further. */
  void step();

  /** Makes the device's buffers and copies the host's state there, for rounds to go on from. */
  void upload(Device device);

  /** Puts the host's state into the buffers that {@link #upload} has made. */
  void restore();

  /**
   * The launches of the next round, in their order; what the last one leaves is the state after the
   * round.
   *
   * @param round its number from 1, counted from the start of the algorithm
   */
  List<RoundLaunch> launches(int round);

  /** Whether the round that the device has just finished leaves nothing to do. */
  boolean finished();

  /** The device's state against the host's, and against what any right answer must be. */
  ResultComparison check();
}
