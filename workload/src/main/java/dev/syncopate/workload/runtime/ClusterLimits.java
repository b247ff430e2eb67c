package dev.syncopate.workload.runtime;

import dev.syncopate.machine.config.GpcLayout;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.warp.ClusterShape;
import dev.syncopate.ptx.ir.ClusterBounds;
import dev.syncopate.ptx.ir.Program;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Clusters of a launch: what launch and kernel ask for together. Refuses those that cannot exist,
 * by CUDA's limits, the kernel's own and the machine's.
 */
final class ClusterLimits {
  /** CUDA C++ Programming Guide, "Thread Block Clusters". */
  static final int PORTABLE = 8;

  /** The most that GPUs with clusters run (H100, B200). */
  static final int MOST = 16;

  private final Program program;
  private final LaunchShape shape;
  private final MachineConfig machine;

  private ClusterLimits(Program program, LaunchShape shape, MachineConfig machine) {
    this.program = program;
    this.shape = shape;
    this.machine = machine;
  }

  /**
   * The clusters of a launch.
   *
   * @throws LaunchException if they cannot exist
   */
  static ClusterShape of(Program program, LaunchShape shape, MachineConfig machine) {
    return new ClusterLimits(program, shape, machine).resolve();
  }

  private ClusterShape resolve() {
    ClusterBounds bounds = program.clusterBounds();
    List<Integer> required = bounds.required();
    Dim3 givenCtas = shape.cluster().ctas();
    if (givenCtas == null && required.isEmpty()) {
      require(
          !bounds.explicit(),
          "the kernel requires clusters (.explicitcluster), and the launch gives none");
      return ClusterShape.NONE;
    }
    Dim3 ctas =
        givenCtas == null ? new Dim3(required.get(0), required.get(1), required.get(2)) : givenCtas;
    String cluster = "cluster " + ctas + ": ";
    require(
        Math.min(ctas.x(), Math.min(ctas.y(), ctas.z())) >= 1,
        cluster + "every extent is at least 1");
    require(
        required.isEmpty() || required.equals(List.of(ctas.x(), ctas.y(), ctas.z())),
        cluster
            + "the kernel requires "
            + required.stream().map(String::valueOf).collect(Collectors.joining(","))
            + " (.reqnctapercluster)");
    require(
        bounds.maxRank() == 0 || ctas.count() <= bounds.maxRank(),
        cluster + "the kernel takes at most " + bounds.maxRank() + " CTAs (.maxclusterrank)");
    if (ctas.count() > 1) {
      checkMachine(ctas, cluster);
    }
    Dim3 grid = shape.grid();
    require(
        grid.x() % ctas.x() == 0 && grid.y() % ctas.y() == 0 && grid.z() % ctas.z() == 0,
        cluster + "each extent of the grid, " + grid + ", must be a multiple of the cluster's");
    return new ClusterShape(ctas.x(), ctas.y(), ctas.z(), true);
  }

  private void checkMachine(Dim3 ctas, String cluster) {
    GpcLayout layout = GpcLayout.of(machine);
    require(
        layout.present(),
        cluster
            + machine.name()
            + " has no clusters (cluster.unitsPerGpc is 0); a machine with compute units per GPC has");
    require(ctas.count() <= MOST, cluster + "at most " + MOST + " CTAs");
    require(
        ctas.count() <= PORTABLE || shape.cluster().nonPortable(),
        cluster
            + ("more than %d CTAs run on some GPUs only, and need the permission for that"
                    + " (--non-portable-cluster, cudaFuncAttributeNonPortableClusterSizeAllowed)")
                .formatted(PORTABLE));
    require(
        !program.transactional(),
        cluster + "the kernel has transactions on shared memory, which clusters do not have");
    Kernel.Occupancy occupancy = Residency.of(program, shape, machine);
    int capacity = layout.largestCluster(occupancy.ctasPerUnit());
    require(
        ctas.count() <= capacity,
        cluster
            + "a GPC holds %d CTAs at once: %d in each of its %d compute units (%s)"
                .formatted(
                    capacity,
                    occupancy.ctasPerUnit(),
                    capacity / Math.max(1, occupancy.ctasPerUnit()),
                    occupancy.limit()));
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new LaunchException("cannot launch " + program.name() + ": " + otherwise);
    }
  }
}
