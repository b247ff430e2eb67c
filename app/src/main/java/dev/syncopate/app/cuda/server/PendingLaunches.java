package dev.syncopate.app.cuda.server;

import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.runtime.PreparedLaunch;
import java.util.ArrayList;
import java.util.List;

/**
 * Launches of a stream that have not run yet, for the next one may overlap them: each but the first
 * is a programmatic dependent launch. They run together when the process has to know of one, or
 * asks for anything but a launch that overlaps them.
 */
final class PendingLaunches {
  private static final int MOST = 16;

  private final CudaLaunches process;
  private final long stream;
  private final List<PreparedLaunch> launches = new ArrayList<>();

  PendingLaunches(CudaLaunches process, long stream) {
    this.process = process;
    this.stream = stream;
  }

  /** Whether a dependent launch of a stream can be added. */
  boolean takes(CudaLaunches otherProcess, long otherStream) {
    return process == otherProcess && stream == otherStream && launches.size() < MOST;
  }

  void add(PreparedLaunch launch) {
    launches.add(launch);
  }

  void run() {
    try {
      process.run(launches);
    } catch (LaunchException e) {
      process.refused(String.valueOf(e.getMessage()));
    }
  }
}
