package dev.syncopate.workload.analytics;

import dev.syncopate.workload.analytics.BrandesReference.Phase;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
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

  private final UpdateGuarantee update;

  /** Whether the last launches were a forward round's. */
  private boolean forward;

  private boolean agreed = true;

  /**
   * @param graph undirected
   * @param sources as many vertices with neighbours are drawn, or all if there are fewer
   */
  PushedCentrality(Graph graph, int sources, long seed, UpdateGuarantee update) {
    super("analytics_centrality", new BrandesReference(graph, drawn(graph, sources, seed)));
    this.update = update;
  }

  /** Different vertices that have neighbours; the first one if none has any. */
  private static int[] drawn(Graph graph, int count, long seed) {
    int[] candidates = new int[graph.vertices()];
    int remaining = 0;
    for (int v = 0; v < candidates.length; v++) {
      if (graph.outDegree(v) > 0) {
        candidates[remaining++] = v;
      }
    }
    RandomGenerator random = RandomInputs.random(seed);
    int[] drawn = new int[Math.max(1, Math.min(count, remaining))];
    for (int i = 0; i < drawn.length && remaining > 0; i++) {
      int index = (int) (((random.nextLong() >>> 32) * remaining) >>> 32);
      drawn[i] = candidates[index];
      candidates[index] = candidates[--remaining];
    }
    return drawn;
  }

  @Override
  protected OnDevice buffers(Device device) {
    Graph graph = reference.graph();
    return new OnDevice(
        GraphBuffers.of(device, graph),
        device.copyOf(reference.depths()),
        device.copyOf(reference.paths().values()),
        device.copyOf(reference.dependencies().rounded()),
        device.copyOf(reference.scores().rounded()),
        new RoundFlag(device));
  }

  @Override
  public void restore() {
    OnDevice onDevice = onDevice();
    onDevice.depths().write(reference.depths());
    onDevice.paths().write(reference.paths().values());
    onDevice.dependencies().write(reference.dependencies().rounded());
    onDevice.scores().write(reference.scores().rounded());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.flag().lower();
    forward = !reference.done() && reference.phase() == Phase.FORWARD;
    if (reference.done()) {
      return List.of();
    }
    byte[] work =
        new KernelStruct()
            .graph(onDevice.graph())
            .pointer(onDevice.depths())
            .pointer(onDevice.paths())
            .pointer(onDevice.dependencies())
            .pointer(onDevice.scores())
            .pointer(onDevice.flag().word())
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
  public ResultComparison check() {
    OnDevice onDevice = onDevice();
    if (!agreed) {
      return ResultComparison.wrong(
          "the device reached %s vertices of the next level, the host %s"
              .formatted(
                  reference.reached() ? "no" : "some", reference.reached() ? "some" : "none"));
    }
    ResultComparison depths =
        ResultComparison.unsigned("depth", onDevice.depths().readInts(), reference.depths());
    ResultComparison paths =
        ResultComparison.within(
            "paths",
            onDevice.paths().readDoubles(),
            reference.paths().values(),
            reference.paths().bounds());
    ResultComparison dependencies =
        within("dependency", onDevice.dependencies(), reference.dependencies());
    ResultComparison scores = within("score", onDevice.scores(), reference.scores());
    return depths.and(paths).and(dependencies).and(scores);
  }

  private static ResultComparison within(
      String name, Buffer actual, BrandesReference.Estimates expected) {
    return ResultComparison.within(name, actual.readFloats(), expected.values(), expected.bounds());
  }
}
