package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Arcs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import org.jspecify.annotations.Nullable;

/** {@link PageRankPull} round by round. The number of rounds is given: it is never done. */
final class PageRankRounds implements RoundAlgorithm {
  private final Graph graph;
  private final Graph incoming;
  private PageRankReference reference;
  private @Nullable OnDevice device;

  private record OnDevice(
      RoundState state, Buffer offsets, Buffer sources, Buffer scales, Buffer ranks) {}

  PageRankRounds(Graph graph) {
    this.graph = graph;
    incoming = Arcs.reversed(graph);
    reference = PageRankReference.start(graph.vertices());
  }

  @Override
  public boolean done() {
    return false;
  }

  @Override
  public void step() {
    reference = reference.next(graph, incoming);
  }

  /**
   * Ranks are rounded to single precision here, and the reference goes on from the rounded ones.
   */
  @Override
  public void upload(Device on) {
    reference = reference.rounded();
    int n = graph.vertices();
    float[] scales = new float[n];
    float[] shares = new float[n];
    for (int v = 0; v < n; v++) {
      int degree = graph.outDegree(v);
      scales[v] = degree == 0 ? 0 : (float) (PageRankPush.DAMPING / (double) degree);
      shares[v] = (float) reference.ranks()[v] * scales[v];
    }
    device =
        new OnDevice(
            new RoundState(on, on.copyOf(shares)),
            on.copyOf(incoming.offsets()),
            Buffers.of(on, incoming.targets()),
            on.copyOf(scales),
            on.allocate((long) Float.BYTES * n));
  }

  @Override
  public byte[] work(int number) {
    OnDevice on = onDevice();
    on.state().next();
    int n = graph.vertices();
    return new KernelStruct()
        .pointer(on.offsets())
        .pointer(on.sources())
        .pointer(on.scales())
        .pointer(on.state().from())
        .pointer(on.state().to())
        .pointer(on.ranks())
        .pointer(on.state().flag())
        .word(n)
        .real((float) ((1.0 - PageRankPush.DAMPING) / n))
        .bytes();
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
