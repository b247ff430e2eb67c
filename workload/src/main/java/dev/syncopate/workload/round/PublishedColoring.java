package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** Colouring by maximum with two launches a round: the neighbours' largest key, then the choice. */
public final class PublishedColoring
    extends RoundsOnDevice<ColorReference, PublishedColoring.OnDevice> {
  private final int[] keys;

  record OnDevice(GraphBuffers graph, Buffer keys, Buffer largest, Buffer colors, RoundFlag flag)
      implements RoundBuffers {}

  /**
   * @param graph undirected
   */
  public PublishedColoring(Graph graph, long seed) {
    super("pannotia_color", new ColorReference(graph, seed));
    keys = reference.keys().clone();
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    return new OnDevice(
        GraphBuffers.of(device, graph),
        device.copyOf(keys),
        device.allocate((long) Integer.BYTES * keys.length),
        device.copyOf(reference.colors()),
        new RoundFlag(device));
  }

  @Override
  public void restore() {
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
            .word(keys.length)
            .word(round)
            .bytes();
    return List.of(
        new RoundLaunch("color_largest", work), RoundLaunch.ofVertices("color_choose", work));
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().colors().readInts());
  }
}
