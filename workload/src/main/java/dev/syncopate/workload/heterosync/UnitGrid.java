package dev.syncopate.workload.heterosync;

import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.Locale;

/**
 * Placement of a launch on the machine: so many CTAs on each of the compute units that take part,
 * CTA b of the grid on unit b mod the machine's number of units. CTAs on other units end at once,
 * so that the same machine can be measured with fewer units at work.
 *
 * @param units that take part
 * @param machineUnits that the machine has
 * @param ctas on each unit
 * @param block threads of a CTA
 */
public record UnitGrid(int units, int machineUnits, int ctas, int block) {
  /** How many compute units take part. */
  public static final WorkloadOption.Whole UNITS =
      new WorkloadOption.Whole(
          "units", "Compute units that take part; 0 for all of the machine.", 0, 0, 1 << 12);

  /** The option that says how many threads a CTA has. */
  static final String BLOCK = "block";

  /**
   * So many CTAs on each unit.
   *
   * @throws WorkloadInputException if the machine lacks the units chosen, places CTAs otherwise, or
   *     has several GPUs, which GPU scope does not span
   */
  public static UnitGrid of(Workload workload, WorkloadContext context, int ctas) {
    CoreConfig core = context.device().machine().core();
    int units = units(workload, context);
    return new UnitGrid(units, core.units(), ctas, (int) context.number(BLOCK));
  }

  /**
   * As many CTAs on each unit as it takes for so many in all; some units may have one too many,
   * which the kernel has to leave out.
   *
   * @throws WorkloadInputException as {@link #of}
   */
  public static UnitGrid dealt(Workload workload, WorkloadContext context, int ctas) {
    return of(workload, context, Math.ceilDiv(ctas, units(workload, context)));
  }

  private static int units(Workload workload, WorkloadContext context) {
    MachineConfig machine = context.device().machine();
    CoreConfig core = machine.core();
    if (machine.system().gpus() > 1) {
      throw new WorkloadInputException(
          "%s synchronises at GPU scope; %s has %d GPUs, which only sys scope spans"
              .formatted(workload.name(), machine.name(), machine.system().gpus()));
    }
    if (core.placement() != CoreConfig.CtaPlacement.STATIC) {
      throw new WorkloadInputException(
          "%s needs core.placement=static, which keeps the CTAs of a unit on that unit, not %s"
              .formatted(workload.name(), core.placement().name().toLowerCase(Locale.ROOT)));
    }
    int units = (int) context.number(UNITS.name());
    if (units > core.units()) {
      throw new WorkloadInputException(
          "units of %s can be at most the machine's %d, not %d"
              .formatted(workload.name(), core.units(), units));
    }
    return units == 0 ? core.units() : units;
  }

  /** CTAs that take part, on all units. */
  public int active() {
    return units * ctas;
  }

  /** The unit of an active CTA. */
  public int unit(int id) {
    return id % units;
  }

  /** The grid. */
  public LaunchShape shape() {
    return LaunchShape.of(machineUnits * ctas, block);
  }

  /** A kernel's parameter that begins with {@code Layout} of {@code place.cuh}. */
  public KernelStruct parameter() {
    return new KernelStruct().word(units).word(machineUnits);
  }
}
