package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Arcs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * PageRank by pushing, with two launches a round: additions to the successors' sums, then damping.
 * The number of rounds is given: it is never done.
 */
public final class PublishedPageRank implements RoundAlgorithm {
  private final Graph graph;
  private final Graph incoming;
  private final String push;
  private PageRankReference reference;
  private @Nullable OnDevice device;

  private record OnDevice(
      Buffer offsets, Buffer targets, Buffer ranks, Buffer sums, RoundFlag flag) {}

  /**
   * @param atomicAddition whether sums are added to by an atomic addition; else by compare-and-swap
   *     until one succeeds
   */
  public PublishedPageRank(Graph graph, boolean atomicAddition) {
    this.graph = graph;
    incoming = Arcs.reversed(graph);
    push = atomicAddition ? "pagerank_add" : "pagerank_swap";
    reference = PageRankReference.start(graph.vertices());
  }

  @Override
  public String source() {
    return "pannotia_pagerank";
  }

  @Override
  public boolean done() {
    return false;
  }

  @Override
  public void step() {
    reference = reference.next(graph, incoming);
  }

  @Override
  public void upload(Device on) {
    device =
        new OnDevice(
            on.copyOf(graph.offsets()),
            Buffers.of(on, graph.targets()),
            on.copyOf(ranks()),
            on.copyOf(new float[graph.vertices()]),
            new RoundFlag(on));
  }

  @Override
  public void restore() {
    onDevice().ranks().write(ranks());
  }

  /**
   * Ranks are rounded to single precision here, and the reference goes on from the rounded ones.
   */
  private float[] ranks() {
    reference = reference.rounded();
    float[] ranks = new float[graph.vertices()];
    for (int v = 0; v < ranks.length; v++) {
      ranks[v] = (float) reference.ranks()[v];
    }
    return ranks;
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice on = onDevice();
    int n = graph.vertices();
    byte[] work =
        new KernelStruct()
            .pointer(on.offsets())
            .pointer(on.targets())
            .pointer(on.ranks())
            .pointer(on.sums())
            .pointer(on.flag().word())
            .word(n)
            .real((float) ((1.0 - PageRankReference.DAMPING) / n))
            .real(PageRankReference.DAMPING)
            .bytes();
    return RoundLaunch.all(work, push, "pagerank_damp");
  }

  @Override
  public boolean finished() {
    return false;
  }

  @Override
  public Comparison check() {
    return Comparison.within(
        "rank", onDevice().ranks().readFloats(), reference.ranks(), reference.bounds());
  }

  private OnDevice onDevice() {
    return RoundAlgorithm.uploaded(device);
  }
}
