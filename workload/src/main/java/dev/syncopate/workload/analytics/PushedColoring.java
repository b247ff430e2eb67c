package dev.syncopate.workload.analytics;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.ColorReference;
import dev.syncopate.workload.round.RoundBuffers;
import dev.syncopate.workload.round.RoundFlag;
import dev.syncopate.workload.round.RoundLaunch;
import dev.syncopate.workload.round.RoundsOnDevice;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** Colours by independent sets: keys are pushed, and the largest take the round's colour. */
final class PushedColoring extends RoundsOnDevice<ColorReference, PushedColoring.OnDevice> {
  record OnDevice(GraphBuffers graph, Buffer keys, Buffer largest, Buffer colors, RoundFlag flag)
      implements RoundBuffers {}

  private final UpdateGuarantee update;

  /**
   * @param graph undirected
   */
  PushedColoring(Graph graph, long seed, UpdateGuarantee update) {
    super("analytics_color", new ColorReference(graph, seed));
    this.update = update;
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    return new OnDevice(
        GraphBuffers.of(device, graph),
        device.copyOf(reference.keys()),
        device.copyOf(new int[graph.vertices()]),
        device.copyOf(reference.colors()),
        new RoundFlag(device));
  }

  @Override
  public void restore() {
    onDevice().keys().write(reference.keys());
    onDevice().largest().fill((byte) 0);
    onDevice().colors().write(reference.colors());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.flag().lower();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.keys())
            .pointer(onDevice.largest())
            .pointer(onDevice.colors())
            .pointer(onDevice.flag().word())
            .word(reference.graph().vertices())
            .word(round)
            .bytes();
    return RoundLaunch.all(work, update.kernel("color_compare"), "color_take");
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().colors().readInts());
  }
}
