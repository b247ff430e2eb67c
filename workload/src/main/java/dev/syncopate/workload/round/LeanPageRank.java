package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** PageRank by pulling, one launch a round. The number of rounds is given: it is never done. */
public final class LeanPageRank extends RoundsOnDevice<PageRanks, LeanPageRank.OnDevice> {
  private static final String KERNEL = "pagerank_pull";

  record OnDevice(RoundState state, GraphBuffers graph, Buffer scales, Buffer ranks)
      implements RoundBuffers {
    @Override
    public RoundFlag flag() {
      return state.flag();
    }
  }

  public LeanPageRank(Graph graph) {
    super(KERNEL, new PageRanks(graph));
  }

  @Override
  protected OnDevice buffers(Device device) {
    float[] scales = scales();
    Graph incoming = reference.incoming();
    return new OnDevice(
        new RoundState(device, device.copyOf(shares(scales))),
        GraphBuffers.of(device, incoming),
        device.copyOf(scales),
        device.allocate((long) Float.BYTES * scales.length));
  }

  @Override
  public void restore() {
    onDevice().state().to().write(shares(scales()));
  }

  private float[] scales() {
    Graph graph = reference.graph();
    float[] scales = new float[graph.vertices()];
    for (int v = 0; v < scales.length; v++) {
      int degree = graph.outDegree(v);
      scales[v] = degree == 0 ? 0 : (float) (PageRankReference.DAMPING / (double) degree);
    }
    return scales;
  }

  private float[] shares(float[] scales) {
    float[] shares = reference.rounded();
    for (int v = 0; v < shares.length; v++) {
      shares[v] *= scales[v];
    }
    return shares;
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.state().next();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.scales())
            .pointer(onDevice.state().from())
            .pointer(onDevice.state().to())
            .pointer(onDevice.ranks())
            .pointer(onDevice.flag().word())
            .word(reference.graph().vertices())
            .real(reference.base)
            .bytes();
    return List.of(new RoundLaunch(KERNEL, work));
  }

  @Override
  public boolean finished() {
    return false;
  }

  @Override
  public ResultComparison check() {
    return reference.check(onDevice().ranks());
  }
}
