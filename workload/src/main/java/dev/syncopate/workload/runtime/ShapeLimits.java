package dev.syncopate.workload.runtime;

import dev.syncopate.ptx.ir.Program;
import java.util.List;

/**
 * Refuses launches whose CTAs cannot exist: CUDA's limits and the kernel's own. What fits a compute
 * unit the machine knows.
 */
final class ShapeLimits {
  /** CUDA C++ Programming Guide, "Compute Capabilities": the same on every architecture. */
  private static final int MOST_THREADS = 1024;

  private static final int MOST_BLOCK_Z = 64;
  private static final int MOST_GRID_YZ = 65_535;

  private final Program program;
  private final LaunchShape shape;

  private ShapeLimits(Program program, LaunchShape shape) {
    this.program = program;
    this.shape = shape;
  }

  static void check(Program program, LaunchShape shape) {
    ShapeLimits limits = new ShapeLimits(program, shape);
    limits.checkExtents();
    limits.checkKernel();
  }

  private void checkExtents() {
    Dim3 grid = shape.grid();
    String ofGrid = "grid " + grid + ": ";
    require(least(grid) >= 1, ofGrid + "every extent is at least 1");
    require(
        grid.y() <= MOST_GRID_YZ && grid.z() <= MOST_GRID_YZ,
        ofGrid + "y and z are at most " + MOST_GRID_YZ);
    require(grid.count() <= Integer.MAX_VALUE, ofGrid + "at most " + Integer.MAX_VALUE + " CTAs");
    Dim3 block = shape.block();
    String ofBlock = "block " + block + ": ";
    require(least(block) >= 1, ofBlock + "every extent is at least 1");
    require(block.z() <= MOST_BLOCK_Z, ofBlock + "z is at most " + MOST_BLOCK_Z);
    require(
        block.x() <= MOST_THREADS && block.y() <= MOST_THREADS && block.count() <= MOST_THREADS,
        ofBlock + "at most " + MOST_THREADS + " threads");
    require(shape.dynamicShared() >= 0, shape.dynamicShared() + " bytes of shared memory");
  }

  private static int least(Dim3 extents) {
    return Math.min(extents.x(), Math.min(extents.y(), extents.z()));
  }

  private void checkKernel() {
    Dim3 block = shape.block();
    List<Integer> required = program.requiredBlock();
    require(
        required.isEmpty() || required.equals(List.of(block.x(), block.y(), block.z())),
        "block %s: the kernel requires %s (.reqntid)"
            .formatted(block, String.join(",", required.stream().map(String::valueOf).toList())));
    require(
        program.maxThreads() == 0 || block.count() <= program.maxThreads(),
        "block "
            + block
            + ": the kernel takes at most "
            + program.maxThreads()
            + " threads (.maxntid)");
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new LaunchException("cannot launch " + program.name() + ": " + otherwise);
    }
  }
}
