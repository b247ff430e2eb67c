package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/**
 * PageRank by pushing, with two launches a round: additions to the successors' sums, then damping.
 * The number of rounds is given: it is never done.
 */
public final class PublishedPageRank extends RoundsOnDevice<PageRanks, PublishedPageRank.OnDevice> {
  private final String push;

  record OnDevice(GraphBuffers graph, Buffer ranks, Buffer sums, RoundFlag flag)
      implements RoundBuffers {}

  /**
   * @param atomicAddition whether sums are added to by an atomic addition; else by compare-and-swap
   *     until one succeeds
   */
  public PublishedPageRank(Graph graph, boolean atomicAddition) {
    super("pannotia_pagerank", new PageRanks(graph));
    push = atomicAddition ? "pagerank_add" : "pagerank_swap";
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    return new OnDevice(
        GraphBuffers.of(device, graph),
        device.copyOf(reference.rounded()),
        device.copyOf(new float[graph.vertices()]),
        new RoundFlag(device));
  }

  @Override
  public void restore() {
    onDevice().ranks().write(reference.rounded());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.ranks())
            .pointer(onDevice.sums())
            .pointer(onDevice.flag().word())
            .word(reference.graph().vertices())
            .real(reference.base)
            .real(PageRankReference.DAMPING)
            .bytes();
    return List.of(new RoundLaunch(push, work), RoundLaunch.ofVertices("pagerank_damp", work));
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
