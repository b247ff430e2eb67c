package dev.syncopate.workload.runtime;

import dev.syncopate.ptx.ir.Program;

/** A kernel of a loaded module. */
public final class Kernel {
  private final Device device;
  private final Program program;
  private final Module module;

  Kernel(Device device, Program program, Module module) {
    this.device = device;
    this.program = program;
    this.module = module;
  }

  /** The mangled name. */
  public String name() {
    return program.name();
  }

  /**
   * The parameters as PTX declares them, for example {@code .u64 scale_param_0, .f32
   * scale_param_1}.
   */
  public String parameters() {
    return ParameterBlock.describe(program.parameters());
  }

  /**
   * Runs the kernel to its end.
   *
   * @param shape within the kernel's and the machine's limits
   * @param arguments one for each parameter: a {@link Buffer} or {@link Long} for a pointer, a
   *     boxed number of the parameter's size and kind, and for a structure passed by value a {@link
   *     Struct} or a {@code byte[]} of its size
   * @throws LaunchException if shape or arguments do not suit the kernel or the machine
   * @throws LaunchStoppedException if it did not end by itself
   */
  public LaunchResult launch(LaunchShape shape, Object... arguments) {
    LaunchResult result = attempt(shape, arguments);
    if (result.ending() != LaunchResult.Ending.DONE) {
      throw new LaunchStoppedException(result);
    }
    return result;
  }

  /** As {@link #launch}, but returns the result however the launch ended. */
  public LaunchResult attempt(LaunchShape shape, Object... arguments) {
    ShapeLimits.check(program, shape);
    LaneMasks.check(program, device.machine().name(), device.machine().core().warpWidth());
    byte[] parameters =
        ParameterBlock.pack(
            program.name(), program.parameters(), program.parameterBytes(), arguments);
    return device.launch(program, shape, parameters, module, arguments);
  }
}
