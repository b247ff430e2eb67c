package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** Colouring with one launch a round; a vertex that has a color has key 0 from then on. */
public final class LeanColoring extends RoundsOnDevice<ColorReference, LeanColoring.OnDevice> {
  private static final String KERNEL = "color";

  record OnDevice(RoundState state, GraphBuffers graph, Buffer colors) implements RoundBuffers {
    @Override
    public RoundFlag flag() {
      return state.flag();
    }
  }

  /**
   * @param graph undirected
   */
  public LeanColoring(Graph graph, long seed) {
    super(KERNEL, new ColorReference(graph, seed));
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    return new OnDevice(
        new RoundState(device, device.copyOf(reference.keys())),
        GraphBuffers.of(device, graph),
        device.copyOf(reference.colors()));
  }

  @Override
  public void restore() {
    onDevice().state().restore(reference.keys());
    onDevice().colors().write(reference.colors());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.state().next();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.state().from())
            .pointer(onDevice.state().to())
            .pointer(onDevice.colors())
            .pointer(onDevice.flag().word())
            .word(reference.graph().vertices())
            .word(round)
            .bytes();
    return List.of(new RoundLaunch(KERNEL, work));
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().colors().readInts());
  }
}
