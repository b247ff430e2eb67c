package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Buffers;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** Shortest paths with three launches a round: assign, relax, compare. */
public final class PublishedPaths extends RoundsOnDevice<PathReference, PublishedPaths.OnDevice> {
  record OnDevice(GraphBuffers graph, Buffer weights, Buffer distances, Buffer next, RoundFlag flag)
      implements RoundBuffers {}

  /**
   * @throws dev.syncopate.workload.suite.WorkloadInputException if a weight is no whole number from
   *     0, or a distance is 2^31 or more
   */
  public PublishedPaths(Graph graph, int source) {
    super("pannotia_sssp", new PathReference(graph, source));
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph incoming = reference.incoming();
    return new OnDevice(
        GraphBuffers.of(device, incoming),
        Buffers.of(device, reference.incomingLengths()),
        device.copyOf(reference.distances()),
        device.copyOf(reference.distances()),
        new RoundFlag(device));
  }

  @Override
  public void restore() {
    onDevice().next().write(reference.distances());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.flag().lower();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.weights())
            .pointer(onDevice.distances())
            .pointer(onDevice.next())
            .pointer(onDevice.flag().word())
            .word(reference.incoming().vertices())
            .bytes();
    return List.of(
        RoundLaunch.ofVertices("sssp_assign", work),
        new RoundLaunch("sssp_relax", work),
        RoundLaunch.ofVertices("sssp_compare", work));
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().next().readInts(), complete());
  }
}
