package dev.syncopate.workload.analytics;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.GraphBuffers;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.round.ColorReference;
import dev.syncopate.workload.round.RoundBuffers;
import dev.syncopate.workload.round.RoundFlag;
import dev.syncopate.workload.round.RoundLaunch;
import dev.syncopate.workload.round.RoundsOnDevice;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** Colours by independent sets: keys are pushed, and the largest take the round's colour. */
final class PushedColoring extends RoundsOnDevice<ColorReference, PushedColoring.OnDevice> {
  record OnDevice(GraphBuffers graph, Buffer keys, Buffer largest, Buffer colors, RoundFlag flag)
      implements RoundBuffers {}

  private final Update update;

  /**
   * @param graph undirected
   */
  PushedColoring(Graph graph, long seed, Update update) {
    super("analytics_color", new ColorReference(graph, seed));
    this.update = update;
  }

  @Override
  protected OnDevice buffers(Device on) {
    Graph graph = reference.graph();
    return new OnDevice(
        GraphBuffers.of(on, graph),
        on.copyOf(reference.keys()),
        on.copyOf(new int[graph.vertices()]),
        on.copyOf(reference.colors()),
        new RoundFlag(on));
  }

  @Override
  public void restore() {
    onDevice().keys().write(reference.keys());
    onDevice().largest().fill((byte) 0);
    onDevice().colors().write(reference.colors());
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice on = onDevice();
    on.flag().lower();
    byte[] work =
        new KernelStruct()
            .graph(on.graph())
            .pointer(on.keys())
            .pointer(on.largest())
            .pointer(on.colors())
            .pointer(on.flag().word())
            .word(reference.graph().vertices())
            .word(round)
            .bytes();
    return RoundLaunch.all(work, update.kernel("color_compare"), "color_take");
  }

  @Override
  public Comparison check() {
    return reference.check(onDevice().colors().readInts());
  }
}
