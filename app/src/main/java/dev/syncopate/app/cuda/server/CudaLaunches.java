package dev.syncopate.app.cuda.server;

import dev.syncopate.app.cuda.server.CudaSimulation.Launched;
import dev.syncopate.app.cuda.server.WireFormat.Reply;
import dev.syncopate.app.cuda.server.WireFormat.Request;
import dev.syncopate.workload.runtime.ClusterSize;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.PreparedLaunch;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Launches and occupancy: refuses what CUDA refuses, with its errors. */
final class CudaLaunches {
  private static final int MOST_THREADS = 1024;

  private final CudaSimulation simulation;
  private long cycles;

  /** What launches that were {@linkplain PendingLaunches pending} have printed, for the process. */
  private final StringBuilder printed = new StringBuilder();

  /** The error of the first of them that failed. */
  private int error = CudaError.SUCCESS;

  CudaLaunches(CudaSimulation simulation) {
    this.simulation = simulation;
  }

  /**
   * Words: function, grid x y z, block x y z, dynamic shared memory, whether it is cooperative, the
   * most dynamic shared memory that the program has asked for. Then: CTAs of a cluster x y z (0 for
   * what the kernel says), whether more than 8 are allowed. Then: whether it may overlap the launch
   * before in its stream, the stream, whether it may run when the process has to know its result
   * ({@code SETTLE}). Bytes: parameter memory.
   *
   * @return cycles of all launches, the error that the program hears later, and whether the launch
   *     is still to run; what was printed
   */
  Reply launch(Kernel kernel, Request request) {
    for (int i = 1; i < 13; i++) {
      boolean isExtent = i < 8 || i > 9;
      if (isExtent && (request.word(i) < 0 || request.word(i) > Integer.MAX_VALUE)) {
        return Reply.error(CudaError.INVALID_CONFIGURATION);
      }
    }
    LaunchShape shape =
        new LaunchShape(
                extents(request, 1),
                extents(request, 4),
                (int) request.word(7),
                request.word(8) != 0)
            .withCluster(cluster(request, 10));
    int refusal = refusal(kernel, shape, request.word(9));
    if (refusal != CudaError.SUCCESS) {
      return Reply.error(refusal);
    }
    String clusterRefusal = kernel.clusterRefusal(shape);
    if (!clusterRefusal.isEmpty()) {
      simulation.say(clusterRefusal);
      return Reply.error(CudaError.INVALID_CLUSTER_SIZE);
    }
    try {
      PreparedLaunch prepared = kernel.preparePacked(shape, request.bytes());
      boolean dependent = request.word(14) != 0;
      if (simulation.mayWait(dependent) && request.word(16) != 0) {
        simulation.enqueue(this, request.word(15), dependent, prepared);
        return Reply.of(new byte[0], cycles, CudaError.SUCCESS, 1);
      }
      simulation.runPending();
      run(List.of(prepared));
      return settled();
    } catch (LaunchException e) {
      simulation.refuse(String.valueOf(e.getMessage()));
      return Reply.error(CudaError.NOT_SUPPORTED);
    }
  }

  /** Runs launches of which each but the first may overlap the one before. */
  void run(List<PreparedLaunch> launches) {
    Launched launched = simulation.launch(launches);
    printed.append(launched.printed());
    for (LaunchResult result : launched.results()) {
      cycles += result.cycles();
      error = error == CudaError.SUCCESS ? CudaError.of(result) : error;
    }
  }

  /** Launches cannot run that were to. */
  void refused(String message) {
    simulation.refuse(message);
    error = error == CudaError.SUCCESS ? CudaError.NOT_SUPPORTED : error;
  }

  /** What is known of the launches so far: as {@link #launch}, of the last one. */
  Reply settled() {
    byte[] text = printed.toString().getBytes(StandardCharsets.UTF_8);
    int status = error;
    printed.setLength(0);
    error = CudaError.SUCCESS;
    return Reply.of(text, cycles, status, 0);
  }

  private static Dim3 extents(Request request, int firstWord) {
    return new Dim3(
        (int) request.word(firstWord),
        (int) request.word(firstWord + 1),
        (int) request.word(firstWord + 2));
  }

  /** Words: CTAs x y z, all 0 for what the kernel says; whether more than 8 are allowed. */
  private static ClusterSize cluster(Request request, int firstWord) {
    Dim3 ctas = extents(request, firstWord);
    return new ClusterSize(ctas.x() == 0 ? null : ctas, request.word(firstWord + 3) != 0);
  }

  private static int refusal(Kernel kernel, LaunchShape shape, long mostDynamic) {
    Dim3 grid = shape.grid();
    Dim3 block = shape.block();
    if (Math.min(grid.x(), Math.min(grid.y(), grid.z())) < 1
        || Math.max(grid.y(), grid.z()) > 65_535
        || Math.min(block.x(), Math.min(block.y(), block.z())) < 1
        || block.z() > 64
        || Math.max(block.x(), block.y()) > MOST_THREADS
        || block.count() > MOST_THREADS) {
      return CudaError.INVALID_CONFIGURATION;
    }
    if (shape.dynamicShared() > mostDynamic) {
      return CudaError.INVALID_VALUE;
    }
    try {
      long resident = kernel.occupancy(shape).ctas();
      return shape.cooperative() && grid.count() > resident
          ? CudaError.COOPERATIVE_TOO_LARGE
          : CudaError.SUCCESS;
    } catch (LaunchException e) {
      return CudaError.OUT_OF_RESOURCES;
    }
  }

  /**
   * Words: function, block x y z, dynamic shared memory, CTAs of a cluster x y z, whether more than
   * 8 are allowed.
   *
   * @return clusters resident at once, and the most CTAs of one
   */
  static Reply clusters(Kernel kernel, Request request) {
    for (int i = 1; i < 8; i++) {
      if (request.word(i) < 0 || request.word(i) > Integer.MAX_VALUE) {
        return Reply.error(CudaError.INVALID_VALUE);
      }
    }
    try {
      LaunchShape shape =
          LaunchShape.of(Dim3.of(1), extents(request, 1))
              .withDynamicShared((int) request.word(4))
              .withCluster(cluster(request, 5));
      Kernel.ClusterOccupancy occupancy = kernel.clusterOccupancy(shape);
      return Reply.of(occupancy.clusters(), occupancy.largest());
    } catch (LaunchException e) {
      return Reply.error(CudaError.INVALID_CONFIGURATION);
    }
  }

  /** Words: function, threads of a CTA, its dynamic shared memory. */
  static Reply occupancy(Kernel kernel, Request request) {
    if (request.word(1) < 1 || request.word(2) < 0 || request.word(2) > Integer.MAX_VALUE) {
      return Reply.error(CudaError.INVALID_VALUE);
    }
    if (request.word(1) > MOST_THREADS) {
      return Reply.of(0);
    }
    try {
      LaunchShape shape =
          LaunchShape.of(1, (int) request.word(1)).withDynamicShared((int) request.word(2));
      return Reply.of(kernel.occupancy(shape).ctasPerUnit());
    } catch (LaunchException e) {
      return Reply.of(0);
    }
  }
}
