package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Buffers;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** Shortest paths with one launch a round, from one copy of the distances into another. */
public final class LeanPaths extends RoundsOnDevice<PathReference, LeanPaths.OnDevice> {
  private static final String KERNEL = "sssp";

  record OnDevice(RoundState state, GraphBuffers graph, Buffer weights) implements RoundBuffers {
    @Override
    public RoundFlag flag() {
      return state.flag();
    }
  }

  /**
   * @throws dev.syncopate.workload.suite.WorkloadInputException if a weight is no whole number from
   *     0, or a distance is 2^31 or more
   */
  public LeanPaths(Graph graph, int source) {
    super(KERNEL, new PathReference(graph, source));
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph incoming = reference.incoming();
    return new OnDevice(
        new RoundState(device, device.copyOf(reference.distances())),
        GraphBuffers.of(device, incoming),
        Buffers.of(device, reference.incomingLengths()));
  }

  @Override
  public void restore() {
    onDevice().state().restore(reference.distances());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.state().next();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.weights())
            .pointer(onDevice.state().from())
            .pointer(onDevice.state().to())
            .pointer(onDevice.flag().word())
            .word(reference.incoming().vertices())
            .bytes();
    return List.of(new RoundLaunch(KERNEL, work));
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().state().to().readInts(), complete());
  }
}
