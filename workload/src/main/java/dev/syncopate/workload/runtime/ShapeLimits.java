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
    Dim3 block = shape.block();
    require(
        grid.x() >= 1 && grid.y() >= 1 && grid.z() >= 1,
        "grid %s: every extent is at least 1",
        grid);
    require(
        grid.y() <= MOST_GRID_YZ && grid.z() <= MOST_GRID_YZ,
        "grid %s: y and z are at most %d",
        grid,
        MOST_GRID_YZ);
    require(grid.count() <= Integer.MAX_VALUE, "grid %s: at most %d CTAs", grid, Integer.MAX_VALUE);
    require(
        block.x() >= 1 && block.y() >= 1 && block.z() >= 1,
        "block %s: every extent is at least 1",
        block);
    require(block.z() <= MOST_BLOCK_Z, "block %s: z is at most %d", block, MOST_BLOCK_Z);
    require(
        block.x() <= MOST_THREADS && block.y() <= MOST_THREADS && block.count() <= MOST_THREADS,
        "block %s: at most %d threads",
        block,
        MOST_THREADS);
    require(shape.dynamicShared() >= 0, "%d bytes of shared memory", shape.dynamicShared());
  }

  private void checkKernel() {
    Dim3 block = shape.block();
    List<Integer> required = program.requiredBlock();
    require(
        required.isEmpty() || required.equals(List.of(block.x(), block.y(), block.z())),
        "block %s: the kernel requires %s (.reqntid)",
        block,
        String.join(",", required.stream().map(String::valueOf).toList()));
    require(
        program.maxThreads() == 0 || block.count() <= program.maxThreads(),
        "block %s: the kernel takes at most %d threads (.maxntid)",
        block,
        program.maxThreads());
  }

  private void require(boolean holds, String format, Object... values) {
    if (!holds) {
      throw new LaunchException(
          "cannot launch " + program.name() + ": " + format.formatted(values));
    }
  }
}
