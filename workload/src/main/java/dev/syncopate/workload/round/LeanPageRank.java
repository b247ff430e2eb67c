package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Arcs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** PageRank by pulling, one launch a round. The number of rounds is given: it is never done. */
public final class LeanPageRank implements RoundAlgorithm {
  private static final String KERNEL = "pagerank_pull";

  private final Graph graph;
  private final Graph incoming;
  private PageRankReference reference;
  private @Nullable OnDevice device;

  private record OnDevice(
      RoundState state, Buffer offsets, Buffer sources, Buffer scales, Buffer ranks) {}

  public LeanPageRank(Graph graph) {
    this.graph = graph;
    incoming = Arcs.reversed(graph);
    reference = PageRankReference.start(graph.vertices());
  }

  @Override
  public String source() {
    return KERNEL;
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
    float[] scales = scales();
    device =
        new OnDevice(
            new RoundState(on, on.copyOf(shares(scales))),
            on.copyOf(incoming.offsets()),
            Buffers.of(on, incoming.targets()),
            on.copyOf(scales),
            on.allocate((long) Float.BYTES * graph.vertices()));
  }

  @Override
  public void restore() {
    onDevice().state().to().write(shares(scales()));
  }

  private float[] scales() {
    float[] scales = new float[graph.vertices()];
    for (int v = 0; v < scales.length; v++) {
      int degree = graph.outDegree(v);
      scales[v] = degree == 0 ? 0 : (float) (PageRankReference.DAMPING / (double) degree);
    }
    return scales;
  }

  /**
   * Ranks are rounded to single precision here, and the reference goes on from the rounded ones.
   */
  private float[] shares(float[] scales) {
    reference = reference.rounded();
    float[] shares = new float[scales.length];
    for (int v = 0; v < shares.length; v++) {
      shares[v] = (float) reference.ranks()[v] * scales[v];
    }
    return shares;
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice on = onDevice();
    on.state().next();
    int n = graph.vertices();
    byte[] work =
        new KernelStruct()
            .pointer(on.offsets())
            .pointer(on.sources())
            .pointer(on.scales())
            .pointer(on.state().from())
            .pointer(on.state().to())
            .pointer(on.ranks())
            .pointer(on.state().flag())
            .word(n)
            .real((float) ((1.0 - PageRankReference.DAMPING) / n))
            .bytes();
    return List.of(new RoundLaunch(KERNEL, work));
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
