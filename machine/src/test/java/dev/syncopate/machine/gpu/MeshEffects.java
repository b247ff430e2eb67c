package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.stream;

import java.util.List;

/** Effects of the mesh's fields, on one of eight routers with a bank each. */
final class MeshEffects {
  private MeshEffects() {}

  private static final Probe MISSES = Probe.of(kernel(stream(4, 64, 16384)), 1, 256);

  /** What a mesh needs, its kind apart. */
  static final String[] MACHINE = {
    "mesh.width=4", "mesh.height=2", "dram.channels=4", "l2.banks=8"
  };

  private static Effect of(String field, String lowSetting, String highSetting, String counted) {
    String[] machine = java.util.Arrays.copyOf(MACHINE, MACHINE.length + 1);
    machine[MACHINE.length] = "network.kind=mesh";
    return Effect.of("mesh." + field, lowSetting, highSetting, counted, MISSES, machine);
  }

  static final List<Effect> ALL =
      List.of(
          of("width", "4", "8", "mesh.messages"),
          of("height", "2", "4", "mesh.messages"),
          of("cornerLatency", "16", "160", "cycles"),
          of("interfaceLatency", "4", "40", "cycles"),
          of("linkBytes", "64", "4", "cycles"),
          of("bufferFlits", "64", "1", "mesh.creditCycles"));
}
