package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.stream;

import java.util.List;

/** Effects of the network's fields. */
final class NetworkEffects {
  private NetworkEffects() {}

  private static final Probe MISSES = Probe.of(kernel(stream(4, 64, 16384)), 1, 256);

  static final List<Effect> ALL =
      List.of(
          Effect.of("network.kind", "crossbar", "mesh", "mesh.flits", MISSES, MeshEffects.MACHINE),
          Effect.of("network.latency", "12", "60", "cycles", MISSES),
          Effect.of("network.portBandwidth", "128", "4", "cycles", MISSES),
          Effect.of("network.headerBytes", "8", "32", "network.bytes", MISSES));
}
