package dev.syncopate.workload.runtime;

import dev.syncopate.machine.config.GpcLayout;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.gpu.Launch;
import dev.syncopate.machine.gpu.Occupancy;
import dev.syncopate.machine.space.PointerNames;
import dev.syncopate.machine.space.Strictness;
import dev.syncopate.machine.warp.ClusterShape;
import dev.syncopate.ptx.ir.Program;
import java.util.List;

/** Number of a kernel's CTAs that a machine holds at once. */
final class Residency {
  private Residency() {}

  static Kernel.Occupancy of(Program program, LaunchShape shape, MachineConfig machine) {
    Dim3 block = shape.block();
    Launch launch =
        new Launch(
            program,
            1,
            1,
            1,
            block.x(),
            block.y(),
            block.z(),
            shape.dynamicShared(),
            new byte[0],
            new byte[0],
            List.of(),
            Strictness.NONE,
            PointerNames.NONE);
    try {
      Occupancy unit = Occupancy.of(launch, machine.core(), machine.sharedBytes());
      return new Kernel.Occupancy(
          unit.ctas(), (long) unit.ctas() * machine.core().units(), unit.registers(), unit.limit());
    } catch (IllegalArgumentException e) {
      throw new LaunchException(String.valueOf(e.getMessage()));
    }
  }

  /** Refuses a cooperative launch whose CTAs would wait for some that cannot start. */
  static void requireAll(Program program, LaunchShape shape, MachineConfig machine) {
    Kernel.Occupancy occupancy = of(program, shape, machine);
    ClusterShape cluster = ClusterLimits.of(program, shape, machine);
    if (cluster.ctas() > 1) {
      long clusters = GpcLayout.of(machine).clusters(cluster.ctas(), occupancy.ctasPerUnit());
      if (shape.grid().count() > clusters * cluster.ctas()) {
        throw new LaunchException(
            "cannot launch %s cooperatively: of %d clusters %d are resident at once, with %d CTAs in each compute unit (%s)"
                .formatted(
                    program.name(),
                    shape.grid().count() / cluster.ctas(),
                    clusters,
                    occupancy.ctasPerUnit(),
                    occupancy.limit()));
      }
    }
    if (shape.grid().count() > occupancy.ctas()) {
      throw new LaunchException(
          "cannot launch %s cooperatively: of %d CTAs %d are resident at once, %d in each of %d compute units (%s)"
              .formatted(
                  program.name(),
                  shape.grid().count(),
                  occupancy.ctas(),
                  occupancy.ctasPerUnit(),
                  machine.core().units(),
                  occupancy.limit()));
    }
  }
}
