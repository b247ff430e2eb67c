package dev.syncopate.workload.runtime;

import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.ptx.ir.Program;

/**
 * A launch whose shape and arguments suit its kernel, to be run by {@link
 * Device#launchOverlapping}.
 */
public final class PreparedLaunch {
  final Program program;
  final LaunchShape shape;
  final byte[] parameters;
  final Module module;
  final CtaSubset subset;
  final Object[] arguments;

  PreparedLaunch(
      Program program,
      LaunchShape shape,
      byte[] parameters,
      Module module,
      CtaSubset subset,
      Object[] arguments) {
    this.program = program;
    this.shape = shape;
    this.parameters = parameters;
    this.module = module;
    this.subset = subset;
    this.arguments = arguments;
  }
}
