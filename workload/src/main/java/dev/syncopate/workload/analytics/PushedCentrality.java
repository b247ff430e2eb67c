package dev.syncopate.workload.analytics;

import dev.syncopate.workload.analytics.BrandesReference.Phase;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.Inputs;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.round.RoundBuffers;
import dev.syncopate.workload.round.RoundFlag;
import dev.syncopate.workload.round.RoundLaunch;
import dev.syncopate.workload.round.RoundsOnDevice;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Betweenness centrality: a round pushes path counts a level forward or dependencies a level
 * backward. Each pair of vertices counts twice, once from each end, if all are sources.
 */
final class PushedCentrality extends RoundsOnDevice<BrandesReference, PushedCentrality.OnDevice> {
  record OnDevice(
      GraphBuffers graph,
      Buffer depths,
      Buffer paths,
      Buffer dependencies,
      Buffer scores,
      RoundFlag flag)
      implements RoundBuffers {}

  private final Update update;

  /** Whether the last launches were a forward round's. */
  private boolean forward;

  private boolean agreed = true;

  /**
   * @param graph undirected
   * @param sources as many vertices with neighbours are drawn, or all if there are fewer
   */
  PushedCentrality(Graph graph, int sources, long seed, Update update) {
    super("analytics_centrality", new BrandesReference(graph, drawn(graph, sources, seed)));
    this.update = update;
  }

  /** Different vertices that have neighbours; the first one if none has any. */
  private static int[] drawn(Graph graph, int count, long seed) {
    int[] candidates = new int[graph.vertices()];
    int left = 0;
    for (int v = 0; v < candidates.length; v++) {
      if (graph.outDegree(v) > 0) {
        candidates[left++] = v;
      }
    }
    RandomGenerator random = Inputs.random(seed);
    int[] drawn = new int[Math.max(1, Math.min(count, left))];
    for (int i = 0; i < drawn.length && left > 0; i++) {
      int at = (int) (((random.nextLong() >>> 32) * left) >>> 32);
      drawn[i] = candidates[at];
      candidates[at] = candidates[--left];
    }
    return drawn;
  }

  @Override
  protected OnDevice buffers(Device on) {
    Graph graph = reference.graph();
    return new OnDevice(
        GraphBuffers.of(on, graph),
        on.copyOf(reference.depths()),
        on.copyOf(reference.paths().values()),
        on.copyOf(reference.dependencies().rounded()),
        on.copyOf(reference.scores().rounded()),
        new RoundFlag(on));
  }

  @Override
  public void restore() {
    OnDevice on = onDevice();
    on.depths().write(reference.depths());
    on.paths().write(reference.paths().values());
    on.dependencies().write(reference.dependencies().rounded());
    on.scores().write(reference.scores().rounded());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice on = onDevice();
    on.flag().lower();
    forward = !reference.done() && reference.phase() == Phase.FORWARD;
    if (reference.done()) {
      return List.of();
    }
    byte[] work =
        new KernelStruct()
            .graph(on.graph())
            .pointer(on.depths())
            .pointer(on.paths())
            .pointer(on.dependencies())
            .pointer(on.scores())
            .pointer(on.flag().word())
            .word(reference.graph().vertices())
            .word(reference.level())
            .word(reference.source())
            .bytes();
    List<RoundLaunch> launches = new ArrayList<>();
    if (forward && reference.level() == 0) {
      launches.add(new RoundLaunch("centrality_start", work));
    }
    switch (reference.phase()) {
      case FORWARD -> {
        launches.add(new RoundLaunch(update.kernel("centrality_forward"), work));
        launches.add(new RoundLaunch("centrality_reach", work));
      }
      case BACKWARD -> launches.add(new RoundLaunch(update.kernel("centrality_backward"), work));
      case SCORE -> launches.add(new RoundLaunch("centrality_score", work));
    }
    return launches;
  }

  /** The host knows the levels; where the device finds other ones, that is an error. */
  @Override
  public boolean finished() {
    agreed &= !forward || onDevice().flag().raised() == reference.reached();
    return !agreed || reference.done();
  }

  @Override
  public Comparison check() {
    OnDevice on = onDevice();
    if (!agreed) {
      return Comparison.wrong(
          "the device reached %s vertices of the next level, the host %s"
              .formatted(
                  reference.reached() ? "no" : "some", reference.reached() ? "some" : "none"));
    }
    Comparison depths = Comparison.unsigned("depth", on.depths().readInts(), reference.depths());
    Comparison paths =
        Comparison.within(
            "paths",
            on.paths().readDoubles(),
            reference.paths().values(),
            reference.paths().bounds());
    Comparison dependencies = within("dependency", on.dependencies(), reference.dependencies());
    Comparison scores = within("score", on.scores(), reference.scores());
    return depths.and(paths).and(dependencies).and(scores);
  }

  private static Comparison within(String name, Buffer found, BrandesReference.Estimates expected) {
    return Comparison.within(name, found.readFloats(), expected.values(), expected.bounds());
  }
}
