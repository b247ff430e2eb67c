package dev.syncopate.workload.analytics;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.RoundBuffers;
import dev.syncopate.workload.round.RoundFlag;
import dev.syncopate.workload.round.RoundLaunch;
import dev.syncopate.workload.round.RoundsOnDevice;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** The least vertex that each is connected with: labels that are new are offered, then taken. */
final class PushedLabels extends RoundsOnDevice<LabelReference, PushedLabels.OnDevice> {
  record OnDevice(GraphBuffers graph, Buffer labels, Buffer offers, Buffer changed, RoundFlag flag)
      implements RoundBuffers {}

  private final UpdateGuarantee update;

  /**
   * @param graph undirected
   */
  PushedLabels(Graph graph, UpdateGuarantee update) {
    super("analytics_components", new LabelReference(graph));
    this.update = update;
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    return new OnDevice(
        GraphBuffers.of(device, graph),
        device.copyOf(reference.labels()),
        device.copyOf(reference.labels()),
        device.copyOf(reference.changed()),
        new RoundFlag(device));
  }

  @Override
  public void restore() {
    onDevice().labels().write(reference.labels());
    onDevice().offers().write(reference.labels());
    onDevice().changed().write(reference.changed());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.flag().lower();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.labels())
            .pointer(onDevice.offers())
            .pointer(onDevice.changed())
            .pointer(onDevice.flag().word())
            .word(reference.graph().vertices())
            .bytes();
    return RoundLaunch.all(work, update.kernel("components_offer"), "components_take");
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().labels().readInts(), complete());
  }
}
