package dev.syncopate.machine.sample;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.gpu.Launch;
import dev.syncopate.machine.gpu.Occupancy;
import dev.syncopate.machine.tile.Tiles;
import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.IdentityHashMap;

/**
 * CTAs of a launch that run in cycles. A launch runs whole if its CTAs may depend on one another:
 * by a lock, a barrier of the grid, or a count of CTAs that have come. That needs a strong or
 * volatile load or an atomic whose result is used, other than on shared memory. A launch also runs
 * whole in clusters, since they share their shared memory.
 */
final class CtaSelection {
  private final MachineConfig machine;
  private final int waves;
  private final IdentityHashMap<Program, Boolean> independent = new IdentityHashMap<>();

  /**
   * @param waves of CTAs that run; 0 for all
   */
  CtaSelection(MachineConfig machine, int waves) {
    this.machine = machine;
    this.waves = waves;
  }

  /** The CTAs that run. */
  CtaSubset of(Launch launch) {
    if (waves == 0
        || launch.subset().isPart()
        || launch.cluster().ctas() > 1
        || launch.program().copiesInBulk()
        || !independent.computeIfAbsent(launch.program(), CtaSelection::isIndependent)) {
      return launch.subset();
    }
    CtaSubset subset =
        CtaSubset.waves(waves, launch.subset().grid(), machine.core().units(), ctasPerUnit(launch));
    return subset.count() > Tiles.MOST_LOGGED_CTAS ? launch.subset() : subset;
  }

  /** CTAs of a launch that the machine holds at once. */
  long slots(Launch launch) {
    return (long) ctasPerUnit(launch) * machine.core().units();
  }

  private int ctasPerUnit(Launch launch) {
    return Occupancy.of(launch, machine.core(), machine.sharedBytes()).ctas();
  }

  private static boolean isIndependent(Program program) {
    return program.code().stream().noneMatch(CtaSelection::mayReadOfOthers);
  }

  private static boolean mayReadOfOthers(Instruction instruction) {
    return switch (instruction) {
      case Load load ->
          load.space() != StateSpace.SHARED
              && (load.order() != MemoryOrder.WEAK || load.isVolatile());
      case Atomic atomic -> atomic.space() != StateSpace.SHARED && atomic.resultUsed();
      default -> false;
    };
  }
}
