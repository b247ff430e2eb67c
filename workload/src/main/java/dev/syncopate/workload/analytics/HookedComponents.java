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

/**
 * The least vertex that each is connected with: representatives of neighbours are hooked to one
 * another, then paths are shortened (Zhang, Azad, Buluc 2020, FastSV).
 */
final class HookedComponents extends RoundsOnDevice<HookReference, HookedComponents.OnDevice> {
  record OnDevice(
      GraphBuffers graph, Buffer parents, Buffer hooks, Buffer shortened, RoundFlag flag)
      implements RoundBuffers {}

  private final UpdateGuarantee update;

  /**
   * @param graph undirected
   */
  HookedComponents(Graph graph, UpdateGuarantee update) {
    super("analytics_hooking", new HookReference(graph));
    this.update = update;
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    return new OnDevice(
        GraphBuffers.of(device, graph),
        device.copyOf(reference.parents()),
        device.copyOf(reference.parents()),
        device.copyOf(reference.parents()),
        new RoundFlag(device));
  }

  @Override
  public void restore() {
    onDevice().parents().write(reference.parents());
    onDevice().hooks().write(reference.parents());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.flag().lower();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.parents())
            .pointer(onDevice.hooks())
            .pointer(onDevice.shortened())
            .pointer(onDevice.flag().word())
            .word(reference.graph().vertices())
            .bytes();
    return RoundLaunch.all(
        work, update.kernel("components_hook"), "components_shorten", "components_settle");
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().parents().readInts(), complete());
  }
}
