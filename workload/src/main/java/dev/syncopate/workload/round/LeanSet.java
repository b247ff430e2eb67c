package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** An independent set with one launch a round; neighbours of those that join leave in the next. */
public final class LeanSet extends RoundsOnDevice<SetReference, LeanSet.OnDevice> {
  private static final String KERNEL = "mis";

  record OnDevice(RoundState state, GraphBuffers graph) implements RoundBuffers {
    @Override
    public RoundFlag flag() {
      return state.flag();
    }
  }

  /**
   * @param graph undirected
   */
  public LeanSet(Graph graph, long seed) {
    super(KERNEL, new SetReference(graph, seed, false));
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    return new OnDevice(
        new RoundState(device, device.copyOf(reference.state())), GraphBuffers.of(device, graph));
  }

  @Override
  public void restore() {
    onDevice().state().restore(reference.state());
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
            .pointer(onDevice.flag().word())
            .word(reference.graph().vertices())
            .bytes();
    return List.of(new RoundLaunch(KERNEL, work));
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().state().to().readInts());
  }
}
