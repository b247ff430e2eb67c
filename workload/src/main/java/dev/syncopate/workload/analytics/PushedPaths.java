package dev.syncopate.workload.analytics;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Buffers;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.PathReference;
import dev.syncopate.workload.round.RoundBuffers;
import dev.syncopate.workload.round.RoundFlag;
import dev.syncopate.workload.round.RoundLaunch;
import dev.syncopate.workload.round.RoundsOnDevice;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/**
 * Distances from vertex 0: those that have changed are offered along arcs, then taken (Harish and
 * Narayanan, HiPC 2007).
 */
final class PushedPaths extends RoundsOnDevice<PathReference, PushedPaths.OnDevice> {
  record OnDevice(
      GraphBuffers graph,
      Buffer lengths,
      Buffer distances,
      Buffer offers,
      Buffer changed,
      RoundFlag flag)
      implements RoundBuffers {}

  private final UpdateGuarantee update;

  /**
   * @throws dev.syncopate.workload.suite.WorkloadInputException if a weight is no whole number from
   *     0, or a distance is 2^31 or more
   */
  PushedPaths(Graph graph, UpdateGuarantee update) {
    super("analytics_paths", new PathReference(graph, 0));
    this.update = update;
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    return new OnDevice(
        GraphBuffers.of(device, graph),
        Buffers.of(device, reference.lengths()),
        device.copyOf(reference.distances()),
        device.copyOf(reference.distances()),
        device.copyOf(reference.changed()),
        new RoundFlag(device));
  }

  @Override
  public void restore() {
    onDevice().distances().write(reference.distances());
    onDevice().offers().write(reference.distances());
    onDevice().changed().write(reference.changed());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.flag().lower();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.lengths())
            .pointer(onDevice.distances())
            .pointer(onDevice.offers())
            .pointer(onDevice.changed())
            .pointer(onDevice.flag().word())
            .word(reference.graph().vertices())
            .bytes();
    return RoundLaunch.all(work, update.kernel("paths_offer"), "paths_take");
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().distances().readInts(), complete());
  }
}
