package dev.syncopate.workload.analytics;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.RoundBuffers;
import dev.syncopate.workload.round.RoundFlag;
import dev.syncopate.workload.round.RoundLaunch;
import dev.syncopate.workload.round.RoundsOnDevice;
import dev.syncopate.workload.round.SetReference;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** A maximal independent set: keys are pushed, the largest join, and their neighbours leave. */
final class PushedSet extends RoundsOnDevice<SetReference, PushedSet.OnDevice> {
  record OnDevice(GraphBuffers graph, Buffer states, Buffer largest, Buffer beaten, RoundFlag flag)
      implements RoundBuffers {}

  private final UpdateGuarantee update;

  /**
   * @param graph undirected
   */
  PushedSet(Graph graph, long seed, UpdateGuarantee update) {
    super("analytics_set", new SetReference(graph, seed, true));
    this.update = update;
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    return new OnDevice(
        GraphBuffers.of(device, graph),
        device.copyOf(reference.state()),
        device.copyOf(new int[graph.vertices()]),
        device.copyOf(new int[graph.vertices()]),
        new RoundFlag(device));
  }

  @Override
  public void restore() {
    onDevice().states().write(reference.state());
    onDevice().largest().fill((byte) 0);
    onDevice().beaten().fill((byte) 0);
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.flag().lower();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.states())
            .pointer(onDevice.largest())
            .pointer(onDevice.beaten())
            .pointer(onDevice.flag().word())
            .word(reference.graph().vertices())
            .bytes();
    return RoundLaunch.all(work, update.kernel("set_keys"), update.kernel("set_join"), "set_leave");
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().states().readInts());
  }
}
